import { type SubmitEvent, useRef } from "react";

import { useCopiesInCart } from "#app/client/cart/use-copies-in-cart.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { stockLabel } from "#app/display/stock-label.ts";
import { href } from "#routing/href.ts";
import type { Stock } from "#shop/catalogue/books/book.ts";
import { Button, type ButtonVariant, type ButtonSize } from "#ui/button.tsx";
import { InYourCart } from "./in-your-cart.tsx";
import { putInCart } from "./put-in-cart.ts";

interface AddToCartProps {
  book: { id: string; title: string; stock: Stock; pricePaise: number };
  /** The id of the form, for fields outside it. */
  id?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/**
 * Button that puts one copy in the cart. Once the book is in the cart, a link to the cart takes its place. Without
 * JavaScript the form posts and the cart page opens.
 */
export function AddToCart({ book, id, variant = "outline", size, className = "" }: AddToCartProps) {
  const isInCart = useCopiesInCart(book.id) > 0;
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);

  if (book.stock.state === "sold-out") {
    return (
      <p className={`flex min-h-11 items-center font-semibold text-quiet ${className}`}>{stockLabel(book.stock)}</p>
    );
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A double click is one press.
    if (isPressed.current) return;
    isPressed.current = true;
    const isDone = await putInCart(new FormData(event.currentTarget), book, true);
    isPressed.current = false;
    // The button had the focus and is gone. From its place the next Tab reaches the link.
    const { activeElement, body } = document;
    if (isDone && (activeElement === body || place.current?.contains(activeElement)))
      place.current?.focus({ preventScroll: true });
  }

  return (
    <div ref={place} tabIndex={-1} className={`relative z-10 ${className}`}>
      {isInCart ? (
        <InYourCart name={book.title} size={size} />
      ) : (
        <form
          id={id}
          method="post"
          action={href("/cart/lines")}
          onSubmit={submit}
          data-title={book.title}
          data-price-paise={book.pricePaise}
        >
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="bookId" value={book.id} />
          <Button variant={variant} size={size} className="w-full whitespace-nowrap">
            Add to Cart
            <span className="sr-only" lang={detectLanguage(book.title)}>
              : {book.title}
            </span>
          </Button>
        </form>
      )}
    </div>
  );
}
