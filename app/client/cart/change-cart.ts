import { href } from "#routing/href.ts";
import { readCartBooks, rememberCartBooks } from "./cart-books.ts";
import { isCartStored, setCartCount } from "./cart-count.ts";
import { postForm } from "#app/client/post-form.ts";

/** JSON response of `/cart/lines`; a request that is rejected before it reaches the route gets only `message`. */
export interface CartAnswer {
  ok?: boolean;
  /** Total number of copies in the cart, for the badge. */
  count?: number;
  /** Number of copies of the submitted book. */
  quantity?: number;
  message: string;
}

const noCookies = "Your browser keeps no cookies for this shop, so it cannot keep a cart. Allow them and try again.";

/**
 * Submits a cart form by `fetch`, and updates the badge and the known books of the cart; `together` are the books that
 * the form adds one copy of each. Throws when the shop cannot be reached.
 */
export async function changeCart(form: FormData, together: string[] = []): Promise<CartAnswer> {
  const books = readCartBooks();
  const response = await postForm(href("/cart/lines"), form);
  const answer = (await response.json()) as CartAnswer;
  // The response set two cookies: the cart, which is HttpOnly, and its number of copies. If the second one is missing,
  // the browser has rejected both.
  if (answer.ok && !isCartStored()) {
    setCartCount(0);
    return { ok: false, count: 0, message: noCookies };
  }
  const bookId = form.get("bookId");
  if (bookId && answer.quantity) books[String(bookId)] = answer.quantity;
  if (answer.ok) for (const id of together) books[id] = (books[id] ?? 0) + 1;
  rememberCartBooks(books);
  setCartCount(answer.count);
  return answer;
}
