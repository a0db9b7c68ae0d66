import type { SubmitEvent } from "react";

import { currentCartCount, setCartCount } from "#app/client/cart-count.ts";
import { setCartNotice } from "#app/client/cart-notice.ts";
import { changeCart } from "#app/client/change-cart.ts";
import { href } from "#routing/href.ts";
import type { Stock } from "#shop/catalogue/book.ts";
import { Button, type ButtonVariant, type ButtonSize } from "#ui/button.tsx";

import { languageOf } from "#app/display/language-of.ts";

interface AddToCartProps {
  book: { id: string; title: string; stock: Stock; pricePaise: number };
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** Puts one copy in the cart. Without JavaScript the form posts and the cart page opens. */
export function AddToCart({ book, variant = "outline", size, className = "" }: AddToCartProps) {
  if (book.stock.state === "sold-out") {
    return <p className={`flex min-h-11 items-center font-semibold text-quiet ${className}`}>Back soon</p>;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    await putInCart(new FormData(event.currentTarget), book);
  }

  return (
    <form method="post" action={href("/cart/lines")} onSubmit={submit} className={`relative z-10 ${className}`}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="bookId" value={book.id} />
      <Button variant={variant} size={size} className="w-full whitespace-nowrap">
        Add to Cart
        <span className="sr-only" lang={languageOf(book.title)}>
          : {book.title}
        </span>
      </Button>
    </form>
  );
}

/** Puts what the form asks for in the cart, and says so; answers how many copies are there now, and nothing when that is not known. */
export async function putInCart(form: FormData, { id, title, pricePaise }: AddToCartProps["book"]) {
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
