import { Link, useViewTransitionState } from "react-router";

import { href } from "#routing/href.ts";
import type { BookCard as Book } from "#shop/catalogue/books/book.ts";

import { AddToCart } from "./add-to-cart.tsx";
import { AuthorNames } from "./author-names.tsx";
import { BookCover } from "./book-cover.tsx";
import { formatNames } from "#app/display/format-names.ts";
import { Price } from "./price.tsx";
import { WishHeart } from "./wish-heart.tsx";

interface BookRowProps {
  book: Book;
  /** Whether the cover has no view transition: on the page of a book, another cover has the transition already. */
  isStill?: boolean;
  /** One sentence about the book. */
  about?: string;
}

/** Book with the cover next to the text, for lists with few books. */
export function BookRow({ book, isStill = false, about }: BookRowProps) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path) && !isStill;
  return (
    <article className="book-card flex-row gap-5">
      <BookCover
        book={book}
        sizes="(min-width: 1024px) 128px, 104px"
        className={`w-26 shrink-0 self-start lg:w-32 ${isTravelling ? "travelling-cover" : ""}`}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="text-title" lang={book.language}>
          <Link to={path} viewTransition={!isStill} className="card-link line-clamp-2">
            {book.title}
          </Link>
        </h3>
        <AuthorNames authors={book.authors} className="card-by" />
        {book.format && <p className="text-small text-quiet">{formatNames[book.format]}</p>}
        {about && (
          <p className="mt-2" lang={book.language}>
            {about}
          </p>
        )}
        <div className="mt-auto pt-3">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="mt-2 -mr-2.5 flex gap-0.5">
            <AddToCart book={book} className="min-w-0 max-w-36 flex-1" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
