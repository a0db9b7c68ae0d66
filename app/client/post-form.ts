export const paymentFailed = "Payment failed. Please try again.";

/** The shop has understood and says no: there is no such thing, or it is not as it was told. */
export class ShopRefusal extends Error {}

/** Sends a form and reads the answer; throws words for the reader, a ShopRefusal when asking again is of no use. */
export async function postForm<T>(path: string, form: FormData): Promise<T> {
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
  if (response.ok && body !== null) return body;
  if (body !== null && "ok" in body) return body;
  const message = body?.message ?? paymentFailed;
  throw response.status === 400 || response.status === 404 ? new ShopRefusal(message) : new Error(message);
}
