/** Tests of the undo of audit log entries: reverted and kept fields, concurrency, permissions and expiry. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { deleteOrKeep } from "#shop/catalogue/editing/delete-books.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { newestEntry, recordedChange, undo as undoFor } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { groupByThing, planUndo } from "./plan-undo.ts";
import { findUndoable, forgetOldChanges } from "./undo.server.ts";
import { undoableTables } from "./undoable-tables.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const by = { actor: "command line" } as const;
async function onHand(book: string): Promise<number> {
  const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = ${book}`);
  return rows[0]!.onHand;
}

async function setCopies(book: string, copies: number): Promise<void> {
  await db.execute(sql`update stock set on_hand = ${copies}, reserved = 0 where book_id = ${book}`);
}

/** Reserves four copies, as an order does. */
async function holdFour(book: string): Promise<void> {
  await db.execute(sql`update stock set reserved = 4 where book_id = ${book}`);
}

/** Receives ten copies of each book; returns the number of the audit log entry. */
async function receiveTen(...books: string[]): Promise<number> {
  const { entry } = await recordedChange(testServices, async ({ db: tx }) => {
    for (const book of books) await receiveCopies(tx, book, 10);
  });
  return entry;
}

const newest = () => newestEntry(testServices);
const undo = async (entry: number, options: Parameters<typeof undoFor>[2] = {}) =>
  (await undoFor(testServices, entry, options)).undone;

test("what was received goes again, whatever was sold since, and the undo can be taken back in turn", async () => {
  await setCopies("godan", 5);
  const entry = await receiveTen("godan");
  await db.execute(sql`update stock set on_hand = on_hand - 3 where book_id = 'godan'`);
  expect(await undo(entry)).toMatchObject({ ok: true, kept: [] });
  expect(await onHand("godan")).toBe(2);
  const undone = await newest();
  expect(await findUndoable(db, entry)).toMatchObject({ count: 1, undoneBy: undone, needs: ["stock"] });
  expect(await undo(entry)).toEqual({ ok: false, problem: "This was already undone." });
  expect(await undo(undone)).toMatchObject({ ok: true });
  expect(await onHand("godan")).toBe(12);
});

test("what was received of a book that had no row of stock goes again too", async () => {
  const book = await addDeskBook(testServices, { title: "Of No Shelf" });
  await db.execute(sql`delete from stock where book_id = ${book}`);
  const entry = await receiveTen(book);
  expect(await undo(entry)).toMatchObject({ ok: true, kept: [] });
  expect(await onHand(book)).toBe(0);
});

test("what cannot be taken back stays and is named; the rest is taken back", async () => {
  await setCopies("godan", 0);
  await setCopies("raag-darbari", 0);
  const entry = await receiveTen("godan", "raag-darbari");
  await holdFour("godan");
  const undone = await undo(entry);
  expect(undone).toMatchObject({ ok: true, kept: [{ key: "godan" }] });
  expect(undone.ok && undone.entry.words).toBe(
    "Undid: Changed. Not undone: the copies of गोदान: they were sold or reserved since.",
  );
  expect([await onHand("godan"), await onHand("raag-darbari")]).toEqual([10, 0]);
});

test("an entry of which nothing can be taken back is not taken back", async () => {
  await setCopies("godan", 0);
  const entry = await receiveTen("godan");
  await holdFour("godan");
  expect(await undo(entry)).toMatchObject({ ok: false, problem: expect.stringContaining("the copies of गोदान") });
  expect((await findUndoable(db, entry))!.undoneBy).toBe(null);
});

test("of two who press at once, one takes it back and the other is told", async () => {
  await setCopies("godan", 0);
  const entry = await receiveTen("godan");
  const both = await Promise.all([undo(entry), undo(entry)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await onHand("godan")).toBe(0);
});

test("only who may make a change may take it back, for 30 days", async () => {
  await setCopies("godan", 0);
  const entry = await receiveTen("godan");
  const later = (days: number) => new Date(services.now().getTime() + days * 86_400_000);
  expect(await undo(entry, { role: "accountant" })).toEqual({
    ok: false,
    problem: "Your role may not receive, count and correct copies.",
  });
  expect(await undo(entry, { at: later(31) })).toMatchObject({
    ok: false,
    problem: expect.stringContaining("30 days"),
  });
  expect(await undo(entry, { role: "packer", at: later(29) })).toMatchObject({ ok: true });
  expect(await undo(999_999)).toEqual({ ok: false, problem: "There is nothing here that can be undone." });
});

test("changes are forgotten a day after they could be taken back; the record stays", async () => {
  await setCopies("godan", 0);
  const entry = await receiveTen("godan");
  const later = (days: number) => new Date(services.now().getTime() + days * 86_400_000);
  await forgetOldChanges(db, later(30));
  expect(await findUndoable(db, entry)).not.toBe(null);
  expect(await forgetOldChanges(db, later(32))).toBeGreaterThan(0);
  expect(await findUndoable(db, entry)).toBe(null);
  expect(await newest()).toBeGreaterThanOrEqual(entry);
});

test("a field that is still as the entry left it goes back; one that was changed since stays", () => {
  const change = {
    kind: "books",
    key: { id: "godan" },
    before: { price_paise: 1, format: "A", field_origins: { format: { by: "import 1" } } },
    after: { price_paise: 2, format: "B", field_origins: { format: { by: "person" }, price_paise: { by: "person" } } },
  };
  const plan = (now: object) => {
    const things = groupByThing(undoableTables, [change]).map((thing) => ({ ...thing, name: "Godan" }));
    const [{ sets, kept }] = planUndo(undoableTables, things, () => ({ ...now })) as [ReturnType<typeof planUndo>[0]];
    return { sets, kept };
  };
  const theirs = { format: { by: "till" }, price_paise: { by: "person" }, pages: { by: "person" } };
  expect(plan({ price_paise: 2, format: "C", field_origins: theirs })).toEqual({
    sets: { price_paise: 1, field_origins: { format: { by: "till" }, pages: { by: "person" } } },
    kept: ["the format of Godan was changed since"],
  });
  expect(plan({ price_paise: 1, format: "B", field_origins: change.after.field_origins })).toEqual({
    sets: { format: "A", field_origins: { format: { by: "import 1" } } },
    kept: [],
  });
});

test("a trigger notes the rows of each table that can be undone, by its key, and only for an entry of the record", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'noted_for_undo' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(undoableTables).toSorted());
  const { rows: loose } = await db.execute<{ name: string }>(sql`
    select t.tgrelid::regclass::text as name from pg_trigger t
    where t.tgname = 'noted_for_undo' and not exists (
      select from pg_index i where i.indrelid = t.tgrelid and i.indisunique and i.indpred is null
        and array(select a.attname::text from unnest(i.indkey) k join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k order by 1)
          = array(select column_name from unnest(string_to_array(split_part(encode(t.tgargs, 'escape'), '\\000', 1), ' ')) column_name order by 1))`);
  expect(loose).toEqual([]);
  await setCopies("godan", 5);
  expect((await db.execute(sql`select from changed_rows`)).rowCount).toBe(0);
});

test("a deleted book comes back with its copies, and stays deleted while another one has its ISBN", async () => {
  const book = await addDeskBook(testServices, { title: "Ferry", isbn: "9780306406157" });
  await setCopies(book, 3);
  const { entry } = await recordedChange(testServices, ({ db: tx }) => deleteOrKeep(tx, [book], services.now()));
  const other = await addDeskBook(testServices, { title: "Another Ferry", isbn: "9780306406157" });
  const problem = (why: string) => ({ ok: false, problem: `Nothing could be undone: ${why}.` });
  expect(await undo(entry)).toEqual(
    problem("Ferry stays deleted: another one now has its name, its number or its place"),
  );
  await db.execute(sql`update books set isbn13 = null where id = ${other}`);
  expect(await undo(entry)).toMatchObject({ ok: true, kept: [] });
  expect(await onHand(book)).toBe(3);
});

test("a book that was deleted before a column was added comes back with the column's default", async () => {
  const book = await addDeskBook(testServices, { title: "Older Ferry" });
  const { entry } = await recordedChange(testServices, ({ db: tx }) => deleteOrKeep(tx, [book], services.now()));
  await db.execute(
    sql`update changed_rows set before = before - 'is_signed' where kind = 'books' and before ->> 'id' = ${book}`,
  );
  expect(await undo(entry)).toMatchObject({ ok: true, kept: [] });
  const { rows } = await db.execute(sql`select is_signed from books where id = ${book}`);
  expect(rows).toEqual([{ isSigned: false }]);
});

test("what an earlier version of the shop wrote cannot be undone, and says so", async () => {
  const { number: entry } = await writeAuditLog(db, by, services.now(), { action: "books.save", words: "Changed." });
  await db.execute(sql`
    insert into record_changes (entry, kind, key, before, after) values (${entry}, 'book', 'godan', '{"pages": 1}', '{"pages": 2}')`);
  expect(await findUndoable(db, entry)).toMatchObject({ count: 0, isOfBefore: true });
  expect(await undo(entry)).toEqual({
    ok: false,
    problem: "An earlier version of the shop did this, so it cannot be undone.",
  });
});
