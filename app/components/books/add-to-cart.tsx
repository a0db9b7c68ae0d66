import type { SubmitEvent } from "react";

import { href } from "#routing/href.ts";
import type { Stock } from "#shop/catalogue/books/book.ts";
import { Button, type ButtonVariant, type ButtonSize } from "#ui/button.tsx";

import { detectLanguage } from "#app/display/detect-language.ts";
import { stockLabel } from "#app/display/stock-label.ts";
import { putInCart } from "./put-in-cart.ts";

interface AddToCartProps {
  book: { id: string; title: string; stock: Stock; pricePaise: number };
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** Button that puts one copy in the cart. Without JavaScript the form posts and the cart page opens. */
export function AddToCart({ book, variant = "outline", size, className = "" }: AddToCartProps) {
  if (book.stock.state === "sold-out") {
    return (
      <p className={`flex min-h-11 items-center font-semibold text-quiet ${className}`}>{stockLabel(book.stock)}</p>
    );
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    await putInCart(new FormData(event.currentTarget), book);
  }

  return (
    <form
      method="post"
      action={href("/cart/lines")}
      onSubmit={submit}
      className={`relative z-10 ${className}`}
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
  );
}
