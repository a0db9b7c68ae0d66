import type { ReactNode } from "react";
import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";

import { AuthorNames } from "./author-names.tsx";
import { BookCover } from "./book-cover.tsx";
import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Price } from "./price.tsx";
import { StockLabel } from "./stock-label.tsx";

interface WishBookProps {
  book: BookCard;
  /** Level of the title's heading. */
  heading?: "h2" | "h3";
  note?: string;
  children: ReactNode;
}

/** Book on a wishlist; `children` are its actions. */
export function WishBook({ book, heading: Heading = "h2", note = "", children }: WishBookProps) {
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-4 border-t border-line py-6 sm:grid-cols-[7rem_1fr] sm:gap-x-6">
      <Link to={href("/books/:bookId", { bookId: book.id })} tabIndex={-1} aria-hidden="true" className="self-start">
        <BookCover book={book} sizes="(min-width: 640px) 112px, 80px" loads="soon" />
      </Link>
      <div className="min-w-0">
        <Heading className="text-title" lang={book.language}>
          <Link to={href("/books/:bookId", { bookId: book.id })} className="quiet-link inline-block py-0.5">
            {book.title}
          </Link>
        </Heading>
        <AuthorNames authors={book.authors} className="text-quiet" />
        {note && (
          <p className="mt-2 font-display text-lead wrap-anywhere italic" lang={detectLanguage(note)}>
            {note}
          </p>
        )}
        {book.format && <p className="mt-2 text-small text-quiet">{formatNames[book.format]}</p>}
        <div className="flex flex-wrap items-baseline gap-x-5">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <StockLabel stock={book.stock} />
        </div>
        {children}
      </div>
    </li>
  );
}
