import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { CountedBook } from "#shop/office/reports/stock-report.server.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** A table of books in stock, with the date since which no copy was sold, and the value of the copies. */
export function CountedBooks({ books, maySeeStock }: { books: CountedBook[]; maySeeStock: boolean }) {
  return (
    <table className="desk-table desk-stacked">
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col">No sale since</th>
          <th scope="col" className="text-right!">
            Copies
          </th>
          <th scope="col" className="text-right!">
            Price
          </th>
          <th scope="col" className="text-right!">
            Cost
          </th>
          <th scope="col" className="text-right!">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {books.map(({ bookId, title, publisher, format, copies, pricePaise, costPaise, quietSince }) => (
          <tr key={bookId}>
            <th scope="row">
              {maySeeStock ? (
                <Link className="link" to={deskHref("/stock/books/:book", { book: bookId })}>
                  <cite lang={detectLanguage(title)} className="not-italic">
                    {title}
                  </cite>
                </Link>
              ) : (
                <cite lang={detectLanguage(title)} className="not-italic">
                  {title}
                </cite>
              )}
              <span className="block text-small font-normal text-quiet">
                {[publisher, isKeyOf(formatNames, format) && formatNames[format]].filter(Boolean).join(", ")}
              </span>
            </th>
            <td data-label="No sale since" className="desk-words">
              <time dateTime={quietSince} className="whitespace-nowrap">
                {shortDay(quietSince)}
              </time>
            </td>
            <td data-label="Copies">{copies}</td>
            <td data-label="Price">
              <Money paise={pricePaise} />
            </td>
            <td data-label="Cost">{costPaise === null ? "not known" : formatPaise(costPaise)}</td>
            <td data-label="Value">
              <Money paise={copies * pricePaise} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
