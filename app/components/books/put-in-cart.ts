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
 * whether the shop has put it in the cart. `isAnswered`: the pressed button shows the success itself.
 */
export async function putInCart(
  form: FormData,
  { id, title, pricePaise }: AddedBook,
  isAnswered = false,
): Promise<boolean> {
  const before = currentCartCount();
  setCartCount(before + 1);
  try {
    if (!navigator.onLine) {
      const { enqueueBook } = await import("#app/offline/cart-queue.ts");
      enqueueBook({ bookId: id, title, seenPaise: pricePaise });
      return false;
    }
    const { ok, message } = await changeCart(form);
    setCartNotice({ message: ok ? `${title} is in your cart.` : message, isError: !ok, isAnswered });
    return Boolean(ok);
  } catch {
    setCartCount(before);
    setCartNotice({
      message: `${title} could not be put in your cart. Check your connection and try again.`,
      isError: true,
    });
    return false;
  }
}
