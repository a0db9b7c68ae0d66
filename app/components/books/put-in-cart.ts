import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart } from "#app/client/cart/change-cart.ts";

/** What is told of a book that goes into the cart, and what a cart without a connection keeps of it. */
interface AddedBook {
  id: string;
  title: string;
  pricePaise: number;
}

/**
 * Sends the form that puts a book in the cart, and tells how it went; without a connection the book waits for one. Answers
 * how many copies are there now, and nothing when that is not known.
 */
export async function putInCart(form: FormData, { id, title, pricePaise }: AddedBook): Promise<number | undefined> {
  const before = currentCartCount();
  setCartCount(before + 1);
  try {
    if (!navigator.onLine) {
      const { enqueueBook } = await import("#app/offline/cart-queue.ts");
      return void enqueueBook({ bookId: id, title, seenPaise: pricePaise });
    }
    const { ok, message, quantity } = await changeCart(form);
    setCartNotice({ message: ok ? `${title} is in your cart.` : message, isError: !ok });
    return quantity;
  } catch {
    setCartCount(before);
    setCartNotice({
      message: `${title} could not be put in your cart. Check your connection and try again.`,
      isError: true,
    });
  }
}
