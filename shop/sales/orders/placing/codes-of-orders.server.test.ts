/** Tests of promotion codes in orders: minimum order, targets, limits, first orders and refunds. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { applyPromotion, findCart, setQuantity } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, delivery, deliveryOf, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { placeOrder } from "./place-order.server.ts";

const shipping = { shippingFeePaise: 4900, freeShippingFromPaise: null };
const testServices = await openTestServices(shipping, { connections: 10 });
const { db, services } = testServices;
const prices = { godan: 333_33, indica: 250_10, "the-anarchy": 199_99 };
for (const [bookId, paise] of Object.entries(prices)) {
  await setStock(db, bookId, 200);
  await db.execute(sql`
    update books set mrp_paise = greatest(mrp_paise, ${paise}), price_paise = ${paise} where id = ${bookId}`);
}
await db.execute(sql`delete from bundles`);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

interface Terms {
  minOrder?: number;
  targets?: string[];
  limit?: number;
  isFirstOrderOnly?: boolean;
}

/** Adds a code for a discount of 100 rupees. */
async function promote(code: string, { minOrder = 200_00, targets = [], limit, isFirstOrderOnly = false }: Terms = {}) {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, paise_off, min_order_paise, targets, redemption_limit,
      redemption_limit_per_email, is_first_order_only)
    values (${code}, 'A hundred off', ${targets.length > 0 ? "chosen" : "everything"}, null, 10000, ${minOrder},
      ${targets}::text[], ${limit ?? null}::int, ${isFirstOrderOnly ? 1 : null}::int, ${isFirstOrderOnly})`);
}

async function cartWith(reader: string, code: string, books: Record<string, number>) {
  const cart = cartOf(reader);
  await fillCart(db, cart, books);
  expect(await applyPromotion(services, cart, code)).toMatchObject({ ok: true });
  return cart;
}

const look = (cart: string) => findCart(services, cart, shipping);

async function pay(providerOrderId: string) {
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
}

async function linesOf(number: string) {
  const { rows } = await db.execute<{ bookId: string; discount: number; total: number }>(sql`
    select l.book_id, l.discount_paise::int as discount, l.total_paise::int as total
    from order_lines l join orders o on o.id = l.order_id where o.number = ${number} order by l.position`);
  return rows;
}

test("a cart below the least order is told what is missing, and has the discount from there on", async () => {
  await promote("FROM600", { minOrder: 600_00 });
  const cart = await cartWith("small", "FROM600", { godan: 1 });
  const before = await look(cart);
  expect(before).toMatchObject({ discounts: [], totalPaise: prices.godan + 4900 });
  expect(before.code?.trouble?.words).toBe("₹266.67 more and FROM600 gives ₹100.00 off.");
  const refused = { ok: false, trouble: { reason: "small-order" } };
  expect(await placeOrder(services, cart, delivery, null, "FROM600")).toMatchObject(refused);
  await setQuantity(services, cart, "godan", 2);
  expect(await look(cart)).toMatchObject({ code: { trouble: null }, discounts: [{ amountPaise: 100_00 }] });
});

test("what an order with a sum off shows of each line, and gives back for each in any order, is what was paid", async () => {
  await promote("HUNDRED");
  for (const [reader, turned] of [
    ["forward", false],
    ["backward", true],
  ] as const) {
    const cart = await cartWith(reader, "HUNDRED", { godan: 1, indica: 2, "the-anarchy": 1 });
    const shown = await look(cart);
    const placed = await placeOrder(services, cart, deliveryOf(cart));
    if (!placed.ok) throw new Error(placed.reason);
    const { number, totalPaise, providerOrderId } = placed.order;
    expect(totalPaise).toBe(shown.totalPaise);
    const lines = await linesOf(number);
    expect(lines.map(({ discount }) => discount)).toEqual([32_25, 48_40, 19_35]);
    await pay(providerOrderId);
    for (const { bookId } of turned ? lines.toReversed() : lines) {
      const copies = bookId === "indica" ? [1, 1] : [1];
      for (const quantity of copies)
        await cancelOrder(services, { number, by: "link", copies: [{ bookId, quantity }], cause: "reader" });
    }
    const refunds = await refundsOf(db, number);
    expect(refunds.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(totalPaise);
  }
});

test("a code for chosen books takes off theirs alone, and names them to a cart that has none", async () => {
  const { rows } = await db.execute<{ author: string; name: string }>(sql`
    select a.id as author, a.name from work_contributors c join authors a on a.id = c.author_id
      join books b on b.work_id = c.work_id where b.id = 'godan' order by c.position limit 1`);
  const { author, name } = rows[0]!;
  await promote("BYONE", { targets: [`author:${author}`, "series:gone-long-ago"] });
  const cart = await cartWith("chosen", "BYONE", { indica: 1 });
  expect((await look(cart)).code?.trouble).toEqual({
    reason: "other-books",
    words: `BYONE waits for a book of ${name}.`,
  });
  await fillCart(db, cart, { godan: 1 });
  const placed = await placeOrder(services, cart, deliveryOf(cart));
  if (!placed.ok) throw new Error(placed.reason);
  expect((await linesOf(placed.order.number)).map(({ discount }) => discount)).toEqual([0, 100_00]);
});

test("a code is for the books of a category with all below it, of a series and of a reading list in any edition", async () => {
  await db.execute(sql`insert into reading_lists (id, title, summary, introduction, position)
    values ('codes-list', 'Rain', 'Rain.', 'Rain.', 900)`);
  await db.execute(sql`insert into reading_list_books (reading_list_id, book_id, position, note)
    values ('codes-list', 'the-anarchy', 1, 'Read it.')`);
  const { rows } = await db.execute<{ id: string }>(sql`
    select coalesce(k.parent_id, k.id) as id from work_categories wc join categories k on k.id = wc.category_id
      join books b on b.work_id = wc.work_id where b.id = 'indica' order by wc.position limit 1`);
  await promote("SHELF", { targets: [`category:${rows[0]!.id}`] });
  await promote("LIST", { targets: ["list:codes-list"] });
  expect((await look(await cartWith("of-shelf", "SHELF", { indica: 1 }))).discounts).toMatchObject([
    { source: "SHELF", amountPaise: 100_00 },
  ]);
  const cart = await cartWith("of-list", "LIST", { "the-anarchy": 1, godan: 1 });
  expect((await look(cart)).discounts).toMatchObject([{ source: "LIST", amountPaise: 100_00 }]);
});

test("an author that was joined to another brings their code along", async () => {
  await promote("JOINED", { targets: ["author:another-spelling"] });
  await db.execute(sql`
    insert into moved_addresses (kind, old_id, new_id)
    select 'author', 'another-spelling', c.author_id from work_contributors c join books b on b.work_id = c.work_id
    where b.id = 'godan' limit 1`);
  expect((await look(await cartWith("joined", "JOINED", { godan: 1 }))).discounts).toMatchObject([
    { source: "JOINED" },
  ]);
});

test("a code for first orders is refused to whoever has bought before, however the address is written", async () => {
  await promote("FIRST", { isFirstOrderOnly: true });
  const cart = await cartWith("newcomer", "FIRST", { godan: 1 });
  const asNew = { ...delivery, email: "new.comer@gmail.com" };
  const placed = await placeOrder(services, cart, asNew);
  if (!placed.ok) throw new Error(placed.reason);
  // The first order is not paid yet, but it has reserved the use of the code.
  const beside = await cartWith("beside", "FIRST", { godan: 1 });
  const refused = { ok: false, reason: "code" };
  expect(await placeOrder(services, beside, asNew)).toMatchObject({ ...refused, trouble: { reason: "used-by-you" } });
  await pay(placed.order.providerOrderId);
  await db.execute(sql`insert into promotions (code, name, applies_to, percent_off, redemption_limit_per_email,
    is_first_order_only) values ('FIRST2', 'First', 'everything', 10, 1, true)`);
  const later = await cartWith("later", "FIRST2", { godan: 1 });
  expect(await placeOrder(services, later, { ...delivery, email: "NewComer+1@gmail.com" })).toMatchObject({
    ...refused,
    trouble: { reason: "not-first-order" },
  });
  expect(await placeOrder(services, later, deliveryOf(cartOf("somebody-else")))).toMatchObject({ ok: true });
});

test("of two who take the last use of a sum at once one has it, and the other is told", async () => {
  await promote("LASTSUM", { limit: 1 });
  const carts = await Promise.all([
    cartWith("last-one", "LASTSUM", { godan: 1 }),
    cartWith("last-two", "LASTSUM", { indica: 1 }),
  ]);
  const placed = await Promise.all(carts.map((cart) => placeOrder(services, cart, deliveryOf(cart))));
  expect(placed.filter(({ ok }) => ok)).toHaveLength(1);
  expect(placed.find(({ ok }) => !ok)).toMatchObject({ reason: "code", trouble: { reason: "used-up" } });
});

test("a code that takes nothing off stops only a reader whose page showed a discount, and one of another reader leaves the cart", async () => {
  await setStock(db, "following-fish", 5);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, min_order_paise, redemption_limit_per_email) values
      ('LARGE', 'Ten', 'everything', 10, 10000000, null), ('ONEACH', 'Ten', 'everything', 10, null, 1)`);
  const cart = cartOf("idle");
  const reader = { ...delivery, email: "buys.again@example.com" };
  await fillCart(db, cart, { "following-fish": 1 });
  await applyPromotion(services, cart, "LARGE");
  expect(await placeOrder(services, cart, reader, null, "LARGE")).toMatchObject({ trouble: { reason: "small-order" } });
  const placed = await placeOrder(services, cart, reader);
  if (!placed.ok) throw new Error(placed.reason);

  const other = cartOf("of the same reader");
  await fillCart(db, other, { "following-fish": 1 });
  await applyPromotion(services, other, "ONEACH");
  expect(await placeOrder(services, other, reader)).toMatchObject({ ok: true });
  await applyPromotion(services, cart, "ONEACH");
  expect(await placeOrder(services, cart, reader, null, "ONEACH")).toMatchObject({
    trouble: { reason: "used-by-you" },
  });
  expect((await findCart(services, cart, services.settings)).code).toBeNull();
  expect(await placeOrder(services, cart, reader, null, "")).toMatchObject({
    ok: true,
    order: { totalPaise: placed.order.totalPaise },
  });
});
