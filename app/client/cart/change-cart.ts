import { href } from "#routing/href.ts";
import { isCartKept, setCartCount } from "./cart-count.ts";
import { postForm } from "#app/client/post-form.ts";

/** What `/cart/lines` answers a script; who is turned away at the door gets the message only. */
export interface CartAnswer {
  ok?: boolean;
  /** Total quantity, for the badge. */
  count?: number;
  /** Copies of the book that the form was about. */
  quantity?: number;
  message: string;
}

const noCookies =
  "Your browser keeps no cookies for this shop, so it cannot keep a cart. Allow cookies for this site and try again.";

/** Sends a cart form without leaving the page, and moves the badge; throws when the shop cannot be reached. */
export async function changeCart(form: FormData): Promise<CartAnswer> {
  const response = await postForm(href("/cart/lines"), form);
  const answer = (await response.json()) as CartAnswer;
  // The answer set two cookies: the cart, which only the server sees, and its count.
  if (answer.ok && !isCartKept()) {
    setCartCount(0);
    return { ok: false, count: 0, message: noCookies };
  }
  setCartCount(answer.count);
  return answer;
}
