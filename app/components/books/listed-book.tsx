import { Link, useViewTransitionState } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";

import { AddToCart } from "./add-to-cart.tsx";
import { AuthorNames } from "./author-names.tsx";
import { BookCover } from "./book-cover.tsx";
import { Price } from "./price.tsx";
import { WishHeart } from "./wish-heart.tsx";

interface ListedBookProps {
  book: BookCard;
  /** Level of the title's heading. */
  heading?: "h2" | "h3";
  note: string;
  /** Name of the person who wrote the note. */
  signature?: string;
  loads: "soon" | "late";
}

/** Book of a reading list, with the curator's note. */
export function ListedBook({ book, heading: Heading = "h2", note, signature, loads }: ListedBookProps) {
  const path = href("/books/:bookId", { bookId: book.id });
  const isTravelling = useViewTransitionState(path);
  return (
    <article className="book-card listed-book">
      <BookCover
        book={book}
        loads={loads}
        sizes="(min-width: 1024px) 208px, (min-width: 640px) 160px, 34vw"
        className={isTravelling ? "travelling-cover" : ""}
      />
      <div>
        <Heading className="text-h2" lang={book.language}>
          <Link to={path} prefetch="intent" viewTransition className="card-link">
            {book.title}
          </Link>
        </Heading>
        {book.subtitle && (
          <p className="mt-1 font-display text-lead italic max-sm:hidden" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        <AuthorNames authors={book.authors} className="mt-1 text-quiet" />
      </div>
      <div className="listed-note">
        <p className="text-lead max-sm:text-body" lang={detectLanguage(note)}>
          {note}
        </p>
        {signature && <p className="mt-1 text-quiet italic">{signature}</p>}
        <div className="mt-5 flex flex-wrap gap-x-6 gap-y-3 max-sm:flex-col sm:items-center">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="flex gap-1.5">
            <AddToCart book={book} className="min-w-0 max-w-36 flex-1" />
            <WishHeart book={book} />
          </div>
        </div>
      </div>
    </article>
  );
}
