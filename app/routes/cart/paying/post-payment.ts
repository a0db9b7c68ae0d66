import { postForm } from "#app/client/post-form.ts";

export const paymentFailed = "Payment failed. Please try again.";

/** The shop has understood and says no: there is no such thing, or it is not as it was told. */
export class ShopRefusal extends Error {}

/** Sends a form of the checkout; throws words for the reader, a ShopRefusal when asking again is of no use. */
export async function postPayment<Answer>(path: string, form: FormData): Promise<Answer> {
  const response = await postForm(path, form).catch(() => {
    throw new Error("The shop cannot be reached. Check your connection and try again; nothing was charged twice.");
  });
  const answer = (await response.json().catch(() => null)) as (Answer & { message?: string }) | null;
  if (answer !== null && (response.ok || "ok" in answer)) return answer;
  const message = answer?.message ?? paymentFailed;
  throw response.status === 400 || response.status === 404 ? new ShopRefusal(message) : new Error(message);
}
