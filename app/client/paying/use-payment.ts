import { startTransition, useState } from "react";

import type { CheckoutAnswer, Receipt } from "#app/client/paying/checkout-answer.ts";
import { setCartCount } from "#app/client/cart/cart-count.ts";
import { href } from "#routing/href.ts";
import { widgetOf } from "#shop/sales/payments/widgets.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { postPayment } from "./post-payment.ts";
import { fetchStanding, watchWidget } from "./watch-widget.ts";

const paymentFailed = "Payment failed. Please try again.";

interface Processing {
  state: "processing";
  heldUntil?: string;
  /** Whether the widget is open. */
  isOpen?: boolean;
}

/**
 * The step of a payment that failed. `opened`: after the widget was opened, so money may have been taken. `declined`:
 * the provider declined the payment, so the reader may pay again.
 */
export type FailedStage = "unreached" | "refused" | "opened" | "declined";

/** The state of a payment on the cart page. */
export type Payment =
  | { state: "idle" }
  | Processing
  | {
      state: "failed";
      message: string;
      errors?: Partial<Record<string, string>>;
      stage: FailedStage;
    }
  | { state: "success"; orderNumber: string; isConfirmed: boolean; receipt: Receipt | null };

/** Where a payment is opened and verified, and what may end its widget. */
interface PaymentPaths {
  open: string;
  verify: string;
  /** The state of an order's payment while the widget is open; null if it is not known. */
  askStanding: typeof fetchStanding;
}

const pathsOfCart: PaymentPaths = {
  open: href("/checkout"),
  verify: href("/checkout/verify"),
  askStanding: fetchStanding,
};

/** Runs a payment: places the order, opens the provider's widget and confirms the outcome. */
export function usePayment(paths = pathsOfCart): { payment: Payment; pay: (form: FormData) => Promise<void> } {
  const [payment, setPayment] = useState<Payment>({ state: "idle" });

  async function pay(form: FormData) {
    if (payment.state === "processing") return;
    setPayment({ state: "processing" });
    let stage: "unreached" | "opened" = "unreached";
    const show = (next: Processing) => {
      if (next.isOpen) stage = "opened";
      setPayment(next);
    };
    try {
      const ended = await takePayment(paths, form, show);
      // The confirmation may still be loading; in a transition the page stays until then.
      startTransition(() => setPayment(ended));
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : paymentFailed;
      setPayment({ state: "failed", message, stage });
    }
  }

  return { payment, pay };
}

async function takePayment(paths: PaymentPaths, form: FormData, show: (payment: Processing) => void): Promise<Payment> {
  const answer = await postPayment<CheckoutAnswer>(paths.open, form, {
    unreached: "The shop cannot be reached. Check your connection and try again.",
    unreadable: paymentFailed,
  });
  if (!answer.ok) return { state: "failed", message: answer.message, errors: answer.errors, stage: "refused" };
  if ("orderPage" in answer) {
    setCartCount();
    location.assign(answer.orderPage);
    return { state: "processing" };
  }
  show({ state: "processing", heldUntil: answer.heldUntil });
  const widget = widgetOf(answer.provider);
  await widget.load(answer.checkoutSrc);
  show({ state: "processing", heldUntil: answer.heldUntil, isOpen: true });
  const outcome = await widget.open(answer.options, (open) =>
    watchWidget(open, () => paths.askStanding(answer.orderNumber)),
  );
  const result = await confirmPayment(
    paths.verify,
    answer.orderNumber,
    outcome.kind === "success" ? outcome.proof : null,
  );
  if (result.state === "paid" || result.state === "confirming") {
    setCartCount();
    const { orderNumber } = answer;
    return { state: "success", orderNumber, isConfirmed: result.state === "paid", receipt: result.receipt ?? null };
  }
  if (result.state === "review") {
    location.assign(href("/orders/:orderNumber", { orderNumber: answer.orderNumber }));
    return { state: "processing" };
  }
  const isDeclined = outcome.kind === "closed" && outcome.lastError !== null;
  return isDeclined
    ? { state: "failed", message: outcome.lastError || paymentFailed, stage: "declined" }
    : { state: "idle" };
}
