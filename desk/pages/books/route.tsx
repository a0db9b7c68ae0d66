/** The desk's list of all books, listed or not, newest first, with a search and filters. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import {
  maxHiddenScanned,
  listBooks,
  maxScanned,
  maxFound,
  type ListedBook,
} from "#shop/catalogue/editing/list-books.server.ts";
import { listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Badge } from "#ui/badge.tsx";
import { BookFiltersForm } from "./book-filters.tsx";
import { asBookQuery, readBookFilters, setFilters } from "./read-books-query.ts";

import type { Route } from "./+types/route";

const languages = new Intl.DisplayNames("en", { type: "language" });

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const filters = readBookFilters(searchParams);
  const after = searchParams.get("after");
  const [list, categories] = await Promise.all([listBooks(db, asBookQuery(filters), after), listCategoryPaths(db)]);
  return { ...list, filters, categories, isFirst: after === null, most: { maxScanned, maxFound, maxHiddenScanned } };
}

export const meta = () => [{ title: "Books" }];

export default function Books({ loaderData }: Route.ComponentProps) {
  const { books, order, next, isScanCut, hasOlderHidden, filters, categories, isFirst, most } = loaderData;
  const set = setFilters(filters);
  const isFiltered = Object.keys(set).length > 0;
  return (
    <div className="desk-page">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h3">Books</h1>
        <p className="flex flex-wrap gap-3">
          <ButtonLink variant="outline" to={deskHref("/books/change", set)}>
            {isFiltered ? "Change these together" : "Change many together"}
          </ButtonLink>
          <ButtonLink to={deskHref("/books/new")}>Add a book</ButtonLink>
        </p>
      </div>
      <BookFiltersForm key={JSON.stringify(filters)} filters={filters} categories={categories} />
      {books.length === 0 ? (
        !hasOlderHidden && <NoBooks {...{ isFiltered, isFirst, isScanCut, next, most }} />
      ) : (
        <>
          {order !== "best" && (
            <p className="mt-5 text-small text-quiet">{order === "address" ? "From A to Z" : "Newest first"}</p>
          )}
          <BookTable books={books} />
        </>
      )}
      {isScanCut && !hasOlderHidden && books.length > 0 && (
        <p className="mt-4 max-w-measure text-quiet">
          {next !== null
            ? `${formatCount(most.maxScanned, "book")} were checked for this page. There may be more matches among the others.`
            : `The list ends here: it has only the ${most.maxFound} most popular books with these words. Type more words to find others.`}
        </p>
      )}
      {hasOlderHidden && (
        <p className={books.length > 0 ? "mt-4 max-w-measure text-quiet" : "mt-6 max-w-measure"}>
          {books.length === 0 && "No book that readers see matches. "}
          Of the books that are hidden from readers, only the {most.maxHiddenScanned.toLocaleString("en-IN")} newest
          were checked.{" "}
          <Link className="link" to={deskHref("/books", { ...set, listed: "no" })}>
            Search all hidden books
          </Link>
        </p>
      )}
      <Pager
        newest={isFirst ? null : deskHref("/books", set)}
        older={next === null ? null : deskHref("/books", { ...set, after: next })}
        {...(order === "newest" ? {} : { words: orderedLabels })}
      />
    </div>
  );
}

function NoBooks({
  isFiltered,
  isFirst,
  isScanCut,
  next,
  most,
}: Record<"isFiltered" | "isFirst" | "isScanCut", boolean> & {
  next: string | null;
  most: Record<"maxScanned" | "maxFound", number>;
}) {
  if (isScanCut && next === null)
    return (
      <p className="mt-6 max-w-measure">
        None of the {most.maxFound} most popular books with these words matches. Type more words to find others.
      </p>
    );
  if (isScanCut)
    return (
      <p className="mt-6">
        None of the {formatCount(most.maxScanned, "book")} that were checked matches. There may be matches among the
        others.
      </p>
    );
  if (!isFirst) return <p className="mt-6">There are no more books.</p>;
  if (isFiltered) return <p className="mt-6">No book of the shop matches, including hidden books.</p>;
  return (
    <p className="mt-6 max-w-measure">
      The shop has no book yet. Add the first one by its ISBN, or{" "}
      <Link className="link" to={deskHref("/import")}>
        import a file of books
      </Link>
      .
    </p>
  );
}

function BookTable({ books }: { books: ListedBook[] }) {
  return (
    <table className="desk-table mt-2">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">
            <span className="sr-only">Cover</span>
          </th>
          <th scope="col">Book</th>
          <th scope="col">ISBN and format</th>
          <th scope="col" className="text-right!">
            Copies
          </th>
          <th scope="col" className="text-right!">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {books.map((book) => (
          <tr
            key={book.id}
            className="max-sm:grid max-sm:grid-cols-[3.5rem_1fr_auto] max-sm:border-b max-sm:border-line max-sm:*:border-b-0!"
          >
            <td className="max-sm:row-span-2 max-sm:pl-0!" aria-label="Cover">
              <img
                src={`/covers/${book.coverKey}-160.webp`}
                width="40"
                height="60"
                alt=""
                loading="lazy"
                className="h-15 w-10 bg-chip object-contain"
              />
            </td>
            <td className="min-w-0 max-sm:col-span-2">
              <Link
                className="row-link"
                lang={detectLanguage(book.title)}
                to={deskHref("/books/:book", { book: book.id })}
              >
                {book.title}
              </Link>{" "}
              {!book.isListed && <Badge>Hidden</Badge>}
              <span className="block text-small text-quiet" lang={detectLanguage(book.authors)}>
                {book.authors}
              </span>
              <span className="block text-small sm:hidden">
                {[formatNames[book.format], languages.of(book.language) ?? book.language].filter(Boolean).join(", ")}
                {book.isbn13 && `, ${book.isbn13}`}
              </span>
            </td>
            <td className="max-sm:hidden">
              <span className="whitespace-nowrap tabular-nums">
                {book.isbn13 ?? <span className="text-quiet">No ISBN</span>}
              </span>
              <span className="block text-small text-quiet">
                {[formatNames[book.format], languages.of(book.language) ?? book.language].filter(Boolean).join(", ")}
              </span>
            </td>
            <td className="tabular-nums max-sm:pt-0! sm:text-right!">
              {book.available}
              <span className="sm:hidden"> for sale</span>
            </td>
            <td className="text-right! whitespace-nowrap tabular-nums max-sm:pt-0! max-sm:pr-0!">
              <Money paise={book.pricePaise} />
              {book.mrpPaise > book.pricePaise && (
                <span className="block text-small text-quiet">
                  MRP <Money paise={book.mrpPaise} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
