import { deskHref } from "#desk/desk-routes.ts";
import { findPickedBooks } from "#desk/http/books/picked-books.server.ts";
import {
  asBookQuery,
  readBookFilters,
  readTicked,
  setFilters,
  setTicked,
  type BookFilters,
} from "#desk/pages/books/read-books-query.ts";
import { resolvePublisher } from "#desk/pages/books/resolve-publisher.server.ts";
import { applyBulk } from "#shop/catalogue/editing/bulk/bulk.server.ts";
import { findBulkBooks } from "#shop/catalogue/editing/bulk/find-bulk-books.server.ts";
import { findPublisher } from "#shop/catalogue/editing/bulk/find-publisher.server.ts";
import { describeBulkChange } from "#shop/catalogue/editing/bulk/plan-bulk.ts";
import { listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { bulkChangeOf, readBulkChoice, setChoice, type BulkChoice } from "./read-bulk-change.ts";

interface BulkForm {
  given: BookFilters;
  /** The ids of ticked books, which may be none; null for all that match the filters. */
  ticked: string[] | null;
  choice: BulkChoice;
  /** The version of the previewed books. If a book has changed since, the form is rejected. */
  version: string;
  /** The cursor of the previewed slice of books; null for the first. */
  after: string | null;
  /** The number of books in the slices before this one. */
  done: number;
}

/** The result for a slice of books. */
export interface BulkAnswer {
  words: string;
  /** The address of the next slice, or after the last of the table with the same filters. */
  next: string;
  isLast: boolean;
}

/** Applies a previewed change to a slice of books. */
export const changeManyBooks = deskAction({
  name: "books.change-many",
  does: "change many books",
  needs: "books",
  proof: "passkey",
  read(form) {
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const input: BulkForm = {
      given: readBookFilters(form),
      ticked: readTicked(form),
      choice: readBulkChoice(form),
      version: text("version"),
      after: text("after") || null,
      done: Math.max(0, Math.trunc(Number(text("done"))) || 0),
    };
    return { ok: true, input };
  },
  async run({ services: { db }, session }, { given, ticked, choice, version, after, done }) {
    if (ticked?.length === 0) throw new ActionRefused("Tick books first.");
    const categories = await listCategoryPaths(db);
    const meant = bulkChangeOf(choice, { categories, publisher: await findPublisher(db, choice.house) });
    if (!meant || "problem" in meant) throw new ActionRefused("Choose what to change, and open the preview first.");
    const { filters } = await resolvePublisher(db, given);
    const picked = await findPickedBooks(db, session.staff.id, { ticked, list: filters.list });
    const { ids, next: behind } = await findBulkBooks(db, asBookQuery(filters, picked), after);
    const changed = await applyBulk(db, ids, meant.change, version);
    if (changed === null)
      throw new ActionRefused(
        "Nothing was changed, because some of these books have changed since your preview. The new preview is below.",
      );
    const isLast = behind === null;
    const next =
      behind === null
        ? deskHref("/books", setFilters(filters))
        : deskHref("/books/change", {
            ...setFilters(filters),
            ...setTicked(ticked),
            ...setChoice(choice),
            after: behind,
            done: done + ids.length,
          });
    const books = formatCount(new Set(changed).size, "book");
    if (changed.length === 0) return { answer: { words: "There was nothing to change.", next, isLast }, entry: null };
    const words = `${describeBulkChange(meant.change)}: ${books}.`;
    return { answer: { words, next, isLast }, entry: { action: "books.change-many", words } };
  },
});
