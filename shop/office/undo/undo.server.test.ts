import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { fieldsToPutBack, type Change } from "#shop/kernel/audit-log/change.ts";
import { recorded, writeRecord } from "#shop/kernel/audit-log/record.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findUndoable, forgetOldChanges, undoEntry } from "./undo.server.ts";

const { db, services } = await openTestServices();
const by = { actor: "command line" } as const;
const received = (key: string, before: number, after: number): Change => {
  return { kind: "copies", key, before: { copies: before }, after: { copies: after } };
};

async function onHand(book: string): Promise<number> {
  const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = ${book}`);
  return rows[0]!.onHand;
}

async function setCopies(book: string, copies: number): Promise<void> {
  await db.execute(sql`update stock set on_hand = ${copies}, reserved = 0 where book_id = ${book}`);
}

/** As an order does. */
async function holdFour(book: string): Promise<void> {
  await db.execute(sql`update stock set reserved = 4 where book_id = ${book}`);
}

/** Puts ten copies of each on the shelf; the entry of the record. */
async function receiveTen(...books: string[]): Promise<number> {
  await recorded(
    services,
    by,
    async ({ db }) => {
      for (const book of books) await receiveCopies(db, book, 10);
    },
    () => ({ action: "stock.receive", words: "Ten came.", changes: books.map((book) => received(book, 0, 10)) }),
  );
  return newest();
}

async function newest(): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return Number(rows[0]!.number);
}

async function undo(
  entry: number,
  { role = "owner", at = new Date() } = {} as { role?: "owner" | "packer" | "accountant"; at?: Date },
) {
  return inTransaction(db, async (tx) => {
    const undone = await undoEntry({ ...services, db: tx }, role, entry, at);
    if (undone.ok) await writeRecord(tx, by, at, undone.entry);
    return undone;
  });
}

test("what was received goes again, whatever was sold since, and the undo can be taken back in turn", async () => {
  await setCopies("godan", 5);
  const entry = await receiveTen("godan");
  await db.execute(sql`update stock set on_hand = on_hand - 3 where book_id = 'godan'`);
  expect(await undo(entry)).toMatchObject({ ok: true, kept: [] });
  expect(await onHand("godan")).toBe(2);
  const undone = await newest();
  expect(await findUndoable(db, entry)).toMatchObject({ count: 1, undoneBy: undone, needs: ["stock"] });
  expect(await undo(entry)).toEqual({ ok: false, problem: "This was taken back before." });
  expect(await undo(undone)).toMatchObject({ ok: true });
  expect(await onHand("godan")).toBe(12);
});

test("what cannot be taken back stays and is named; the rest is taken back", async () => {
  await setCopies("godan", 0);
  await setCopies("raag-darbari", 0);
  const entry = await receiveTen("godan", "raag-darbari");
  await holdFour("godan");
  const undone = await undo(entry);
  expect(undone).toMatchObject({ ok: true, kept: [{ key: "godan" }] });
  expect(undone.ok && undone.entry.words).toBe(
    "Took back: Ten came. It stays: the copies of गोदान: sold or held for orders since.",
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
  expect(await undo(999_999)).toEqual({ ok: false, problem: "There is nothing here that can be taken back." });
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

test("a field that is still as the change left it goes back; one that was changed since stays", () => {
  const change = {
    kind: "book",
    key: "godan",
    before: { price: 1, title: "A", tags: ["x"] },
    after: { price: 2, title: "B", tags: ["x"] },
  };
  expect(fieldsToPutBack(change, { price: 2, title: "C", tags: ["y"] })).toEqual({
    putBack: { price: 1 },
    changedSince: ["title"],
  });
  expect(fieldsToPutBack(change, { price: 1, title: "B" })).toEqual({ putBack: { title: "A" }, changedSince: [] });
});
