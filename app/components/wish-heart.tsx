import type { SubmitEvent } from "react";

import { toggleWish, useIsWished } from "#app/visitor/wishes.ts";
import { HeartIcon } from "#ui/icons.tsx";

interface WishHeartProps {
  book: { id: string; title: string };
  /** Where it stands: on a card's cover, beside a book page's large button, or in a row. */
  place?: "cover" | "book" | "row";
}

/** Wishes for a book, or no more. The page is the same for all; the browser fills the hearts it knows. */
export function WishHeart({ book, place = "row" }: WishHeartProps) {
  const isWished = useIsWished(book.id);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void toggleWish(book.id);
  }

  return (
    <form
      method="post"
      action="/wishlist/books"
      onSubmit={submit}
      className={`${place === "cover" ? "" : "relative z-10"} wish-${place}`}
    >
      <button
        name="bookId"
        value={book.id}
        className="wish-heart"
        aria-pressed={isWished}
        aria-label={`${isWished ? "Remove from" : "Add to"} wishlist: ${book.title}`}
      >
        <HeartIcon />
      </button>
    </form>
  );
}
