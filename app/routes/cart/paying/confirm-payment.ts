import type { PaymentAnswer } from "#app/client/cart/checkout-answer.ts";
import { href } from "#routing/href.ts";
import { postPayment, ShopRefusal } from "./post-payment.ts";

const askAgainMs = 1000;
const askTimes = 20;

/**
 * Sends the proof of a payment, or without one asks for its state, and polls up to 20 times, once a second, while the
 * provider has not confirmed it. A payment with a proof never fails because of a network error: unless the shop rejects
 * the proof, the result is `confirming` at worst.
 */
export async function confirmPayment(
  orderNumber: string,
  proof: Record<string, string> | null,
): Promise<PaymentAnswer> {
  const form = new FormData();
  form.set("order", orderNumber);
  for (const [name, value] of Object.entries(proof ?? {})) form.set(name, value);
  const ask = () =>
    postPayment<PaymentAnswer>(href("/checkout/verify"), form).catch((error: unknown): PaymentAnswer => {
      if (proof === null || error instanceof ShopRefusal) throw error;
      return { state: "confirming", orderNumber };
    });
  let answer = await ask();
  for (let times = 0; answer.state === "confirming" && times < askTimes; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    answer = await ask();
  }
  return answer;
}
