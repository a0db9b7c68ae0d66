/** Tests that processes receive notifications of catalogue changes, also after a lost connection. */
import { isLockHeld, processLocks } from "#db/process-locks.ts";
import { sql, type SQL } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { refreshRecentSales } from "#shop/catalogue/listings/recent-sales.server.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { sell } from "#tests/support/sales/sold.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { subscribeToCatalogueChanges } from "./catalogue-changes.ts";

const { db, url } = await openTestDatabase();

/** Collects the notifications from now on. */
async function listen() {
  const heard = { times: 0, books: [] as (string[] | null)[] };
  const changes = await subscribeToCatalogueChanges(url, (books) => {
    heard.times += 1;
    heard.books.push(books);
  });
  return { heard, close: changes.close };
}

test("a changed price is heard, and so are a new author and a new offer", async () => {
  const { heard, close } = await listen();
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'tomb-of-sand'`);
  await expect.poll(() => heard.times).toBe(1);
  await db.execute(sql`insert into authors (id, name, bio, image_url) values ('a-new-author', 'A New Author', '', '')`);
  await expect.poll(() => heard.times).toBe(2);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off) values ('MONSOON', 'Monsoon', 'everything', 10)`);
  await expect.poll(() => heard.times).toBe(3);
  await close();
});

test("from hearing of a change until its place in the log is known, no replica is new enough", async () => {
  const positions: (string | null)[] = [];
  const changes = await subscribeToCatalogueChanges(url, () => {
    // Pages are dropped from memory now: a page rendered again must not read older data from a replica.
    queueMicrotask(() => positions.push(changes.neededPosition()));
  });
  await expect.poll(() => changes.neededPosition()).not.toBeNull();
  const before = changes.neededPosition()!;
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'tomb-of-sand'`);
  await expect.poll(() => positions.length).toBeGreaterThan(0);
  expect(positions.filter((position) => position !== null)).toEqual([]);
  await expect.poll(() => changes.neededPosition()).not.toBeNull();
  const { rows } = await db.execute<{ isLater: boolean }>(
    sql`select ${changes.neededPosition()}::pg_lsn > ${before}::pg_lsn as is_later`,
  );
  expect(rows[0]!.isLater).toBe(true);
  await changes.close();
});

test("what changes of a book alone is heard with the book's name, and what changes lists is heard of all", async () => {
  const { heard, close } = await listen();
  const said = async (change: SQL) => {
    const before = heard.books.length;
    await db.execute(change);
    await expect.poll(() => heard.books.length).toBeGreaterThan(before);
    // A notification with a name of its own marks the end: all earlier ones have arrived before it.
    await db.execute(sql`select pg_notify('catalogue_changed', 'the-end')`);
    await expect.poll(() => heard.books.at(-1)).toEqual(["the-end"]);
    return [...new Set(heard.books.slice(before, -1).map((books) => books?.join(" ") ?? null))];
  };
  // A work of several editions: the page of each edition shows the data that they share.
  const { rows: works } = await db.execute<{ work: string; siblings: string; one: string }>(sql`
    select work_id as work, string_agg(id, ' ' order by id) as siblings, min(id) filter (where is_main) as one from books
    group by work_id having count(*) > 1 order by work_id limit 1`);
  const { work, siblings, one } = works[0]!;
  expect(
    await said(sql`update books set mrp_paise = mrp_paise + 1000, price_paise = price_paise + 100 where id = 'godan'`),
  ).toEqual(["godan"]);
  expect(await said(sql`update works set description = description || ' ' where id = ${work}`)).toEqual([siblings]);
  expect(
    await said(sql`update works set starting_rating = 4.9, starting_rating_count = 70 where id = ${work}`),
  ).toContain(siblings);
  await db.execute(sql`update stock set on_hand = 100, reserved = 0 where book_id = ${one}`);
  expect(await said(sql`update stock set on_hand = 3 where book_id = ${one}`)).toEqual([siblings]);
  expect(await said(sql`update works set featured_position = null where featured_position is not null`)).toContain(
    null,
  );
  expect(await said(sql`delete from work_categories where work_id = 'godan'`)).toContain(null);
  expect(await said(sql`update books set is_listed = false where id = 'godan'`)).toContain(null);
  expect(await said(sql`update books set mrp_paise = mrp_paise + 1`)).toEqual([null]);
  await close();
});

test("the sale that makes the chart one of sales is heard of all pages, and so is its end; one between them only if it changes the order", async () => {
  const { heard, close } = await listen();
  const countSales = async (now = new Date()) => {
    heard.books.length = 0;
    await refreshRecentSales(db, now);
    await db.execute(sql`select pg_notify('catalogue_changed', 'the-end')`);
    await expect.poll(() => heard.books.at(-1)).toEqual(["the-end"]);
    return heard.books.slice(0, -1);
  };
  expect(await countSales()).toEqual([]);
  await sell(db, "indica", 1, "1 hour");
  expect(await countSales()).toEqual([null]);
  await sell(db, "jejuri", 1, "1 hour");
  const [changed, ...others] = await countSales();
  expect(changed).toEqual(expect.arrayContaining(["indica", "jejuri"]));
  expect(others).toEqual([]);
  await sell(db, "indica", 1, "1 hour");
  await countSales();
  await sell(db, "indica", 1, "1 hour");
  expect(await countSales()).toEqual([]);
  expect(await countSales(new Date(Date.now() + 31 * 86_400_000))).toEqual([null]);
  await close();
});

test("a change that is undone is not heard", async () => {
  const { heard, close } = await listen();
  const undone = inTransaction(db, async (tx) => {
    await tx.execute(sql`update works set title = 'Never' where id = 'godan'`);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await db.execute(sql`update works set description = description || ' ' where id = 'godan'`);
  await expect.poll(() => heard.times).toBe(1);
  await close();
});

test("a sale that changes no word on a page is not heard, one that does is", async () => {
  await db.execute(sql`update stock set on_hand = 100, reserved = 0 where book_id = 'indica'`);
  const { heard, close } = await listen();
  await db.execute(sql`update stock set on_hand = 99 where book_id = 'indica'`);
  await db.execute(sql`update stock set on_hand = 5 where book_id = 'indica'`);
  await expect.poll(() => heard.times).toBe(1);
  await db.execute(sql`update stock set on_hand = 4 where book_id = 'indica'`);
  await expect.poll(() => heard.times).toBe(2);
  await close();
});

test("when the line breaks it is joined again, and what was said meanwhile is made up for", async () => {
  const { heard, close } = await listen();
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%pg_current_wal_insert_lsn%' and pid <> pg_backend_pid()`);
  await expect.poll(() => heard.times).toBe(1);
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'indica'`);
  await expect.poll(() => heard.times).toBe(2);
  await close();
});

test("a process says that it serves readers from a request on until none comes for a while, also on a new line", async () => {
  const isServing = async () =>
    (await db.execute<{ is: boolean }>(sql`select ${isLockHeld(processLocks.serving)} as is`)).rows[0]!.is;
  let heard = 0;
  const changes = await subscribeToCatalogueChanges(url, () => (heard += 1));
  expect(await isServing()).toBe(false);
  changes.noteRequest();
  await expect.poll(isServing).toBe(true);
  await db.execute(sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${processLocks.serving} and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  await expect.poll(() => heard).toBe(1);
  await expect
    .poll(() => {
      changes.noteRequest();
      return isServing();
    })
    .toBe(true);
  await expect.poll(isServing).toBe(false);
  await changes.close();
});

test("a line that is cut without a word is noticed, and what was said meanwhile is made up for", async () => {
  const line = await openDatabaseProxy(url);
  const heard: (string[] | null)[] = [];
  let settings = 0;
  const changes = await subscribeToCatalogueChanges(
    line.url,
    (books) => heard.push(books),
    () => (settings += 1),
    { askEveryMs: 20, answerMs: 500 },
  );
  // Settings may have changed between the shop's start and now.
  expect(settings).toBe(1);
  line.silence();
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'indica'`);
  // Nothing tells of changes any more, so everything counts as changed.
  await expect.poll(() => heard).toEqual([null]);
  line.mend();
  // The notification was lost.
  await expect.poll(() => heard).toEqual([null, null]);
  await expect.poll(() => settings).toBeGreaterThan(1);
  await changes.close();
  await line.close();
});

test("the position that a replica must have reached is behind what was heard, and moves on with the database", async () => {
  const changes = await subscribeToCatalogueChanges(url, () => {}, undefined, { askEveryMs: 20, answerMs: 30_000 });
  const isBehind = async (position: string) => {
    const needed = changes.neededPosition();
    if (needed === null) return false;
    const { rows } = await db.execute<{ is: boolean }>(sql`select ${needed}::pg_lsn >= ${position}::pg_lsn as is`);
    return rows[0]!.is;
  };
  const readPosition = async () =>
    (await db.execute<{ at: string }>(sql`select pg_current_wal_insert_lsn()::text as at`)).rows[0]!.at;
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'godan'`);
  const changed = await readPosition();
  await expect.poll(() => isBehind(changed)).toBe(true);
  // A write without a notification counts too, a little later.
  await db.execute(sql`insert into jobs (name) values ('a-job-of-nobody')`);
  const written = await readPosition();
  await expect.poll(() => isBehind(written)).toBe(true);
  await changes.close();
});
