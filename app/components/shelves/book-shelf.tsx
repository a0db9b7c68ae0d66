import type { ReactNode } from "react";

import type { BookCard as Book } from "#shop/catalogue/books/book.ts";

import { BookCard } from "#app/components/books/book-card.tsx";

interface BookShelfProps {
  books: Book[];
  /** Number of columns on a wide screen; with 4, a very wide screen shows 5. */
  columns?: 4 | 5;
  heading?: "h2" | "h3";
  isRated?: boolean;
  isCategoryShown?: boolean;
  isStill?: boolean;
  /** Whether the first row is above the fold. */
  isFirst?: boolean;
  /** Last item of the shelf. */
  children?: ReactNode;
}

/** Width of a cover by number of columns, as the `sizes` attribute. */
export const shelfSizes = {
  4: "(min-width: 1240px) 270px, (min-width: 1024px) 22vw, (min-width: 640px) 30vw, calc(50vw - 28px)",
  5: "(min-width: 1240px) 212px, (min-width: 1024px) 18vw, (min-width: 640px) 30vw, calc(50vw - 28px)",
};

/** Grid of books, two columns on a phone. */
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
            loads={!isFirst || index >= columns ? "late" : index === 0 ? "first" : "soon"}
          />
        </li>
      ))}
      {children}
    </ul>
  );
}
