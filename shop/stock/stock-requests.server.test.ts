import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { count, putOnShelf } from "#tests/support/sale.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { withClock } from "#tests/support/with-clock.ts";
import { requestStock, tellWaitingReaders } from "./stock-requests.server.ts";

const { db } = await openTestDatabase();
const shop = withClock(db);

test("ten letters a day may be asked for with one address, however it is written; a day later more", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from books order by id limit 14`);
  const ids = rows.map(({ id }) => id);
  const asked = () => count(db, sql`select count(*) from stock_requests where lower(email) = 'asha@example.com'`);
  const spellings = ["asha@example.com", "Asha@Example.com", " ASHA@example.com "];
  for (const [at, id] of ids.slice(0, 12).entries()) {
    expect(await requestStock(shop, id, spellings[at % 3]!)).toMatchObject({ ok: true });
  }
  expect(await asked()).toBe(10);
  expect(await requestStock(shop, ids[0]!, "binod@example.com")).toMatchObject({ ok: true });
  expect(await count(db, sql`select count(*) from stock_requests where email = 'binod@example.com'`)).toBe(1);
  await db.execute(sql`update stock_requests set created_at = now() - interval '23 hours'`);
  await requestStock(shop, ids[12]!, "asha@example.com");
  expect(await asked()).toBe(10);
  await db.execute(sql`update stock_requests set created_at = now() - interval '25 hours'`);
  await requestStock(shop, ids[12]!, "asha@example.com");
  expect(await asked()).toBe(11);
});

test("who was told may ask again, and what is no address or no book is refused", async () => {
  const waiting = () => count(db, sql`select count(*) from stock_requests where book_id = 'godan' and told_at is null`);
  await requestStock(shop, "godan", "meera@example.com");
  await requestStock(shop, "godan", "Meera@example.com");
  expect(await waiting()).toBe(1);
  await db.execute(sql`update stock_requests set told_at = now() where book_id = 'godan'`);
  await requestStock(shop, "godan", "meera@example.com");
  expect(await waiting()).toBe(1);
  for (const email of ["", "meera", "a@b.example\nBcc: c@d.example", `${"m".repeat(250)}@example.com`])
    expect(await requestStock(shop, "godan", email), email).toEqual({ ok: false, reason: "bad-address" });
  expect(await requestStock(shop, "no-such-book", "meera@example.com")).toEqual({
    ok: false,
    reason: "no-such-book",
  });
});

test("thirty letters may be waited for with one address; one that was written does not count", async () => {
  await db.execute(sql`
    insert into stock_requests (book_id, email, created_at)
    select id, 'leela@example.com', now() - interval '2 days' from books where id <> 'godan' order by id limit 30`);
  const asked = () => count(db, sql`select count(*) from stock_requests where email = 'leela@example.com'`);
  expect(await asked()).toBe(30);
  await requestStock(shop, "godan", "leela@example.com");
  expect(await asked()).toBe(30);
  await db.execute(sql`update stock_requests set told_at = now() where email = 'leela@example.com'`);
  await requestStock(shop, "godan", "leela@example.com");
  expect(await asked()).toBe(31);
});

test("who waits for a book that is off the shelf is told when it is on the shelf again", async () => {
  await putOnShelf(db, "raag-darbari", 3);
  await requestStock(shop, "raag-darbari", "farah@example.com");
  await db.execute(sql`update books set is_listed = false where work_id = 'raag-darbari'`);
  const told = () => count(db, sql`select count(*) from outbox where to_address = 'farah@example.com'`);
  await tellWaitingReaders(shop);
  expect(await told()).toBe(0);
  await db.execute(sql`update books set is_listed = true where work_id = 'raag-darbari'`);
  await tellWaitingReaders(shop);
  expect(await told()).toBe(1);
});
