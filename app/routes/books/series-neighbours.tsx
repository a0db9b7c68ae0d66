import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, BookPage } from "#shop/catalogue/books/book.ts";

/** Links to the previous and next book of the series. */
export function SeriesNeighbours({ book }: { book: BookPage }) {
  if (!book.series || (!book.previousInSeries && !book.nextInSeries)) return null;
  return (
    <nav
      aria-label={`More of ${book.series.name}`}
      className="mt-10 max-w-measure border-t border-line pt-6 print:hidden"
    >
      <p className="font-display text-lead italic">
        <Link
          to={href("/series/:seriesId", { seriesId: book.series.id })}
          className="link inline-flex min-h-11 items-center"
        >
          {book.series.name}
        </Link>
      </p>
      <ul className="mt-2 grid gap-6 sm:grid-cols-2">
        <Neighbour book={book.previousInSeries} words="Read before this" />
        <Neighbour book={book.nextInSeries} words="Read next" />
      </ul>
    </nav>
  );
}

function Neighbour({ book, words }: { book: BookCard | null; words: string }) {
  if (!book) return null;
  return (
    <li>
      <div className="book-card flex-row items-center gap-4">
        <BookCover book={book} sizes="80px" className="w-20 shrink-0" />
        <div className="min-w-0">
          <p className="text-small text-quiet">{words}</p>
          <Link
            to={href("/books/:bookId", { bookId: book.id })}
            lang={book.language}
            className="card-link line-clamp-2 font-display text-title"
          >
            {book.title}
          </Link>
        </div>
      </div>
    </li>
  );
}
