import type { PaymentAnswer, WidgetOptions } from "#app/client/cart/checkout-answer.ts";
import { href } from "#routing/href.ts";
import { watchWidget } from "./watch-widget.ts";

/** What the widget hands over when a payment went through. */
export interface WidgetSuccess {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface WidgetFailure {
  error: { description?: string };
}

interface Widget {
  open: () => void;
  close?: () => void;
  on: (event: "payment.failed", listener: (failure: WidgetFailure) => void) => void;
}

type WidgetConstructor = new (
  options: WidgetOptions & { handler: (success: WidgetSuccess) => void; modal: { ondismiss: () => void } },
) => Widget;

/** How the widget was left. */
export type WidgetOutcome = { kind: "success"; success: WidgetSuccess } | { kind: "closed"; lastError: string | null };

const loadWithinMs = 15_000;

/** Loads the payment script on demand; throws the specification's message when it does not come. */
export function loadWidget(src: string): Promise<void> {
  if (widgetConstructor()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      // Taken away, so that another press of the button tries again.
      script.remove();
      reject(new Error("Failed to load Razorpay SDK"));
    };
    const timer = setTimeout(fail, loadWithinMs);
    script.src = src;
    script.addEventListener("error", () => {
      clearTimeout(timer);
      fail();
    });
    script.addEventListener("load", () => {
      clearTimeout(timer);
      if (widgetConstructor()) resolve();
      else fail();
    });
    document.head.append(script);
  });
}

/** A little longer than the widget closes by itself, in milliseconds. */
const lastLookMs = 30_000;

/**
 * Opens the widget and waits until the reader has paid or closed it; a failed try leaves it open for another. Meanwhile
 * the shop is asked how the order stands, because the widget may never call back. What the shop knows first also closes
 * the widget, and is asked for again by the caller.
 */
export function openWidget(options: WidgetOptions, orderNumber: string): Promise<WidgetOutcome> {
  return new Promise((resolve) => {
    let lastError: string | null = null;
    const Razorpay = widgetConstructor()!;
    const widget = new Razorpay({
      ...options,
      handler: (success) => end({ kind: "success", success }),
      modal: { ondismiss: () => end({ kind: "closed", lastError }) },
    });
    widget.on("payment.failed", ({ error }) => {
      lastError = error.description ?? "";
    });
    const stopWatching = watchWidget({
      forMs: options.timeout * 1000 + lastLookMs,
      askStanding: () => askStanding(orderNumber),
      isShown: isWidgetShown,
      onEnd() {
        end({ kind: "closed", lastError });
        widget.close?.();
      },
    });
    widget.open();

    function end(outcome: WidgetOutcome) {
      stopWatching();
      resolve(outcome);
    }
  });
}

async function askStanding(orderNumber: string): Promise<PaymentAnswer["state"] | null> {
  try {
    const response = await fetch(href("/checkout/status", { order: orderNumber }), {
      headers: { accept: "application/json" },
    });
    return response.ok ? ((await response.json()) as PaymentAnswer).state : null;
  } catch {
    return null; // out of reach just now; the next look may find it
  }
}

function isWidgetShown(): boolean {
  const container = document.querySelector(".razorpay-container");
  return container !== null && getComputedStyle(container).display !== "none";
}

function widgetConstructor(): WidgetConstructor | undefined {
  return (window as { Razorpay?: WidgetConstructor }).Razorpay;
}
