import type { PaymentAnswer } from "#app/client/paying/checkout-answer.ts";
import { postPayment, ShopRefusal } from "./post-payment.ts";

const askAgainMs = 1000;
const askTimes = 20;

const adviceToWait = "If one did, we will write to you. Please wait a few minutes before you pay again.";
/** The payment may have gone through, so these texts do not ask the reader to try again. */
const trouble = {
  unreached: `The shop cannot be reached, so we do not know whether a payment went through. ${adviceToWait}`,
  unreadable: `We cannot check at the moment whether a payment went through. ${adviceToWait}`,
};

/**
 * Sends the proof of a payment, or without a proof requests its state. While the provider has not confirmed the
 * payment, it polls again, up to 20 times, once a second. With a proof, a network error gives the result `confirming`;
 * only a rejection by the shop throws.
 */
export async function confirmPayment(
  path: string,
  orderNumber: string,
  proof: Record<string, string> | null,
): Promise<PaymentAnswer> {
  const form = new FormData();
  form.set("order", orderNumber);
  for (const [name, value] of Object.entries(proof ?? {})) form.set(name, value);
  const ask = () =>
    postPayment<PaymentAnswer>(path, form, trouble).catch((error: unknown): PaymentAnswer => {
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
