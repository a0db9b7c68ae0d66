/** Forms and expected answers of home's drafts, tables and reading lists, for the authorization tests of the desk. */
import type { Role } from "#shop/people/staff/roles.ts";
import { inTransaction } from "#db/transaction.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { homeSections } from "#shop/office/storefront/sections.ts";
import { saveDraft } from "#shop/office/storefront/storefront-drafts.server.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { ofPackers, ofSellers, type AuthorityCase } from "./authority-case.ts";

const atTheCounter = { ...ofPackers, may: ofSellers.may };
const sellers: readonly Role[] = ["owner", "bookseller"];

const said = (place: number, book: string) => ({
  [`book-${place}`]: book,
  [`sentence-${place}`]: `Read ${book}.`,
  [`signature-${place}`]: "Meera",
});

/** The form of a new table with these books. */
export function tableForm(books: string[], changes: Record<string, string> = {}): Record<string, string> {
  const rows = Object.assign({}, ...books.map((book, place) => said(place, book))) as Record<string, string>;
  return {
    was: "",
    table: "",
    title: "For a test",
    introduction: "Why not.",
    day: "1",
    month: "01",
    year: "2020",
    ...rows,
    ...changes,
  };
}

/** The form of a new reading list with these books. */
export function listForm(books: string[], changes: Record<string, string> = {}): Record<string, string> {
  const rows = Object.fromEntries(
    books.flatMap((book, place) => [
      [`book-${place}`, book],
      [`note-${place}`, `Because of ${book}.`],
    ]),
  ) as Record<string, string>;
  const words = { title: "For a test", summary: "One sentence.", introduction: "Two.\n\nParagraphs.", place: "0" };
  return { was: "", list: "", ...words, ...rows, ...changes };
}

/** The form of a draft with all sections in their default order, and these changes. */
export function draftForm(changes: Record<string, string> = {}): Record<string, string> {
  const shown = Object.fromEntries(homeSections.map((section) => [`shown-${section}`, "yes"]));
  return { window: "", was: "", name: "For a test", ...shown, ...changes };
}

/** The expected answers of each action on home's drafts, tables and lists. */
export const windowLines: Record<string, AuthorityCase> = {
  "window.save-draft": { ...atTheCounter, form: () => draftForm() },
  // For permitted roles: a message that the draft no longer exists, and a redirect to the list.
  "window.remove-draft": { ...atTheCounter, form: () => ({ window: "999999" }) },
  "window.publish": { ...atTheCounter, form: () => ({ window: "999999", was: "{}" }) },
  "window.plan": { ...atTheCounter, form: () => ({ window: "999999", was: "{}", dueAt: "2030-01-01T09:00" }) },
  "window.unplan": { ...atTheCounter, form: () => ({ window: "999999" }) },
  "window.publish-again": { ...atTheCounter, form: () => ({ window: "999999" }), done: 409, old: 409 },
  "window.save-table": { ...atTheCounter, form: () => tableForm(["godan", "matilda", "kari"]) },
  "window.remove-table": { ...atTheCounter, form: () => ({ table: "summer" }) },
  "window.save-list": { ...atTheCounter, form: () => listForm(["godan"]) },
  "window.remove-list": { ...atTheCounter, form: () => ({ list: "no-such-list" }) },
};

/** Saves the current home as a draft; returns its number. */
export async function preparedStorefront({ db }: Pick<TestDesk, "db">): Promise<string> {
  const draft = { name: "For a test", content: await readStorefront(db), dueAt: null };
  return String(await inTransaction(db, (tx) => saveDraft(tx, null, draft, { by: "Meera", at: new Date() })));
}

/** The roles that see each page of home's drafts, tables and lists. */
export const windowPages: Record<string, readonly Role[]> = {
  "/window": sellers,
  "/window/draft": sellers,
  "/window/look": sellers,
  "/window/:window/preview": sellers,
  "/window/table": sellers,
  "/window/list": sellers,
};
