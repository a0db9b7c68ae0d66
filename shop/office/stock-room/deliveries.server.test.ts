/** Tests of deliveries of suppliers: scanning, corrections, putting copies on the shelf, and their undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import {
  addToDelivery,
  correctLine,
  dropDelivery,
  findDelivery,
  listDeliveries,
  maxDeliveries,
  openDelivery,
} from "./deliveries.server.ts";
import { shelveDelivery } from "./shelve-delivery.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const staffId = await addStaff(testServices, "packer", "Asha");
const at = new Date("2026-03-01T10:00:00Z");
const godan = "9780140449136";
const unknown = "9780306406157";
await db.execute(sql`update books set isbn13 = null where isbn13 in (${godan}, ${unknown})`);
await db.execute(sql`update books set isbn13 = ${godan} where id = 'godan'`);

let bills = 0;
async function begin(): Promise<number> {
  const head = { supplier: "Penguin", billNumber: `B-${(bills += 1)}`, billedOn: "2026-02-28" };
  return (await openDelivery(db, head, { staffId, at })).id;
}

const scan = (id: number, code: string, copies = 1, costPaise: number | null = null) =>
  addToDelivery(db, id, { code, copies, costPaise }, at);

const shelve = (id: number, expected: number, within = db) =>
  inTransaction(within, (tx) => shelveDelivery(tx, id, expected, { staffId, at }));

async function onHand(): Promise<number> {
  const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = 'godan'`);
  return rows[0]!.onHand;
}

test("scans add up, an unknown ISBN waits, goes on the shelf once its book is there, and a second part tops up", async () => {
  await setStock(db, "godan", 0);
  await db.execute(sql`insert into stock_requests (book_id, email) values ('godan', 'waits@example.com')`);
  const id = await begin();
  expect(await scan(id, godan)).toMatchObject({ copies: 1, bookId: "godan", title: "गोदान" });
  expect(await scan(id, godan, 2, 15_000)).toMatchObject({ copies: 3, costPaise: 15_000 });
  expect(await scan(id, unknown, 4)).toMatchObject({ copies: 4, bookId: null, title: null });
  expect(await onHand()).toBe(0);
  expect(await shelve(id, 3)).toMatchObject({ ok: true, copies: 3, unknown: 1 });
  expect(await onHand()).toBe(3);
  expect(await sendStockLetters(services)).toBe(1);
  const { rows } = await db.execute<{ cost: number }>(sql`select cost_paise as cost from books where id = 'godan'`);
  expect(rows[0]!.cost).toBe(15_000);
  expect((await listDeliveries(db))[0]).toMatchObject({ id, isOpen: true, copies: 7, shelved: 3, unknown: 4 });

  await db.execute(sql`update books set isbn13 = ${unknown} where id = 'jejuri'`);
  expect(await shelve(id, 4)).toMatchObject({ ok: true, books: [{ bookId: "jejuri", copies: 4 }], unknown: 0 });
  expect(await findDelivery(db, id)).toMatchObject({ isOpen: false });
  await scan(id, godan, 5);
  expect(await findDelivery(db, id)).toMatchObject({ isOpen: true });
  expect(await shelve(id, 5)).toMatchObject({ ok: true, books: [{ bookId: "godan", before: 3, after: 8 }] });
  await db.execute(sql`update books set isbn13 = null where id = 'jejuri'`);
});

test("a scan that does not say what a copy costs leaves what is known of it", async () => {
  const id = await begin();
  await scan(id, godan, 1, 15_000);
  expect(await scan(id, godan)).toMatchObject({ copies: 2, costPaise: 15_000 });
  expect(await scan(id, godan, 1, 14_000)).toMatchObject({ copies: 3, costPaise: 14_000 });
});

test("the same bill of the same supplier is one delivery; without a number each is its own", async () => {
  const head = { supplier: "Rupa", billNumber: "77/a", billedOn: null };
  const first = await openDelivery(db, head, { staffId, at });
  const again = await openDelivery(db, { ...head, supplier: "RUPA", billNumber: "77/A" }, { staffId, at });
  expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }]);
  const bare = { ...head, billNumber: "" };
  const ids = [await openDelivery(db, bare, { staffId, at }), await openDelivery(db, bare, { staffId, at })];
  expect(new Set(ids.map(({ id }) => id)).size).toBe(2);
});

test("what other people scanned meanwhile is not put on the shelf unseen", async () => {
  await setStock(db, "godan", 0);
  const id = await begin();
  await scan(id, godan, 2);
  await scan(id, godan, 3);
  expect(await shelve(id, 2)).toEqual({ ok: false, reason: "changed", copies: 5 });
  expect(await onHand()).toBe(0);
  expect(await shelve(id, 5)).toMatchObject({ ok: true });
  expect(await shelve(id, 0)).toEqual({ ok: false, reason: "nothing" });
});

test("a line is corrected as it was shown, never below what is on the shelf; 0 takes it out", async () => {
  const id = await begin();
  await scan(id, godan, 2);
  const none = { damaged: 0, billed: null };
  const was = { ...none, copies: 2, costPaise: null, printedMrpPaise: null };
  expect(
    await correctLine(db, id, godan, was, { ...none, copies: 3, costPaise: 900, printedMrpPaise: 49_900 }),
  ).toEqual({
    ok: true,
  });
  expect(
    await correctLine(db, id, godan, was, { ...none, copies: 9, costPaise: null, printedMrpPaise: null }),
  ).toMatchObject({
    reason: "changed",
  });
  await shelve(id, 3);
  const now = { ...none, copies: 3, costPaise: 900, printedMrpPaise: 49_900 };
  expect(await correctLine(db, id, godan, { ...now, printedMrpPaise: null }, now)).toMatchObject({ reason: "changed" });
  expect(await correctLine(db, id, godan, now, { ...now, copies: 2 })).toMatchObject({ reason: "shelved" });
  expect(await dropDelivery(db, id)).toBe(false);
  const other = await begin();
  await scan(other, unknown);
  await correctLine(
    db,
    other,
    unknown,
    { ...none, copies: 1, costPaise: null, printedMrpPaise: null },
    { ...none, copies: 0, costPaise: null, printedMrpPaise: null },
  );
  expect((await findDelivery(db, other))!.lines).toEqual([]);
  expect(await dropDelivery(db, other)).toBe(true);
});

test("what a delivery brought can be undone: it waits again; copies that orders hold stay", async () => {
  await setStock(db, "godan", 1);
  const id = await begin();
  await scan(id, godan, 4);
  const put = async () => {
    const { entry, done } = await recordedChange(testServices, ({ db: tx }) => shelve(id, 4, tx));
    if (!done.ok) throw new Error(done.reason);
    return entry;
  };
  const undone = async (entry: number) => (await undo(testServices, entry, { role: "packer" })).undone;
  const first = await put();
  expect(await undone(first)).toMatchObject({ ok: true, kept: [] });
  expect(await onHand()).toBe(1);
  expect(await findDelivery(db, id)).toMatchObject({ isOpen: true, lines: [{ copies: 4, shelved: 0 }] });
  const second = await put();
  await db.execute(sql`update stock set reserved = 3 where book_id = 'godan'`);
  expect(await undone(second)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("sold or reserved since"),
  });
  expect(await onHand()).toBe(5);
  expect(await findDelivery(db, id)).toMatchObject({ isOpen: false, lines: [{ shelved: 4 }] });
  await db.execute(sql`update stock set reserved = 0 where book_id = 'godan'`);
});

test("copies that went back to their delivery come again only while its line still has room for them", async () => {
  await setStock(db, "godan", 1);
  const id = await begin();
  await scan(id, godan, 4, 200_00);
  const { entry } = await recordedChange(testServices, ({ db: tx }) => shelve(id, 4, tx));
  const back = await undo(testServices, entry);
  expect(back.undone).toMatchObject({ ok: true, kept: [] });
  const refused = {
    ok: false,
    problem: "Nothing could be undone: the delivery of these copies was changed since.",
  };
  await db.execute(sql`update delivery_lines set copies = 2 where delivery_id = ${id}`);
  expect((await undo(testServices, back.entry)).undone).toEqual(refused);
  await db.execute(sql`delete from delivery_lines where delivery_id = ${id}`);
  expect((await undo(testServices, back.entry)).undone).toEqual(refused);
  expect(await onHand()).toBe(1);
});

test("the list goes on from page to page until every delivery was shown once, open ones first", async () => {
  const { rows: had } = await db.execute<{ count: number }>(sql`select count(*)::int as count from deliveries`);
  await db.execute(sql`
    insert into deliveries (supplier, bill_number, opened_by, opened_at, closed_at)
    select 'Many', '', ${staffId}, ${at}, case when n % 2 = 0 then ${at}::timestamptz end
    from generate_series(1, ${3 * maxDeliveries}) n`);
  const shown = [];
  let page = await listDeliveries(db);
  while (page.length > 0) {
    expect(page.length).toBeLessThanOrEqual(maxDeliveries);
    shown.push(...page);
    page = await listDeliveries(db, page.at(-1)!);
  }
  expect(new Set(shown.map(({ id }) => id)).size).toBe(had[0]!.count + 3 * maxDeliveries);
  expect(shown).toHaveLength(had[0]!.count + 3 * maxDeliveries);
  const ordered = shown.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.id - a.id);
  expect(shown.map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
});
