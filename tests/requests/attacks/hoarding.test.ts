/** Hoarding of stock by unpaid orders: one network gets a bounded share, and other readers can still buy. */
import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { hashSecret } from "#shop/kernel/security/secret.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { cartOf, count, delivery, setStock } from "#tests/support/sales/sale.ts";
import { signInReader } from "#tests/support/sales/readers.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const shop = await openTestShop();
const { db } = shop;
const began = Date.now();
let clock = began;
shop.services.now = () => new Date(clock);
afterAll(async () => expect(await findBreaches(db)).toEqual([]));

const books = (
  await db.execute<{ id: string; copies: number }>(
    sql`select book_id as id, on_hand - reserved as copies from stock where on_hand > reserved order by book_id`,
  )
).rows;

/** Presses the pay button. Advances the clock by 6 seconds each time, so that rate limits do not interfere. */
async function pay(cookie: string, network: string, email = "reader@example.com"): Promise<number> {
  clock += 6000;
  const headers = { accept: "application/json", cookie, "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams({ ...delivery, email });
  const answer = await shop.pages.fetch(
    new Request(`${publicUrl}/checkout`, { method: "POST", body, headers }),
    network,
  );
  await answer.text();
  return answer.status;
}

/** Creates a guest's cart with these lines; returns its cookie. */
async function cartWith(name: string, lines: { id: string; copies: number }[]): Promise<string> {
  const token = cartOf(name);
  await db.execute(sql`
    with cart as (insert into carts (token_hash) values (${hashSecret(token)}) returning id)
    insert into cart_lines (cart_id, book_id, quantity)
    select cart.id, line.id, least(20, line.copies)
    from cart, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id text, copies int)`);
  return `cart=${token}`;
}

const heldCopies = () => count(db, sql`select sum(reserved) as count from stock`);

/** Reserves as much as possible for one attacker: large carts first, then smaller ones. */
async function hoard(attacker: string, networkOf: (turn: number) => string): Promise<void> {
  let turn = 0;
  for (const [titles, copies] of [
    [50, 20],
    [5, 20],
    [10, 2],
    [1, 20],
    [1, 1],
  ] as const) {
    for (let times = 0; times < 12; times += 1) {
      const from = (turn * 7) % books.length;
      const lines = [...books, ...books]
        .slice(from, from + titles)
        .map((book) => ({ ...book, copies: Math.min(copies, book.copies) }));
      await pay(await cartWith(`${attacker}${turn}`, lines), networkOf(turn), `${attacker}${turn}@example.com`);
      turn += 1;
    }
  }
}

test("one address that never pays holds a small part of the shop, and another reader can buy every title", async () => {
  const all = books.reduce((sum, { copies }) => sum + copies, 0);
  const before = await heldCopies();
  await hoard("v4", () => "203.0.113.66");
  await hoard("v6", (turn) => `2001:db8:7:${turn.toString(16)}::/64`);
  const held = (await heldCopies()) - before;
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(all * 0.03);

  const { rows: left } = await db.execute<{ id: string; copies: number }>(
    sql`select book_id as id, 1 as copies from stock where on_hand >= 3 and on_hand - reserved >= 1 order by book_id`,
  );
  expect(left).toHaveLength(await count(db, sql`select count(*) from stock where on_hand >= 3`));
  for (let from = 0; from < left.length; from += 50)
    expect(await pay(await cartWith(`honest${from}`, left.slice(from, from + 50)), `198.51.100.${from % 250}`)).toBe(
      200,
    );
});

test("orders in a reader's name keep that reader from nothing, at home or signed in", async () => {
  const victim = "popular-reader";
  const session = await signInReader(db, victim);
  const email = session.reader.email!;
  for (let times = 0; times < 15; times += 1)
    expect(await pay(await cartWith(`inthename${times}`, [{ id: "godan", copies: 1 }]), "203.0.113.67", email)).toBe(
      200,
    );
  expect(await pay(await cartWith("thereader", [{ id: "godan", copies: 1 }]), "198.51.100.251", email)).toBe(200);
  await db.execute(sql`
    with cart as (insert into carts (reader_id) values (${session.reader.id}) returning id)
    insert into cart_lines (cart_id, book_id, quantity) select id, 'godan', 1 from cart`);
  expect(await pay(`session=${session.token}`, "203.0.113.67", email)).toBe(200);
});

test("ten people of one office buy at the same time, and who signs in still buys when guests have used the network up", async () => {
  for (const book of ["malgudi-days", "jaya", "sita", "tomb-of-sand"]) await setStock(db, book, 100);
  const orders = await Promise.all(
    Array.from({ length: 10 }, async (_, place) =>
      pay(
        await cartWith(`office${place}`, [
          { id: "malgudi-days", copies: 1 },
          { id: "jaya", copies: 2 },
        ]),
        "203.0.113.68",
      ),
    ),
  );
  expect(orders).toEqual(Array.from({ length: 10 }, () => 200));
  for (let place = 10; place < 40; place += 1)
    await pay(await cartWith(`office${place}`, [{ id: "sita", copies: 1 }]), "203.0.113.68");
  const last = await cartWith("officelast", [{ id: "tomb-of-sand", copies: 1 }]);
  expect(await pay(last, "203.0.113.68")).toBe(409);
  const { token, reader } = await signInReader(db, "office-reader");
  await db.execute(sql`
    with cart as (insert into carts (reader_id) values (${reader.id}) returning id)
    insert into cart_lines (cart_id, book_id, quantity) select id, 'tomb-of-sand', 1 from cart`);
  expect(await pay(`session=${token}`, "203.0.113.68")).toBe(200);
});
