/** Tests of bulk changes of 2,000 books, their previews and their undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { applyBulk, previewBulk } from "./bulk.server.ts";
import { changingRows, type BulkChange } from "./plan-bulk.ts";

const testServices = await openTestServices();
const { db } = testServices;

/** Adds `count` books in `count / 2` works, each as paperback and hardback, with the origins that an import sets. */
async function fill(count: number): Promise<string[]> {
  await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('endpaper.listings', 'later', true), set_config('endpaper.cause', 'import 7', true)`,
    );
    await tx.execute(
      sql`insert into publishers (id, name, name_key) values ('bulk-house', 'Bulk House', 'bulk house')`,
    );
    await tx.execute(sql`
      insert into works (id, title, search_text, description, source)
      select 'bulk-' || n, 'Bulk ' || n, 'bulk ' || n, '', 'bulk' from generate_series(1, ${count / 2}::int) n`);
    await tx.execute(sql`
      insert into work_categories (work_id, category_id, position)
      select 'bulk-' || n, 'fiction', 0 from generate_series(1, ${count / 2}::int) n`);
    await tx.execute(sql`
      insert into books (id, work_id, is_main, format, language, publisher, mrp_paise, price_paise, cover_key)
      select 'bulk-' || n || suffix, 'bulk-' || n, suffix = '', case suffix when '' then 'paperback' else 'hardback' end, 'en', '',
        40000, 30000 + n, 'bulk-' || n || '-0000000000'
      from generate_series(1, ${count / 2}::int) n cross join unnest(array['', '-hb']) suffix`);
    // Gives some prices another origin, which an undo must restore.
    await tx.execute(sql`update books set price_paise = price_paise + 1 where source is null and id like 'bulk-%'`);
  });
  await updateCoverKeys(
    db,
    Array.from({ length: count / 2 }, (_, index) => `bulk-${index + 1}`),
  );
  await refreshAllStaleListings(db);
  const { rows } = await db.execute<{ id: string }>(sql`select id from books where id like 'bulk-%' order by id`);
  return rows.map(({ id }) => id);
}

/** All rows of the test's books, works, categories and lists as one text, without `restored_at`, which an undo sets. */
async function readAll(without: string[] = []): Promise<string> {
  await refreshAllStaleListings(db);
  const { rows } = await db.execute<{ all: string }>(sql`
    select jsonb_build_array(
      (select jsonb_agg(to_jsonb(b) - 'restored_at' order by b.id) from books b where b.id like 'bulk-%' and b.work_id <> all(${without}::text[])),
      (select jsonb_agg(to_jsonb(w) - 'restored_at' order by w.id) from works w where w.id like 'bulk-%' and w.id <> all(${without}::text[])),
      (select jsonb_agg(to_jsonb(k) order by k.work_id, k.position) from work_categories k where k.work_id like 'bulk-%' and k.work_id <> all(${without}::text[])),
      (select jsonb_agg(to_jsonb(l) order by l.work_id) from listings l where l.work_id like 'bulk-%' and l.work_id <> all(${without}::text[])))::text as all`);
  return rows[0]!.all;
}

async function apply(ids: string[], change: BulkChange): Promise<{ entry: number; changed: string[] }> {
  const { version } = await previewBulk(db, ids, change);
  const { entry, done } = await recordedChange(testServices, ({ db: tx }) => applyBulk(tx, ids, change, version));
  return { entry, changed: done! };
}

const undone = async (entry: number) => (await undo(testServices, entry)).undone;

const ids = await fill(2_000);

test("2,000 books are changed at once, and are byte for byte as before when that is undone", async () => {
  const before = await readAll();
  const { entry, changed } = await apply(ids, { kind: "price-by-percent", percent: -10 });
  expect(changed.length).toBe(2_000);
  expect(await readAll()).not.toBe(before);
  expect(await undone(entry)).toMatchObject({ ok: true, kept: [] });
  expect(await readAll()).toBe(before);
});

test.each<[BulkChange, number]>([
  [{ kind: "price-to-mrp" }, 60],
  [{ kind: "price-below-mrp", percent: 5 }, 60],
  [{ kind: "mrp-by-percent", percent: 10, rounding: "9", keepsDiscount: true }, 60],
  [{ kind: "publisher", publisher: { id: "bulk-house", name: "Bulk House" } }, 60],
  [{ kind: "unlist" }, 60],
  [{ kind: "availability", availability: "out-of-print" }, 60],
  [{ kind: "category-add", category: { id: "history", path: "Non-fiction > History" } }, 30],
  [{ kind: "category-remove", category: { id: "fiction", path: "Fiction" } }, 30],
])("the same holds of every other change: %j", async (change, count) => {
  const before = await readAll();
  const { entry, changed } = await apply(ids.slice(0, 60), change);
  expect(changed.length).toBe(count);
  expect(await readAll()).not.toBe(before);
  expect(await undone(entry)).toMatchObject({ ok: true, kept: [] });
  expect(await readAll()).toBe(before);
});

test("a field that was edited in between stays and is named, and all else goes back", async () => {
  const edited = ["bulk-7", "bulk-8"];
  const before = await readAll(edited);
  const { entry } = await apply(ids, { kind: "price-by-sum", paise: 5_000 });
  await db.execute(sql`update books set price_paise = 12345 where id = 'bulk-7'`);
  await db.execute(sql`update books set pages = 99 where id = 'bulk-8'`);
  expect(await undone(entry)).toMatchObject({
    ok: true,
    kept: [{ key: "bulk-7", why: "the price of Bulk 7 was changed since" }],
  });
  expect(await readAll(edited)).toBe(before);
  const { rows } = await db.execute<{ id: string; price: number; pages: number | null }>(sql`
    select id, price_paise as price, pages from books where id in ('bulk-7', 'bulk-7-hb', 'bulk-8') order by id`);
  expect(rows).toEqual([
    { id: "bulk-7", price: 12_345, pages: null },
    { id: "bulk-7-hb", price: 30_008, pages: null },
    { id: "bulk-8", price: 30_009, pages: 99 },
  ]);
});

test("an undo can be undone in turn", async () => {
  const { entry } = await apply(ids.slice(0, 20), { kind: "price-to-mrp" });
  const changed = await readAll();
  const back = await undo(testServices, entry);
  expect(await undone(back.entry)).toMatchObject({ ok: true, kept: [] });
  expect(await readAll()).toBe(changed);
});

test("what would break a rule is left out, with the reason", async () => {
  const { rows } = await previewBulk(db, ids.slice(0, 3), { kind: "price-by-percent", percent: 50 });
  expect(rows.every((row) => "leftOut" in row)).toBe(true);
  expect(changingRows((await previewBulk(db, ids, { kind: "list" })).rows)).toEqual([]);
  const [row] = (await previewBulk(db, ["bulk-9"], { kind: "price-by-sum", paise: 20_000 })).rows;
  expect(row).toMatchObject({ leftOut: "₹500.10 is above the MRP ₹400.00." });
});

test("a preview that is out of date changes nothing", async () => {
  const change: BulkChange = { kind: "price-by-sum", paise: -100 };
  const { version } = await previewBulk(db, ids, change);
  await db.execute(sql`update books set price_paise = 11111 where id = 'bulk-500'`);
  const before = await readAll();
  expect(await inTransaction(db, (tx) => applyBulk(tx, ids, change, version))).toBe(null);
  expect(await readAll()).toBe(before);
});
