import { useState } from "react";

import type { CheckoutAnswer, PaymentAnswer } from "#app/components/checkout-answer.ts";
import { setCartCount } from "#app/visitor/cart-count.ts";
import { loadWidget, openWidget, type WidgetSuccess } from "./widget.ts";

/** Where a payment stands, from the pay button's point of view. */
export type Payment =
  | { state: "idle" }
  | { state: "processing"; heldUntil?: string }
  | { state: "failed"; message: string; errors?: Partial<Record<string, string>> }
  | { state: "success"; orderNumber: string; isConfirmed: boolean };

const askAgainMs = 1000;
const askTimes = 20;
const fallback = "Payment failed. Please try again.";

/** Takes a payment from the pressed button to its end. */
export function usePayment(): { payment: Payment; pay: (delivery: FormData) => Promise<void> } {
  const [payment, setPayment] = useState<Payment>({ state: "idle" });

  async function pay(delivery: FormData) {
    if (payment.state === "processing") return;
    setPayment({ state: "processing" });
    try {
      setPayment(await takePayment(delivery, setPayment));
    } catch (error) {
      setPayment({ state: "failed", message: error instanceof Error && error.message ? error.message : fallback });
    }
  }

  return { payment, pay };
}

async function takePayment(delivery: FormData, show: (payment: Payment) => void): Promise<Payment> {
  const answer = await post<CheckoutAnswer>("/checkout", delivery);
  if (!answer.ok) return { state: "failed", message: answer.message, errors: answer.errors };
  show({ state: "processing", heldUntil: answer.heldUntil });
  await loadWidget(answer.checkoutSrc);
  const outcome = await openWidget(answer.options);
  const result = await confirm(answer.orderNumber, outcome.kind === "success" ? outcome.success : null);
  if (result.state === "paid" || result.state === "confirming") {
    const count = /(?:^|;\s*)cart-count=(\d+)/.exec(document.cookie)?.[1];
    setCartCount(Number(count ?? 0));
    return { state: "success", orderNumber: answer.orderNumber, isConfirmed: result.state === "paid" };
  }
  const failed = outcome.kind === "closed" && outcome.lastError !== null;
  return failed ? { state: "failed", message: outcome.lastError || fallback } : { state: "idle" };
}

/** Reports a success, or asks how things stand; while Razorpay is still at it, asks again for a while. */
async function confirm(orderNumber: string, success: WidgetSuccess | null): Promise<PaymentAnswer> {
  const form = new FormData();
  form.set("order", orderNumber);
  for (const [name, value] of Object.entries(success ?? {})) {
    if (name.startsWith("razorpay_")) form.set(name, value);
  }
  let answer = await post<PaymentAnswer>("/checkout/verify", form);
  for (let times = 0; answer.state === "confirming" && times < askTimes; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    answer = await post<PaymentAnswer>("/checkout/verify", form);
  }
  return answer;
}

async function post<T>(path: string, form: FormData): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      body: new URLSearchParams([...form].map(([name, value]) => [name, String(value)])),
      headers: { accept: "application/json" },
    });
  } catch {
    throw new Error("The shop cannot be reached. Check your connection and try again; nothing was charged twice.");
  }
  const body = (await response.json().catch(() => null)) as (T & { message?: string }) | null;
  if (body === null) throw new Error(fallback);
  if (!response.ok && !("ok" in body)) throw new Error(body.message ?? fallback);
  return body;
}
