import { postForm } from "#app/client/post-form.ts";

/** The shop rejected the request: the order does not exist or the data is invalid. Retrying cannot help. */
export class ShopRefusal extends Error {}

/** Texts for the reader when the shop gave no answer, and when its answer has no text. */
interface Trouble {
  unreached: string;
  unreadable: string;
}

/**
 * Posts a form of the checkout. Throws a text for the reader: a ShopRefusal when a retry cannot help, else an Error.
 */
export async function postPayment<Answer>(path: string, form: FormData, trouble: Trouble): Promise<Answer> {
  const response = await postForm(path, form).catch(() => {
    throw new Error(trouble.unreached);
  });
  const answer = (await response.json().catch(() => null)) as (Answer & { message?: string }) | null;
  if (answer !== null && (response.ok || "ok" in answer)) return answer;
  const message = answer?.message ?? trouble.unreadable;
  throw response.status === 400 || response.status === 404 ? new ShopRefusal(message) : new Error(message);
}
