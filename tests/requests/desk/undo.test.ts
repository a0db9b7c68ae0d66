/** Tests that every action of the desk can be undone to the same rows and redone, or gives the reason why not. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { deskActions } from "#desk/actions.server.ts";
import { bookCases } from "#tests/support/desk-authority/books.ts";
import { importLines } from "#tests/support/desk-authority/imports.ts";
import type { AuthorityCase } from "#tests/support/desk-authority/authority-case.ts";
import { offersLines } from "#tests/support/desk-authority/offers.ts";
import { pageForm, settingsLines } from "#tests/support/desk-authority/settings.ts";
import { buyingLines } from "#tests/support/desk-authority/buying.ts";
import { stockLines } from "#tests/support/desk-authority/stock.ts";
import { preparedStorefront, windowLines } from "#tests/support/desk-authority/window.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 200);
const staff = await addStaff(desk, "owner");
const browser = openDeskBrowser(desk, await addStaffSession(desk, staff));

type Forms = Record<string, AuthorityCase["form"]>;

/** Forms that change something, where the forms of the permissions tests do not. */
const forms: Forms = {
  ...formsOf({
    ...bookCases,
    ...stockLines,
    ...buyingLines,
    ...importLines,
    ...offersLines,
    ...windowLines,
    ...settingsLines,
  }),
  "books.list": async () => ({ book: await hidden() }),
  "books.cover-remove": async (target, desk) => {
    const { picture } = await bookCases["books.cover"]!.form(target, desk);
    const book = await addDeskBook(desk);
    await db.execute(sql`update books set cover_image_id = ${picture!} where id = ${book}`);
    return { book };
  },
  "books.delete": async () => ({ book: await hidden() }),
  "stock.finish-count": async (target, desk) => {
    const form = await stockLines["stock.count"]!.form(target, desk);
    await press("stock.count", { ...form, copies: "7" });
    const { rows } = await db.execute<{ version: number }>(
      sql`select version from stocktakes where id = ${form.count!}`,
    );
    return { ...form, once: randomUUID(), version: String(rows[0]!.version), gone: "no", reason: "Yearly count" };
  },
  "offers.stop-code": async (target, desk) => {
    const form = await offersLines["offers.save-code"]!.form(target, desk);
    await press("offers.save-code", form);
    return { code: form.code! };
  },
  "offers.stop-bundle": async (target, desk) => {
    const form = await offersLines["offers.save-bundle"]!.form(target, desk);
    await press("offers.save-bundle", { ...form, name: "Two of another kind" });
    return { bundle: "two-of-another-kind" };
  },
  "catalogue.remove-opening": async () => {
    const { rows } = await db.execute<{ book: string; language: string }>(sql`
      select b.id as book, o.language from opening_pages o join books b on b.work_id = o.work_id order by b.id limit 1`);
    return rows[0]!;
  },
  "catalogue.join-works": async (_, desk) => ({ book: await addDeskBook(desk), other: await addDeskBook(desk) }),
  "catalogue.part-work": async (_, desk) => {
    const [book, other] = [await addDeskBook(desk), await addDeskBook(desk)];
    await press("catalogue.join-works", { book, other });
    return { book };
  },
  "catalogue.set-original": () => ({ book: "tomb-of-sand" }),
  "catalogue.join-authors": () => ({ author: "premchand", other: "satyajit-ray" }),
  "catalogue.part-author": async (_, desk) => {
    const name = `Somebody ${randomUUID()}`;
    const first = await addDeskBook(desk, { person1: name, role1: "author" });
    await addDeskBook(desk, { person1: name, role1: "author" });
    const { rows } = await db.execute<{ author: string; work: string }>(sql`
      select c.author_id as author, c.work_id as work from work_contributors c join books b on b.work_id = c.work_id
      where b.id = ${first}`);
    return { ...rows[0]!, partName: "Another One" };
  },
  "catalogue.join-series": async () => ({ series: "feluda", other: await another("series", "feluda") }),
  "catalogue.remove-series": async () => ({ series: await made("series") }),
  "catalogue.join-categories": async () => ({ category: "poetry", other: await made("category") }),
  "catalogue.remove-category": async () => ({ category: await made("category") }),
  "window.remove-draft": async () => ({ window: await preparedStorefront(desk) }),
  "window.publish": async () => seenWindow(),
  "window.plan": async () => ({ ...(await seenWindow()), dueAt: inDays(9) }),
  "window.unplan": async () => {
    const form = await seenWindow();
    await press("window.plan", { ...form, dueAt: inDays(10) });
    return { window: form.window! };
  },
  "window.publish-again": async () => {
    const form = await seenWindow();
    await press("window.publish", form);
    await press("window.publish", await seenWindow());
    return { window: form.window! };
  },
  "window.remove-list": async () => ({ list: await another("reading_lists", "") }),
  "pages.remove": async () => {
    const form = pageForm();
    await press("pages.save", form);
    return { page: form.address! };
  },
  "settings.save": () => ({
    group: "fees",
    was: JSON.stringify({ SHIPPING_FEE: "0", FREE_SHIPPING_FROM: "" }),
    SHIPPING_FEE: "40",
    FREE_SHIPPING_FROM: "",
  }),
};

/** Actions whose forms are tested elsewhere. */
const elsewhere = ["orders.correct-tracking", "parcels.send-tracking", "record.undo"];

function formsOf(lines: Record<string, AuthorityCase>): Forms {
  return Object.fromEntries(Object.entries(lines).map(([name, { form }]) => [name, form]));
}

const undoable = deskActions.filter(({ action }) => action.cannotUndo === undefined).map(({ action }) => action.name);

async function press(name: string, form: Record<string, string>): Promise<void> {
  const { path } = deskActions.find(({ action }) => action.name === name)!;
  const address = path.replaceAll(/:(\w+)/g, (_, part: string) => form[part] ?? "none");
  const answer = await browser.post(address, { intent: name, ...form });
  expect(answer.status, `${name}: ${answer.status === 303 ? "" : await answer.text()}`).toBe(303);
}

/** An unlisted book with copies, a picture of its drawn cover and an opening. */
async function hidden(): Promise<string> {
  const book = await addDeskBook(desk, {
    isbn: "",
    subtitle: "With all that a book has",
    person1: "Premchand",
    role1: "author",
    series: "Feluda",
    seriesNumber: "99",
    category1: "Fiction",
    price: "250",
  });
  await setStock(db, book, 3);
  await press("stock.set-place", { book, place: "A3", wasPlace: "" });
  await press("books.design", { book, layout: "stack", inks: "rani" });
  const words = { kind: "note", text: "Read it.", source: "", writtenBy: "" };
  await press("catalogue.set-opening", { book, was: "{}", opened: "en", language: "en", ...words });
  await db.execute(sql`update books set price_paise = 24000 where id = ${book}`);
  await db.execute(sql`
    insert into reading_list_books (reading_list_id, book_id, position, note)
    select reading_list_id, ${book}, max(position) + 1, 'Because' from reading_list_books group by 1 order by 1 limit 1`);
  await press("books.unlist", { book });
  return book;
}

/** An empty series or category, just made. */
async function made(kind: "series" | "category"): Promise<string> {
  const name = `Made ${randomUUID()}`;
  await press(`catalogue.add-${kind}`, { name, address: "", parent: "" });
  const { rows } = await db.execute<{ id: string }>(
    kind === "series"
      ? sql`select id from series where name = ${name}`
      : sql`select id from categories where name = ${name}`,
  );
  return rows[0]!.id;
}

async function another(table: string, than: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where id <> ${than} order by id limit 1`,
  );
  return rows[0]!.id;
}

function inDays(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`;
}

/** The form of a window draft that differs from the published one, with the state of its page. */
async function seenWindow(): Promise<Record<string, string>> {
  const window = await preparedStorefront(desk);
  await db.execute(sql`
    update windows set content = jsonb_set(content, '{sections}', (
      select jsonb_agg(section order by place desc) from jsonb_array_elements(content -> 'sections') with ordinality as s (section, place)))
    where id = ${window}`);
  const page = await (await browser.get(`/window/draft?window=${window}`)).text();
  const was = /name="was" value="([^"]*)"/.exec(page)![1]!;
  return { window, was: was.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&") };
}

/** All tables that people change: catalogue, stock, window, offers and settings. */
const tables =
  "books,works,work_contributors,work_categories,series_works,work_subjects,authors,author_names,author_aliases,author_identifiers,series," +
  "categories,moved_addresses,joined_works,translations,cover_designs,opening_pages,excerpts,stock,bundles,bundle_books,promotions," +
  "reading_lists,reading_list_books,weekly_tables,weekly_table_books,home_window,windows,pages,shop_settings,stock_choices,delivery_lines,suppliers,supplier_payments";

/** Columns with the time and author of the last change, which undo does not restore. */
const notes = ["created_at", "restored_at", "changed_at", "changed_by", "set_at", "moved_at", "joined_at"];
/** Tables whose rows keep the mark of a person's decision, also after an undo. */
const records = ["authors", "series", "categories"];

const published = {
  columns: ["field_origins"],
  table: "windows",
  why: "what home shows was said by a person, and windows that were published are listed for ever",
};
/** Columns, or a whole table, that an undo leaves changed, by action, with the reason. */
const leaves: Record<string, { columns: string[]; table?: string; why: string }> = {
  "catalogue.join-works": { columns: ["field_origins"], why: "no import joins again what a person has parted" },
  "catalogue.part-work": { columns: ["field_origins"], why: "which work it is of was decided anew" },
  "window.publish": published,
  "window.publish-again": published,
  "catalogue.part-author": { columns: ["old_id", "new_id", "kind"], why: "the address that was there leads on" },
};

/** All rows as text, with their table. */
async function everything(name: string): Promise<Set<string>> {
  const all = new Set<string>();
  for (const table of tables.split(",")) {
    if (table === leaves[name]?.table) continue;
    const left = [
      ...notes,
      ...(leaves[name]?.columns ?? []),
      ...(records.includes(table) ? ["field_origins", "created_by"] : []),
    ];
    const { rows } = await db.execute<{ row: string }>(sql`
      select (to_jsonb(t) - ${left}::text[])::text as row from ${sql.identifier(table)} t`);
    for (const { row } of rows) if (row !== "{}") all.add(`${table} ${row}`);
  }
  return all;
}

/** The rows that were added and removed. */
function differences(was: Set<string>, is: Set<string>): string[] {
  const gone = [...was].filter((row) => !is.has(row)).map((row) => `- ${row}`);
  const come = [...is].filter((row) => !was.has(row)).map((row) => `+ ${row}`);
  return [...gone, ...come].toSorted();
}

async function newestEntry(): Promise<{ entry: number; action: string; changes: number }> {
  const { rows } = await db.execute<{ found: { entry: number; action: string; changes: number } }>(sql`
    select json_build_object('entry', r.number, 'action', r.action,
      'changes', (select count(*) from record_changes c where c.entry = r.number)) as found
    from desk_record r order by r.number desc limit 1`);
  return rows[0]!.found;
}

test("each action can be undone and is here, or says why it cannot be", () => {
  expect(undoable.filter((name) => !forms[name] && !elsewhere.includes(name))).toEqual([]);
});

test.each(undoable.filter((name) => !elsewhere.includes(name)))(
  "%s is undone: everything is as it was, byte for byte; and the undo too",
  async (name) => {
    const form = await forms[name]!(staff, desk);
    const before = await everything(name);
    await press(name, form);
    const done = await newestEntry();
    expect(done.changes, `${done.action} has changes`).toBeGreaterThan(0);
    const after = await everything(name);
    expect(differences(before, after)).not.toEqual([]);
    await press("record.undo", { entry: String(done.entry) });
    expect(differences(before, await everything(name))).toEqual([]);
    const undone = await newestEntry();
    expect(undone.changes).toBeGreaterThan(0);
    await press("record.undo", { entry: String(undone.entry) });
    expect(differences(after, await everything(name))).toEqual([]);
  },
);
