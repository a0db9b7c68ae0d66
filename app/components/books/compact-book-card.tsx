import type { ReactNode } from "react";
import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";

import { AuthorNames } from "./author-names.tsx";
import { BookCover } from "./book-cover.tsx";

interface CompactBookCardProps {
  book: BookCard;
  /** Width of the cover as CSS classes, and the same width as the `sizes` attribute. */
  cover: { className: string; sizes: string };
  children: ReactNode;
}

/** Card with a small cover next to title and authors, and `children` below these; the whole card links to the book. */
export function CompactBookCard({ book, cover, children }: CompactBookCardProps) {
  return (
    <article className="book-card flex-row gap-5">
      <BookCover book={book} sizes={cover.sizes} className={`${cover.className} shrink-0 self-start`} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="text-title" lang={book.language}>
          <Link to={href("/books/:bookId", { bookId: book.id })} className="card-link line-clamp-2">
            {book.title}
          </Link>
        </h3>
        <AuthorNames authors={book.authors} className="card-by" />
        {children}
      </div>
    </article>
  );
}
