import { isHeld, processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { subscribeToCatalogueChanges } from "./catalogue-changes.ts";

const { db, url } = await openTestDatabase();

/** Counts what is heard from now on. */
async function listen() {
  const heard = { times: 0 };
  const changes = await subscribeToCatalogueChanges(url, () => (heard.times += 1));
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
    where datname = current_database() and query = 'listen catalogue_changed'`);
  await expect.poll(() => heard.times).toBe(1);
  await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'indica'`);
  await expect.poll(() => heard.times).toBe(2);
  await close();
});

test("a process says that it serves readers from a request on until none comes for a while, also on a new line", async () => {
  const isServing = async () =>
    (await db.execute<{ is: boolean }>(sql`select ${isHeld(processLocks.serving)} as is`)).rows[0]!.is;
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
