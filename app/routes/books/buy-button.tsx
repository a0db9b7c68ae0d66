import type { SubmitEvent } from "react";

import { useCopiesInCart } from "#app/client/cart/use-copies-in-cart.ts";
import { putInCart } from "#app/components/books/put-in-cart.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import { ArrowRightIcon, PlusIcon } from "#ui/icons.tsx";

/** The id of the form that puts the book of a page in the cart. */
export const buyFormId = "buy-form";

/**
 * Puts one copy in the cart. While the book is in the cart, a link to it follows the button, which keeps the focus and
 * adds one more copy. Without JavaScript the form posts and the cart opens.
 */
export function BuyButton({ book }: { book: Pick<BookCard, "id" | "title" | "pricePaise"> }) {
  const inCart = useCopiesInCart(book.id);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    await putInCart(new FormData(event.currentTarget), book, true);
  }

  return (
    <div className="flex gap-2 max-sm:flex-1 max-sm:justify-end">
      <form
        id={buyFormId}
        method="post"
        action={href("/cart/lines")}
        onSubmit={submit}
        data-title={book.title}
        data-price-paise={book.pricePaise}
        className={inCart ? "order-1" : "max-sm:max-w-60 max-sm:flex-1 sm:min-w-56"}
      >
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="bookId" value={book.id} />
        <Button
          variant={inCart ? "outline" : "primary"}
          size="large"
          className={inCart ? "w-13 px-0!" : "w-full px-4! whitespace-nowrap"}
        >
          {inCart ? (
            <>
              <PlusIcon className="size-5" />
              <span className="sr-only">Add one more</span>
            </>
          ) : (
            <span>Add to Cart</span>
          )}
          <span className="sr-only" lang={detectLanguage(book.title)}>
            : {book.title}
          </span>
        </Button>
      </form>
      {inCart > 0 && (
        <ButtonLink
          to={href("/cart")}
          reloadDocument
          size="large"
          className="figures px-3! whitespace-nowrap sm:min-w-56"
        >
          <span>
            In your cart, <Figure>{inCart}</Figure>
            <span className="max-sm:sr-only"> · View cart</span>
          </span>
          <ArrowRightIcon className="size-5" />
        </ButtonLink>
      )}
    </div>
  );
}
