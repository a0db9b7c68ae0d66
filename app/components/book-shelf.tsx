import type { BookCard as Book } from "#shop/catalogue/book.ts";

import { BookCard } from "./book-card.tsx";

interface BookShelfProps {
  books: Book[];
  /** Covers beside each other on a desk. */
  columns?: 3 | 4 | 5;
  heading?: "h2" | "h3";
  isRated?: boolean;
  isCategoryShown?: boolean;
  isStill?: boolean;
  /** The first row is above the fold. */
  isFirst?: boolean;
}

const grids = {
  3: "sm:grid-cols-3",
  4: "sm:grid-cols-3 lg:grid-cols-4",
  5: "sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5",
};
const sizes = {
  3: "(min-width: 640px) 30vw, calc(50vw - 28px)",
  4: "(min-width: 1240px) 270px, (min-width: 1024px) 22vw, (min-width: 640px) 30vw, calc(50vw - 28px)",
  5: "(min-width: 1240px) 212px, (min-width: 1024px) 18vw, (min-width: 640px) 30vw, calc(50vw - 28px)",
};

/** Books in rows, two to a row on a phone. */
export function BookShelf({
  books,
  columns = 4,
  heading,
  isRated,
  isCategoryShown,
  isStill,
  isFirst = false,
}: BookShelfProps) {
  return (
    <ul className={`grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 lg:gap-x-8 ${grids[columns]}`}>
      {books.map((book, index) => (
        <li key={book.id} className="flex">
          <BookCard
            book={book}
            sizes={sizes[columns]}
            heading={heading}
            isRated={isRated}
            isCategoryShown={isCategoryShown}
            isStill={isStill}
            loads={isFirst && index < columns ? "soon" : "late"}
          />
        </li>
      ))}
    </ul>
  );
}
