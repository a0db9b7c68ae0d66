import { currentCartCount, setCartCount } from "#app/client/cart/cart-count.ts";
import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { changeCart } from "#app/client/cart/change-cart.ts";

/** Fields of a book that messages and the offline cart queue need. */
interface AddedBook {
  id: string;
  title: string;
  pricePaise: number;
}

/**
 * Submits a form that adds a book to the cart and shows the result; without a connection it queues the book. Returns
 * the number of copies of the book in the cart, or undefined when it is unknown.
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
