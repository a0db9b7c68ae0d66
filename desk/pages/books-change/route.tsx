/** The desk's page that changes many books at once, in slices, with a preview of every row. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { BookFiltersForm } from "#desk/pages/books/book-filters.tsx";
import { asBookQuery, readBookFilters, setFilters } from "#desk/pages/books/read-books-query.ts";
import { findTitles, previewBulk } from "#shop/catalogue/editing/bulk/bulk.server.ts";
import { maxScanned } from "#shop/catalogue/editing/list-books.server.ts";
import { countBulkBooks, findBulkBooks } from "#shop/catalogue/editing/bulk/find-bulk-books.server.ts";
import { changingRows, maxBulkBooks } from "#shop/catalogue/editing/bulk/plan-bulk.ts";
import { listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { changeManyBooks } from "./actions.server.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { Preview } from "./preview.tsx";
import { bulkChangeOf, readBulkChoice, setChoice } from "./read-bulk-change.ts";

import type { Route } from "./+types/route";

const rowsOnPage = 50;

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const filters = readBookFilters(searchParams);
  const choice = readBulkChoice(searchParams);
  const categories = await listCategoryPaths(db);
  const meant = bulkChangeOf(choice, categories);
  const after = searchParams.get("after");
  if ((!meant || "problem" in meant) && Object.keys(setFilters(filters)).length === 0)
    return {
      ...(await countBulkBooks(db)),
      filters,
      choice,
      categories,
      maxScanned,
      after: null,
      next: null,
      problem: meant,
      preview: null,
    };
  const { ids, next } = await findBulkBooks(db, asBookQuery(filters), after);
  const given = { filters, choice, categories, maxScanned, count: ids.length, isCut: next !== null, after, next };
  if (!meant || "problem" in meant) return { ...given, problem: meant, preview: null };
  const { rows, version } = await previewBulk(db, ids, meant.change);
  const changing = changingRows(rows).length;
  const isLeftOutOnly = searchParams.get("only") === "left-out";
  const shown = isLeftOutOnly ? rows.filter((row) => "leftOut" in row) : rows;
  const pages = Math.max(1, Math.ceil(shown.length / rowsOnPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1));
  const onPage = shown.slice((page - 1) * rowsOnPage, page * rowsOnPage);
  const titles = await findTitles(
    db,
    onPage.map(({ book }) => book.id),
  );
  return {
    ...given,
    problem: null,
    preview: {
      version,
      changing,
      leftOut: rows.length - changing,
      isLeftOutOnly,
      page,
      pages,
      rows: onPage.map((row) => ({
        id: row.book.id,
        title: titles.get(row.book.id) ?? "",
        before: row.before,
        after: "after" in row ? row.after : null,
        leftOut: "leftOut" in row ? row.leftOut : null,
      })),
    },
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [changeManyBooks], (_, answer) => {
    const { words, next } = answer;
    return next === null
      ? redirectWithFlash(args.request, deskHref("/books"), words)
      : redirectWithFlash(args.request, next, `${words} The next books are below.`);
  });
}

/** Reloads the rows after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Change many books" }];

export default function ChangeBooks({ loaderData, actionData }: Route.ComponentProps) {
  const { filters, choice, categories, maxScanned, count, isCut, after, next, problem, preview } = loaderData;
  const trouble = actionData ?? null;
  const set = setFilters(filters);
  const asked = { ...set, ...setChoice(choice) };
  const isFiltered = Object.keys(set).length > 0;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/books", set)}>Books</BackLink>
      <h1 className="text-h3">Change many books</h1>
      <ActionBanner trouble={trouble} />
      <h2 className="mt-5 text-title">1. Which books</h2>
      <BookFiltersForm key={JSON.stringify(filters)} filters={filters} categories={categories} />
      <p className="mt-4 font-semibold">
        {count > 0 || after !== null || next !== null ? (
          <>
            {describeChangedCount({ count, maxScanned, isFiltered, isCut, isFirst: after === null })}{" "}
            <Link className="link" to={deskHref("/books", set)}>
              See them
            </Link>
          </>
        ) : (
          <>
            {isFiltered ? "No book matches these filters." : "The shop has no book yet."}{" "}
            {isFiltered ? (
              <Link className="link" to={deskHref("/books/change")} reloadDocument>
                Choose from all books
              </Link>
            ) : (
              <Link className="link" to={deskHref("/books/new")}>
                Add the first book
              </Link>
            )}
          </>
        )}
      </p>
      {isCut && (
        <p className="mt-1 max-w-measure">
          At most {formatCount(maxBulkBooks, "book is", "books are")} changed at a time.{" "}
          {preview ? (
            <Link className="link" to={deskHref("/books/change", { ...asked, after: next })}>
              Skip these and go to the next books
            </Link>
          ) : (
            "The next books follow when these are done."
          )}
        </p>
      )}
      {count > 0 && (
        <>
          <h2 className="mt-6 text-title">2. What to change</h2>
          <ChoiceForm key={JSON.stringify(asked)} set={set} choice={choice} categories={categories} problem={problem} />
        </>
      )}
      {preview && <Preview preview={preview} set={set} choice={choice} after={after} />}
    </div>
  );
}

/** Describes how many books this slice has, and whether more follow. */
function describeChangedCount({
  count,
  maxScanned,
  isFiltered,
  isCut,
  isFirst,
}: Record<"isFiltered" | "isCut" | "isFirst", boolean> & Record<"count" | "maxScanned", number>): string {
  if (count === 0 && isCut)
    return `None of the ${maxScanned.toLocaleString("en-IN")} books that were checked matches. There are more books to check.`;
  if (count === 0) return "No other book matches.";
  if (!isFirst)
    return `The next ${formatCount(count, "book")}, ${isCut ? "and there are more" : "which are the last"}.`;
  if (!isFiltered) return `${isCut ? "More than " : ""}${formatCount(count, "book")}: all books of the shop.`;
  return isCut
    ? `The first ${formatCount(count, "book")} that match; there are more.`
    : `${formatCount(count, "book matches", "books match")}.`;
}
