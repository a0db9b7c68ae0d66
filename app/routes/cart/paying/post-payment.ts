import { postForm } from "#app/client/post-form.ts";

export const paymentFailed = "Payment failed. Please try again.";

/** The shop rejected the request: the order does not exist or the data is invalid. Retrying cannot help. */
export class ShopRefusal extends Error {}

/**
 * Posts a form of the checkout. Throws a text for the reader: a ShopRefusal when a retry cannot help, else an Error.
 */
export async function postPayment<Answer>(path: string, form: FormData): Promise<Answer> {
  const response = await postForm(path, form).catch(() => {
    throw new Error("The shop cannot be reached. Check your connection and try again.");
  });
  const answer = (await response.json().catch(() => null)) as (Answer & { message?: string }) | null;
  if (answer !== null && (response.ok || "ok" in answer)) return answer;
  const message = answer?.message ?? paymentFailed;
  throw response.status === 400 || response.status === 404 ? new ShopRefusal(message) : new Error(message);
}
