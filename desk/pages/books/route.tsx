/** The desk's table of all books, listed or not: filtered, sorted, and changed together. */
import { Link, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { readDeskColumns, setDeskColumns } from "#desk/http/cookies.server.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readBulkChoice, setChoice } from "#desk/pages/books-change/read-bulk-change.ts";
import { maxFound, maxHiddenScanned } from "#shop/catalogue/editing/find-ids-by-text.server.ts";
import { listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { readSelection } from "#shop/catalogue/editing/book-selections.server.ts";
import { listBooks, maxScanned } from "#shop/catalogue/editing/list-books.server.ts";
import { refreshDeskBooks } from "#shop/catalogue/listings/refresh-desk-books.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ButtonLink } from "#ui/button.tsx";
import { BookFiltersForm } from "./book-filters.tsx";
import { BooksTable } from "./books-table.tsx";
import { selectByIsbn } from "./actions.server.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { asBookQuery, readBookFilters, readBookOrder, setFilters, setOrder } from "./read-books-query.ts";
import { IsbnListForm, UnknownIsbns } from "./isbn-list.tsx";
import { resolvePublisher } from "./resolve-publisher.server.ts";
import { columnsNamed, usualColumns } from "./table-columns.ts";
import { TickedBooks } from "./ticked-books.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "books" });
  const { db } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  if (searchParams.has("columns")) throw keepColumns(args.request, args.url, staff.id);
  const given = readBookFilters(searchParams);
  const order = readBookOrder(searchParams);
  const after = searchParams.get("after");
  const [categories, { isBehind }, selection, { filters, ...publisher }] = await Promise.all([
    listCategoryPaths(db),
    refreshDeskBooks(db),
    given.list === "" ? null : readSelection(db, staff.id, given.list),
    resolvePublisher(db, given),
  ]);
  const picked = filters.list === "" ? null : (selection?.bookIds ?? []);
  const { books, ...list } = await listBooks(db, asBookQuery(filters, picked), { order, after });
  return {
    ...list,
    books: books.map(({ addedAt, changedAt, ...book }) => ({
      ...book,
      addedOn: shortDay(addedAt),
      changedOn: changedAt ? shortDay(changedAt) : "",
    })),
    filters,
    ...publisher,
    sort: setOrder(order),
    choice: readBulkChoice(searchParams),
    columns: columnsNamed(readDeskColumns(args.request, staff.id) ?? usualColumns),
    categories,
    selection: selection && { found: selection.bookIds.length, unknown: selection.unknown },
    isFirst: after === null,
    isBehind,
    most: { maxScanned, maxFound, maxHiddenScanned },
  };
}

/** Keeps the chosen columns, and redirects to the same page without the choice in its URL. */
function keepColumns(request: Request, { pathname, searchParams }: URL, staffId: number): Response {
  const headers = new Headers();
  setDeskColumns(headers, request.url, staffId, columnsNamed(searchParams.getAll("column")));
  const rest = new URLSearchParams(searchParams);
  rest.delete("column");
  rest.delete("columns");
  return redirect(`${pathname}${rest.size > 0 ? `?${rest}` : ""}`, { status: 303, headers });
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [selectByIsbn], (_, list) => redirect(deskHref("/books", { list }), 303));
}

/** Reloads the books after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Books" }];

export default function Books({ loaderData, actionData }: Route.ComponentProps) {
  const { books, count, order, next, isScanCut, hasOlderHidden, isBehind } = loaderData;
  const { filters, sort, choice, columns, selection, categories, isFirst, most } = loaderData;
  const { publisherName, isUnknownPublisher } = loaderData;
  const set = setFilters(filters);
  const isFiltered = Object.keys(set).length > 0;
  const kept = { ...setChoice(choice), ...(sort && { sort }) };
  const isbnList = <IsbnListForm trouble={actionData ?? null} />;
  return (
    <div className="desk-page">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h3">
          Books
          {count !== null && (
            <span className="ml-3 text-body font-normal text-quiet">{formatCount(count, "book")}</span>
          )}
        </h1>
        <ButtonLink to={deskHref("/books/new")}>Add a book</ButtonLink>
      </div>
      <BookFiltersForm filters={filters} categories={categories} publisherName={publisherName} kept={kept} />
      {isUnknownPublisher && <p className="mt-4">The shop has no publisher “{publisherName}”.</p>}
      {selection && <UnknownIsbns {...selection} />}
      {filters.list !== "" && !selection && <p className="mt-4">This list is no longer stored. Paste it again.</p>}
      {isBehind && (
        <p className="mt-4 text-quiet">Books are being changed or imported. The table follows in a moment.</p>
      )}
      {books.length === 0 ? (
        <>
          {!hasOlderHidden && !isUnknownPublisher && (
            <NoBooks {...{ isFiltered, isFirst, isScanCut, isBehind, next, most }} />
          )}
          {isFiltered && isbnList}
        </>
      ) : (
        <TickedBooks
          key={JSON.stringify([set, sort, books[0]?.id])}
          {...{ set, count, choice, categories }}
          tools={
            <>
              {isbnList}
              <ColumnsForm columns={columns} set={{ ...set, ...kept }} />
            </>
          }
        >
          <BooksTable books={books} columns={columns} order={order} set={{ ...set, ...setChoice(choice) }} />
        </TickedBooks>
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
        newest={isFirst ? null : deskHref("/books", { ...set, ...kept })}
        older={next === null ? null : deskHref("/books", { ...set, ...kept, after: next })}
        {...(order?.by === "added" && order.isDown ? {} : { words: orderedLabels })}
      />
    </div>
  );
}

function NoBooks({
  isFiltered,
  isFirst,
  isScanCut,
  isBehind,
  next,
  most,
}: Record<"isFiltered" | "isFirst" | "isScanCut" | "isBehind", boolean> & {
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
  if (isBehind) return <p className="mt-6">No book in the table matches yet.</p>;
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
