/** The table of books, with checkboxes to choose books for a change. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { formatNames } from "#app/display/format-names.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";
import type { BookOrder } from "#shop/catalogue/editing/book-query.ts";
import type { ListedBook } from "#shop/catalogue/editing/list-books.server.ts";
import { Badge } from "#ui/badge.tsx";
import { setOrder } from "./read-books-query.ts";
import { tickedForm } from "./ticked-books.tsx";
import { tableColumns, type ColumnName } from "./table-columns.ts";

const languages = new Intl.DisplayNames("en", { type: "language" });

/** A book with its days as text. */
export type TableBook = Omit<ListedBook, "addedAt" | "changedAt"> & { addedOn: string; changedOn: string };

interface BooksTableProps {
  books: TableBook[];
  columns: ColumnName[];
  order: BookOrder | null;
  /** The parameters of the page, for links that sort. */
  set: Record<string, string>;
}

export function BooksTable({ books, columns, order, set }: BooksTableProps) {
  return (
    <table className="desk-table desk-books mt-2">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className="desk-tick">
            <label className="needs-script">
              <input
                type="checkbox"
                aria-label="Tick all books of this page"
                data-tick-page
                className="size-5 accent-action"
              />
            </label>
          </th>
          <th scope="col" aria-sort={ariaSort(order, "title") ?? ariaSort(order, "author")}>
            <SortLink by="title" label="Title" {...{ order, set }} />
            <SortLink by="author" label="Author" {...{ order, set }} />
          </th>
          {columns.map((name) => {
            const column: { label: string; sort?: BookOrder["by"]; isFigure?: boolean } = tableColumns[name];
            return (
              <th
                key={name}
                scope="col"
                className={column.isFigure ? "desk-figure" : "whitespace-nowrap"}
                aria-sort={column.sort && ariaSort(order, column.sort)}
              >
                {column.sort ? <SortLink by={column.sort} label={column.label} {...{ order, set }} /> : column.label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {books.map((book) => (
          <tr key={book.id}>
            <td className="desk-tick">
              <label>
                <input
                  type="checkbox"
                  aria-label={`Tick ${book.title}`}
                  form={tickedForm}
                  name="book"
                  value={book.id}
                  className="size-5 accent-action"
                />
              </label>
            </td>
            <td className="desk-book">
              <img src={`/covers/${book.coverKey}-160.webp`} width="28" height="42" alt="" loading="lazy" />
              <Link
                className="row-link"
                lang={detectLanguage(book.title)}
                title={book.title}
                to={deskHref("/books/:book", { book: book.id })}
              >
                {book.title}
              </Link>
              <span className="text-small text-quiet" lang={detectLanguage(book.authors)}>
                {!columns.includes("format") && book.format !== "" && (
                  // Tells the editions of a book apart. It comes first, because a long list of authors is cut off.
                  <span lang="en" className="max-sm:hidden">{`${formatNames[book.format]}, `}</span>
                )}
                {book.authors || "No author"}
              </span>
              <span className="text-small text-quiet sm:hidden!">
                {[
                  book.isbn13 ?? book.itemCode ?? "No ISBN",
                  formatNames[book.format],
                  languages.of(book.language) ?? book.language,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </td>
            {columns.map((name) => (
              <td key={name} data-column={name} className={"isFigure" in tableColumns[name] ? "desk-figure" : ""}>
                <Cell name={name} book={book} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ariaSort = (order: BookOrder | null, by: BookOrder["by"]) =>
  order?.by === by ? (order.isDown ? "descending" : "ascending") : undefined;

/** Figures and days begin with the largest, names with A. A second press turns the order. */
function SortLink({
  by,
  label,
  order,
  set,
}: Pick<BooksTableProps, "order" | "set"> & { by: BookOrder["by"]; label: string }) {
  const isSorted = order?.by === by;
  const startsDown = by === "copies" || by === "sold" || by === "price" || by === "mrp" || by === "added";
  const next = { by, isDown: isSorted ? !order.isDown : startsDown };
  return (
    <Link className="desk-sort" to={deskHref("/books", { ...set, sort: setOrder(next) })} preventScrollReset>
      {label}
      {isSorted && <span aria-hidden="true">{order.isDown ? " ↓" : " ↑"}</span>}
    </Link>
  );
}

function Cell({ name, book }: { name: ColumnName; book: TableBook }) {
  switch (name) {
    case "isbn":
      return book.isbn13 ? (
        <span className="whitespace-nowrap tabular-nums">{book.isbn13}</span>
      ) : (
        <span className="text-quiet" title={book.itemCode === null ? undefined : "Your item code"}>
          {book.itemCode ?? "None"}
        </span>
      );
    case "format":
      return formatNames[book.format];
    case "publisher":
      return book.publisherId ? (
        <Link className="hover:underline" to={deskHref("/books", { publisher: book.publisherId })}>
          {book.publisher}
        </Link>
      ) : (
        book.publisher
      );
    case "category":
      return book.category;
    case "price":
      return <Money paise={book.pricePaise} />;
    case "mrp":
      return book.mrpPaise === book.pricePaise ? (
        <span className="text-quiet">same</span>
      ) : (
        <Money paise={book.mrpPaise} className="figures text-quiet" />
      );
    case "copies":
      return (
        <>
          {book.available}
          {book.arriving > 0 && (
            <span className="block text-small text-quiet whitespace-nowrap">{`${book.arriving} arriving`}</span>
          )}
        </>
      );
    case "sold":
      return book.sold || <span className="text-quiet">0</span>;
    case "state":
      return book.isListed ? (
        <span className={book.availability === "in-stock" ? "desk-usual text-quiet" : ""}>
          {availabilityLabels[book.availability]}
        </span>
      ) : (
        <Badge>Hidden</Badge>
      );
    case "added":
      return <span className="whitespace-nowrap">{book.addedOn}</span>;
    case "changed":
      return <span className="whitespace-nowrap">{book.changedOn}</span>;
  }
}
