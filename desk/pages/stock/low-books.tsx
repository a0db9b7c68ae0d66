import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { LowBook } from "#shop/office/stock-room/low-stock.server.ts";
import { explainOrder } from "#shop/office/stock-room/reorder.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** A list of books with low stock, with the number of copies to order and the calculation of this number. */
export function LowBooks({ books }: { books: LowBook[] }) {
  return (
    <ul className="mt-3 border-t border-line">
      {books.map((book) => {
        const { bookId, title, author, isbn13, forSale, waiting, arriving, toOrder } = book;
        return (
          <li key={bookId} className="grid gap-x-4 gap-y-1 border-b border-line py-2 md:grid-cols-[2fr_1fr_2fr]">
            <span className="min-w-0 break-words">
              <Link className="row-link" to={deskHref("/stock/books/:book", { book: bookId })}>
                <cite lang={detectLanguage(title)} className="not-italic">
                  {title}
                </cite>
              </Link>
              <span className="block text-small text-quiet">{[author, isbn13].filter(Boolean).join(", ")}</span>
            </span>
            <span>
              <span>{forSale === 0 ? "None for sale" : `${forSale} for sale`}</span>
              <span className="block text-small text-quiet">
                {[
                  waiting > 0 && `${formatCount(waiting, "reader waits", "readers wait")}`,
                  arriving > 0 && `${arriving} arriving`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </span>
            <span className="min-w-0">
              <b>{toOrder === 0 ? "Enough is coming" : `Order ${formatCount(toOrder, "copy", "copies")}`}</b>
              <span className="block text-small text-quiet">{explainOrder(book)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
