import type { ReactNode } from "react";

import type { BookCard as Book } from "#shop/catalogue/books/book.ts";

import { BookCard } from "#app/components/books/book-card.tsx";

interface BookShelfProps {
  books: Book[];
  /** Covers beside each other on a desk; four are five where the page is wide. */
  columns?: 4 | 5;
  heading?: "h2" | "h3";
  isRated?: boolean;
  isCategoryShown?: boolean;
  isStill?: boolean;
  /** The first row is above the fold. */
  isFirst?: boolean;
  /** Stands in the last place of the shelf. */
  children?: ReactNode;
}

/** Width of a card's cover on a shelf of so many columns, as the `sizes` attribute. */
export const shelfSizes = {
  4: "(min-width: 1240px) 270px, (min-width: 1024px) 22vw, (min-width: 640px) 30vw, calc(50vw - 28px)",
  5: "(min-width: 1240px) 212px, (min-width: 1024px) 18vw, (min-width: 640px) 30vw, calc(50vw - 28px)",
};

/** Books in rows, two to a row on a phone; one that would stand alone in the last row lies beside its words. */
export function BookShelf({
  books,
  columns = 4,
  heading,
  isRated,
  isCategoryShown,
  isStill,
  isFirst = false,
  children,
}: BookShelfProps) {
  return (
    <ul className={columns === 5 ? "book-shelf book-shelf-five" : "book-shelf"}>
      {books.map((book, index) => (
        <li key={book.id} className="flex">
          <BookCard
            book={book}
            sizes={shelfSizes[columns]}
            heading={heading}
            isRated={isRated}
            isCategoryShown={isCategoryShown}
            isStill={isStill}
            loads={isFirst && index < columns ? "soon" : "late"}
          />
        </li>
      ))}
      {children}
    </ul>
  );
}
