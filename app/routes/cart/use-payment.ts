import { useState } from "react";

import type { CheckoutAnswer, Receipt } from "#app/client/checkout-answer.ts";
import { setCartCount } from "#app/client/cart-count.ts";
import { href } from "#routing/href.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { paymentFailed, postPayment } from "./post-payment.ts";
import { loadWidget, openWidget } from "./widget.ts";

/** Where a payment stands, from the pay button's point of view. */
export type Payment =
  | { state: "idle" }
  | { state: "processing"; heldUntil?: string }
  | { state: "failed"; message: string; errors?: Partial<Record<string, string>> }
  | { state: "success"; orderNumber: string; isConfirmed: boolean; receipt: Receipt | null };

/** Takes a payment from the pressed button to its end. */
export function usePayment(): { payment: Payment; pay: (delivery: FormData) => Promise<void> } {
  const [payment, setPayment] = useState<Payment>({ state: "idle" });

  async function pay(delivery: FormData) {
    if (payment.state === "processing") return;
    setPayment({ state: "processing" });
    try {
      setPayment(await takePayment(delivery, setPayment));
    } catch (error) {
      setPayment({ state: "failed", message: error instanceof Error && error.message ? error.message : paymentFailed });
    }
  }

  return { payment, pay };
}

async function takePayment(delivery: FormData, show: (payment: Payment) => void): Promise<Payment> {
  const answer = await postPayment<CheckoutAnswer>(href("/checkout"), delivery);
  if (!answer.ok) return { state: "failed", message: answer.message, errors: answer.errors };
  show({ state: "processing", heldUntil: answer.heldUntil });
  await loadWidget(answer.checkoutSrc);
  const outcome = await openWidget(answer.options, answer.orderNumber);
  const result = await confirmPayment(answer.orderNumber, outcome.kind === "success" ? outcome.success : null);
  if (result.state === "paid" || result.state === "confirming") {
    setCartCount();
    const { orderNumber } = answer;
    return { state: "success", orderNumber, isConfirmed: result.state === "paid", receipt: result.receipt ?? null };
  }
  if (result.state === "review") {
    location.assign(href("/orders/:orderNumber", { orderNumber: answer.orderNumber }));
    return { state: "processing" };
  }
  const failed = outcome.kind === "closed" && outcome.lastError !== null;
  return failed ? { state: "failed", message: outcome.lastError || paymentFailed } : { state: "idle" };
}
