import type { WidgetOptions } from "#app/components/checkout-answer.ts";

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

/** Opens the widget and waits until the reader has paid or closed it. A failed try leaves it open for another. */
export function openWidget(options: WidgetOptions): Promise<WidgetOutcome> {
  return new Promise((resolve) => {
    let lastError: string | null = null;
    const Razorpay = widgetConstructor()!;
    const widget = new Razorpay({
      ...options,
      handler: (success) => resolve({ kind: "success", success }),
      modal: { ondismiss: () => resolve({ kind: "closed", lastError }) },
    });
    widget.on("payment.failed", ({ error }) => {
      lastError = error.description ?? "";
    });
    widget.open();
  });
}

function widgetConstructor(): WidgetConstructor | undefined {
  return (window as { Razorpay?: WidgetConstructor }).Razorpay;
}
