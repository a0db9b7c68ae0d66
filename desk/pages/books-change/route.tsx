/** The desk's page that changes many books at once, in slices, with a preview of every row. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { findPickedBooks } from "#desk/http/books/picked-books.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { asBookQuery, readBookFilters, readTicked, setFilters, setTicked } from "#desk/pages/books/read-books-query.ts";
import { resolvePublisher } from "#desk/pages/books/resolve-publisher.server.ts";
import { previewBulk } from "#shop/catalogue/editing/bulk/bulk.server.ts";
import { findBulkBooks } from "#shop/catalogue/editing/bulk/find-bulk-books.server.ts";
import { findPublisher } from "#shop/catalogue/editing/bulk/find-publisher.server.ts";
import { changingRows } from "#shop/catalogue/editing/bulk/plan-bulk.ts";
import { listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { changeManyBooks } from "./actions.server.ts";
import { ChoiceFields } from "./choice-fields.tsx";
import { Preview } from "./preview.tsx";
import { bulkChangeOf, readBulkChoice, setChoice } from "./read-bulk-change.ts";

import type { Route } from "./+types/route";

const rowsOnPage = 50;

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "books" });
  const { db } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const { filters, publisherName, isUnknownPublisher } = await resolvePublisher(db, readBookFilters(searchParams));
  const ticked = readTicked(searchParams);
  const choice = readBulkChoice(searchParams);
  const categories = await listCategoryPaths(db);
  const meant = bulkChangeOf(choice, { categories, publisher: await findPublisher(db, choice.house) });
  const after = searchParams.get("after");
  const done = Math.max(0, Math.trunc(Number(searchParams.get("done"))) || 0);
  const picked = await findPickedBooks(db, staff.id, { ticked, list: filters.list });
  const { ids, count, next, isBehind } = await findBulkBooks(db, asBookQuery(filters, picked), after);
  const set: Record<string, string> = { ...setFilters(filters), ...setTicked(ticked) };
  const unknownPublisher = isUnknownPublisher ? publisherName : null;
  const given = {
    set,
    ticked: ticked?.length ?? null,
    unknownPublisher,
    choice,
    categories,
    count,
    slice: ids.length,
    after,
    done,
    next,
    isBehind,
  };
  if (ticked?.length === 0) return { ...given, problem: null, preview: null };
  if (!meant || "problem" in meant) return { ...given, problem: meant, preview: null };
  const { rows, version } = await previewBulk(db, ids, meant.change);
  const changing = changingRows(rows).length;
  const isLeftOutOnly = searchParams.get("only") === "left-out";
  const shown = isLeftOutOnly ? rows.filter((row) => "leftOut" in row) : rows;
  const pages = Math.max(1, Math.ceil(shown.length / rowsOnPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1));
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
      rows: shown.slice((page - 1) * rowsOnPage, page * rowsOnPage).map((row) => ({
        id: row.book.id,
        title: row.book.title,
        before: row.before,
        after: "after" in row ? row.after : null,
        leftOut: "leftOut" in row ? row.leftOut : null,
      })),
    },
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [changeManyBooks], (_, { words, next, isLast }) =>
    redirectWithFlash(args.request, next, isLast ? words : `${words} The next books are below.`),
  );
}

/** Reloads the rows after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Change many books" }];

export default function ChangeBooks({ loaderData, actionData }: Route.ComponentProps) {
  const {
    set,
    ticked,
    unknownPublisher,
    choice,
    categories,
    count,
    slice,
    after,
    done,
    next,
    isBehind,
    problem,
    preview,
  } = loaderData;
  const trouble = actionData ?? null;
  const chosen = setChoice(choice);
  const { book: _, all: __, ...filters } = set;
  const isCut = after !== null || next !== null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/books", filters)}>Books</BackLink>
      <h1 className="text-h3">
        {describeBooks({
          count: slice === 0 && !isCut ? 0 : count,
          ticked,
          isFiltered: Object.keys(filters).length > 0,
          isBehind,
        })}
      </h1>
      <ActionBanner trouble={trouble} />
      {ticked === 0 && (
        <p className="mt-2 max-w-measure">No book is ticked. Tick some in the table, or all that match.</p>
      )}
      {unknownPublisher !== null && <p className="mt-2">The shop has no publisher “{unknownPublisher}”.</p>}
      {isBehind && (
        <p className="mt-2 max-w-measure">
          Books are being changed or imported. Some may be missing here, or no longer match. Look again in a moment.
        </p>
      )}
      {isCut && (
        <p className="mt-2 max-w-measure">
          {slice > 0
            ? `${(done + 1).toLocaleString("en-IN")} to ${formatCount(done + slice, "book")}${count === null ? "" : ` of ${count.toLocaleString("en-IN")}`}: so many are changed at a time.`
            : "No book of this part matches."}{" "}
          {next !== null && (
            <Link
              className="link"
              to={deskHref("/books/change", { ...set, ...chosen, after: next, done: done + slice })}
            >
              Skip these and go to the next books
            </Link>
          )}
        </p>
      )}
      {slice > 0 && (
        <Form
          key={JSON.stringify(chosen)}
          method="get"
          className="desk-choice field-row mt-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,13rem))_auto]"
        >
          {Object.entries({ ...set, ...(after !== null && { after, done: String(done) }) }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <ChoiceFields choice={choice} categories={categories} problem={problem} />
          <p>
            <Button variant="outline">Preview</Button>
          </p>
        </Form>
      )}
      {preview && <Preview preview={preview} set={set} choice={choice} after={after} done={done} />}
    </div>
  );
}

/** Names the books of all slices, as the heading of the page. */
function describeBooks({
  count,
  ticked,
  isFiltered,
  isBehind,
}: Record<"count" | "ticked", number | null> & Record<"isFiltered" | "isBehind", boolean>): string {
  if (ticked === 0) return "Tick books first";
  if (count === 0)
    return isBehind ? "No book matches yet" : isFiltered ? "No book matches" : "The shop has no book yet";
  if (count === null) return "Change all books that match";
  if (ticked !== null) return `Change ${formatCount(count, "ticked book")}`;
  return `Change ${count === 1 ? "the" : "all"} ${formatCount(count, "book")}${isFiltered ? (count === 1 ? " that matches" : " that match") : " of the shop"}`;
}
