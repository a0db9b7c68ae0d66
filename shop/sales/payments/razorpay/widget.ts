/** Opens Razorpay's payment window in the reader's browser. */
import type { PaymentWidget } from "#shop/sales/payments/payment-widget.ts";
import type { WidgetOptions } from "./widget-options.ts";

interface WidgetFailure {
  error: { description?: string };
}

interface Widget {
  open: () => void;
  close?: () => void;
  on: (event: "payment.failed", listener: (failure: WidgetFailure) => void) => void;
}

declare global {
  interface Window {
    /** Set by Razorpay's script. */
    Razorpay?: WidgetConstructor;
  }
}

type WidgetConstructor = new (
  options: WidgetOptions & {
    /** Called after a successful payment, with the proof and other fields. */
    handler: (success: Record<string, string>) => void;
    modal: { ondismiss: () => void };
  },
) => Widget;

const loadWithinMs = 15_000;
/** Time after the widget's own timeout, in milliseconds, for which it is still watched. */
const lastLookMs = 30_000;

/**
 * Throws the specification's message if the script does not load. After a failed payment the window stays open for
 * another try. If the shop learns of the payment first, the window is closed and the caller queries the status again.
 */
export const razorpayWidget: PaymentWidget = {
  load(src) {
    if (widgetConstructor()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const fail = () => {
        // Removed, so that the next click loads it again.
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
  },

  open(options: WidgetOptions, watch) {
    return new Promise((resolve) => {
      let lastError: string | null = null;
      const close = () => {
        stopWatching();
        resolve({ kind: "closed", lastError });
      };
      const Razorpay = widgetConstructor()!;
      const widget = new Razorpay({
        ...options,
        handler(success) {
          stopWatching();
          const proof = Object.entries(success).filter(([name]) => name.startsWith("razorpay_"));
          resolve({ kind: "success", proof: Object.fromEntries(proof) });
        },
        modal: { ondismiss: close },
      });
      widget.on("payment.failed", ({ error }) => {
        lastError = error.description ?? "";
      });
      const stopWatching = watch({
        forMs: options.timeout * 1000 + lastLookMs,
        isShown: isWidgetShown,
        onEnd() {
          close();
          widget.close?.();
        },
      });
      widget.open();
    });
  },
};

function isWidgetShown(): boolean {
  const container = document.querySelector(".razorpay-container");
  return container !== null && getComputedStyle(container).display !== "none";
}

function widgetConstructor(): WidgetConstructor | undefined {
  return window.Razorpay;
}
