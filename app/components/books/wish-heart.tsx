import type { SubmitEvent } from "react";

import { useIsWished } from "#app/client/cart/use-wishes.ts";
import { toggleWish } from "#app/client/cart/wishes.ts";
import { href } from "#routing/href.ts";
import { HeartIcon } from "#ui/icons.tsx";

interface WishHeartProps {
  book: { id: string; title: string };
  /** Large variant, next to the button on the book's own page. */
  isLarge?: boolean;
}

/**
 * Button that adds a book to the wishlist or removes it. The cached page is the same for all readers, so a script in
 * the browser fills the hearts of wished books.
 */
export function WishHeart({ book, isLarge = false }: WishHeartProps) {
  const isWished = useIsWished(book.id);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void toggleWish(book.id);
  }

  return (
    <form method="post" action={href("/wishlist/books")} onSubmit={submit} className="relative z-10">
      <button
        name="bookId"
        value={book.id}
        className={isLarge ? "wish-heart wish-heart-large" : "wish-heart"}
        aria-pressed={isWished}
        aria-label={`${isWished ? "Remove from" : "Add to"} wishlist: ${book.title}`}
      >
        <HeartIcon />
      </button>
    </form>
  );
}
