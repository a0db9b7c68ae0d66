import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { count, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { requestStock, sendStockLetters } from "./stock-requests.server.ts";

const { db, services } = await openTestServices();

test("ten letters a day may be asked for with one address, however it is written; a day later more", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from books order by id limit 14`);
  const ids = rows.map(({ id }) => id);
  const asked = () => count(db, sql`select count(*) from stock_requests where lower(email) = 'asha@example.com'`);
  const spellings = ["asha@example.com", "Asha@Example.com", " ASHA@example.com "];
  for (const [at, id] of ids.slice(0, 12).entries()) {
    expect(await requestStock(services, id, spellings[at % 3]!)).toMatchObject({ ok: true });
  }
  expect(await asked()).toBe(10);
  expect(await requestStock(services, ids[0]!, "binod@example.com")).toMatchObject({ ok: true });
  expect(await count(db, sql`select count(*) from stock_requests where email = 'binod@example.com'`)).toBe(1);
  await db.execute(sql`update stock_requests set created_at = now() - interval '23 hours'`);
  await requestStock(services, ids[12]!, "asha@example.com");
  expect(await asked()).toBe(10);
  await db.execute(sql`update stock_requests set created_at = now() - interval '25 hours'`);
  await requestStock(services, ids[12]!, "asha@example.com");
  expect(await asked()).toBe(11);
});

test("who was told may ask again, and what is no address or no book is refused", async () => {
  const waiting = () => count(db, sql`select count(*) from stock_requests where book_id = 'godan' and told_at is null`);
  expect(await requestStock(services, "godan", "meera@example.com")).toEqual({ ok: true, title: "गोदान" });
  await requestStock(services, "godan", "Meera@example.com");
  expect(await waiting()).toBe(1);
  await db.execute(sql`update stock_requests set told_at = now() where book_id = 'godan'`);
  await requestStock(services, "godan", "meera@example.com");
  expect(await waiting()).toBe(1);
  for (const email of ["", "meera", "a@b.example\nBcc: c@d.example", `${"m".repeat(250)}@example.com`])
    expect(await requestStock(services, "godan", email), email).toEqual({ ok: false, reason: "bad-address" });
  expect(await requestStock(services, "no-such-book", "meera@example.com")).toEqual({
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
  await requestStock(services, "godan", "leela@example.com");
  expect(await asked()).toBe(30);
  await db.execute(sql`update stock_requests set told_at = now() where email = 'leela@example.com'`);
  await requestStock(services, "godan", "leela@example.com");
  expect(await asked()).toBe(31);
});

test("a hundred are told at a time, who asked first before the others, and nobody who waits for another book", async () => {
  await db.execute(sql`delete from stock_requests`);
  await setStock(db, "jejuri", 1);
  await setStock(db, "masala-lab", 0);
  await requestStock(services, "masala-lab", "first@example.com");
  await db.execute(sql`
    insert into stock_requests (book_id, email) select 'jejuri', 'r' || n || '@example.com' from generate_series(1, 101) n`);
  const waiting = async () => {
    const { rows } = await db.execute<{ email: string }>(
      sql`select email from stock_requests where told_at is null order by id`,
    );
    return rows.map(({ email }) => email);
  };
  expect(await sendStockLetters(services)).toBe(100);
  expect(await waiting()).toEqual(["first@example.com", "r101@example.com"]);
  expect(await sendStockLetters(services)).toBe(1);
  expect(await sendStockLetters(services)).toBe(0);
  expect(await waiting()).toEqual(["first@example.com"]);
  expect(await count(db, sql`select count(*) from outbox where to_address ~ '^r[0-9]+@'`)).toBe(101);
});

test("who waits for a book that is hidden from readers is told when it is shown again", async () => {
  await setStock(db, "raag-darbari", 3);
  await requestStock(services, "raag-darbari", "farah@example.com");
  await db.execute(sql`update books set is_listed = false where work_id = 'raag-darbari'`);
  const told = () => count(db, sql`select count(*) from outbox where to_address = 'farah@example.com'`);
  await sendStockLetters(services);
  expect(await told()).toBe(0);
  await db.execute(sql`update books set is_listed = true where work_id = 'raag-darbari'`);
  await sendStockLetters(services);
  expect(await told()).toBe(1);
});
