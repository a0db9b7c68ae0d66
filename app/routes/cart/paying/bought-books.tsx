import type { Receipt } from "#app/client/paying/checkout-answer.ts";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { OpenedBook } from "#app/components/plates/opened-book.tsx";
import { pickBookEndpaper } from "#app/display/book-endpaper.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { Figure } from "#ui/figure.tsx";

/** Number of smaller covers that fit below the first one. */
const maxCovers = 5;

/**
 * The books of a paid order, the first one large. With bookplates it opens by itself and shows its plate; the others
 * show a corner of theirs.
 */
export function BoughtBooks({ books, bookplate }: Pick<Receipt, "books" | "bookplate">) {
  const more = books.length - 1 - maxCovers;
  return (
    <div className="payment-success-books">
      <ul aria-label="Your books">
        {books.slice(0, 1 + maxCovers).map((book, place) => (
          <li key={book.bookId}>
            {bookplate && place === 0 ? (
              <OpenedBook book={book.plateBook} words={bookplate} />
            ) : (
              <div className="relative isolate">
                {bookplate && <Endpaper {...pickBookEndpaper(book.plateBook)} className="plate-corner" />}
                <BookCover book={{ ...book, authors: [] }} sizes={place === 0 ? "240px" : "72px"} loads="soon" />
              </div>
            )}
            <span lang={detectLanguage(book.title)} className="sr-only">
              {book.title}
            </span>
            {book.quantity > 1 && (
              <Figure className="figures mt-1 block text-small whitespace-nowrap">{` × ${book.quantity}`}</Figure>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-small text-quiet">
          and <Figure>{more}</Figure> more
        </p>
      )}
    </div>
  );
}
