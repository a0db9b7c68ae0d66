import { href } from "#routing/href.ts";
import { setCartCount } from "./cart-count.ts";
import { postForm } from "./post-form.ts";

/** What `/cart/lines` answers a script; who is turned away at the door gets the message only. */
export interface CartAnswer {
  ok?: boolean;
  /** Total quantity, for the badge. */
  count?: number;
  /** Copies of the book that the form was about. */
  quantity?: number;
  message: string;
}

/** Sends a cart form without leaving the page, and moves the badge; throws when the shop cannot be reached. */
export async function changeCart(form: FormData): Promise<CartAnswer> {
  const response = await postForm(href("/cart/lines"), form);
  const answer = (await response.json()) as CartAnswer;
  setCartCount(answer.count);
  return answer;
}
