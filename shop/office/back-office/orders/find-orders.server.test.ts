/** Tests of the desk's search for orders: by papers, names, addresses and phones, page by page, and at bounded cost. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { measureStatements } from "#tests/support/measure-statements.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findOrders } from "./find-orders.server.ts";
import { searchOrders, type OrderPage } from "./orders.server.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
await setStock(db, "godan", 50);

const all = { state: null, way: null, text: "", from: null, to: null, wantsReturn: false, carrier: "", before: null };

/** The numbers of the orders that match a text. */
async function found(text: string, limit = 10) {
  return (await findOrders(db, text, limit)).map(({ number }) => number);
}

test("an order is found by all that stands on its papers", async () => {
  const { number, paymentId } = await paidOrder(testServices, "bypapers", { godan: 1 });
  await shipOrder(services, number, { carrier: "Blue Dart", trackingNumber: "BD 77", trackingUrl: "" });
  await issueDocuments(services);
  const { rows } = await db.execute<{ bill: string }>(sql`
    select d.number as bill from documents d join orders o on o.id = d.order_id where o.number = ${number}`);
  for (const text of [
    number,
    number.toLowerCase(),
    number.slice(0, 8),
    ` ${number} `,
    paymentId,
    "BD 77",
    "bd 77",
    rows[0]!.bill,
  ])
    expect(await found(text), text).toEqual([number]);
  for (const text of ["BD 7", "EP", "ep-", number.slice(0, 5)]) expect(await found(text), text).toEqual([]);
});

test("after changes of the prefix an order is found without it, whatever its prefix", async () => {
  const placed = async (prefix: string) => {
    const { number } = await paidOrder(testServices, `with-${prefix}`, { godan: 1 });
    const other = `${prefix}-Q7${number.slice(-8)}`;
    await db.execute(sql`update orders set number = ${other} where number = ${number}`);
    return other;
  };
  const numbers = [
    await placed("EP"),
    await placed("SGB"),
    await placed("AB"),
    await placed("ABC"),
    await placed("ZZ"),
  ];
  for (const number of numbers) {
    expect(await found(number.split("-")[1]!), number).toEqual([number]);
    expect(await found(number.slice(0, -2)), number).toEqual([number]);
  }
  expect(await found("Q7ZZZZZZZZ")).toEqual([]);
});

test("an order is found by the beginnings of a name, an e-mail address and a phone number", async () => {
  const { number } = await paidOrder(testServices, "byname", { godan: 1 });
  await db.execute(sql`
    update orders set name = 'Prémchand-Rai J. R. विश्वनाथन्', email = 'Rai@Example.com', phone = '+919123456780'
    where number = ${number}`);
  const texts = ["premchand", "PREM", "rai", "rai prem", "jr", "विश्वनाथ", "rai@exa", "RAI@EXAMPLE.COM", "91234 56780"];
  for (const text of [...texts, "+91 91234-56780", "091234 56780", "9123"])
    expect(await found(text), text).toEqual([number]);
  for (const text of ["chand", "prem zzz", "example.com", "23456", "912", "%", "_", "a' or 1=1 --", "\0", "", " "])
    expect(await found(text), text).toEqual([]);
});

test("the newest come first, and a deleted account is found by no name", async () => {
  const older = await paidOrder(testServices, "older", { godan: 1 });
  const newer = await paidOrder(testServices, "newer", { godan: 1 });
  await db.execute(sql`update orders set name = 'Zubin Zaveri' where number in (${older.number}, ${newer.number})`);
  expect(await found("zub")).toEqual([newer.number, older.number]);
  expect(await found("zub", 1)).toEqual([newer.number]);
  await eraseOrders(db, sql`number = ${newer.number}`, services.now());
  expect(await found("zubin")).toEqual([older.number]);
});

test("of any number of orders only a bounded part is looked at", async () => {
  await db.execute(sql`
    insert into orders (number, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
      subtotal_paise, shipping_paise, total_paise, reserved_until)
    select 'EP-' || lpad(n::text, 10, '0'), 1, 'expired', 'reader' || n || '@example.com',
      (array['Asha', 'Ashok', 'Kavita'])[n % 3 + 1] || ' ' || (array['Sharma', 'Sharan'])[n % 2 + 1],
      '+9198' || lpad(n::text, 8, '0'), 'A', 'B', 'KA', '560001', 100, 0, 100, '2026-01-01'
    from generate_series(1, 12000) n`);
  await db.execute(sql`analyze orders, order_terms`);
  for (const [text, blocks] of [
    ["sh", 400],
    ["asha sharma", 12_000],
    ["reader", 1200],
    ["98000", 1200],
    ["EP-", 1200],
    ["ep-00", 1200],
    ["0000007q", 1200],
  ] as const) {
    const { db: measured, taken } = measureStatements(db);
    expect(await findOrders(measured, text, 10), text).toHaveLength(/^ep|q$/i.test(text) ? 0 : 10);
    expect(taken().blocks, `${text}: ${taken().worst}`).toBeLessThan(blocks);
  }
  // A page of the list reads no more, even with a rare state.
  const { db: measured, taken } = measureStatements(db);
  const page = await searchOrders(measured, { ...all, state: "paid", text: "sharma" });
  expect(page).toMatchObject({ orders: [], isScanCut: true, next: expect.any(String) });
  expect(taken().blocks, taken().worst).toBeLessThan(12_000);
  for (const way of ["collection", "counter"] as const) {
    const { db: rare, taken: read } = measureStatements(db);
    expect((await searchOrders(rare, { ...all, way })).orders).toEqual([]);
    expect(read().blocks, read().worst).toBeLessThan(50);
  }
});

test("page after page each order is found once that has the words and fits, however many newer ones do not", async () => {
  await db.execute(sql`
    insert into shipments (order_id, carrier, tracking_number, shipped_at)
    select id, 'Rare', 'R' || id, created_at from orders where number in ('EP-0000000007', 'EP-0000000013', 'EP-0000005004')`);
  const walk = async (text: string, carrier: string) => {
    const [numbers, pages] = [[] as string[], { count: 0 }];
    for (
      let before: string | null = null;
      pages.count === 0 || (before !== null && pages.count < 100);
      pages.count += 1
    ) {
      const page: OrderPage = await searchOrders(db, { ...all, carrier, text, before });
      numbers.push(...page.orders.map(({ number }) => number));
      before = page.next;
    }
    return { numbers, pages: pages.count };
  };
  for (const text of ["sharma", "sha", "kavita", "kav sha", "shar ash"]) {
    const words = text.split(" ").map((word) => `%${word}%`);
    const { rows } = await db.execute<{ number: string }>(sql`
      select o.number from orders o join shipments s on s.order_id = o.id
      where s.carrier = 'Rare' and lower(o.name) like all(${words}::text[]) order by o.id desc`);
    const { numbers, pages } = await walk(text, "rare");
    expect(numbers, text).toEqual(rows.map(({ number }) => number));
    expect(pages, text).toBeLessThan(8);
  }
  const { numbers } = await walk("kavita sharma", "");
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from orders where name = 'Kavita Sharma'`);
  expect([numbers.length, new Set(numbers).size]).toEqual([rows[0]!.count, rows[0]!.count]);
});

test("a page of all orders asks for the parcels of those that it lists alone", async () => {
  await db.execute(sql`
    insert into shipments (order_id, carrier, tracking_number, shipped_at) select id, 'Delhivery', 'D' || id, created_at from orders
    on conflict do nothing`);
  await db.execute(sql`vacuum analyze shipments`);
  const { db: measured, taken } = measureStatements(db);
  const { orders } = await searchOrders(measured, all);
  expect(orders.map(({ isSentInPart }) => isSentInPart)).toEqual(orders.map(() => true));
  expect(taken().worst).not.toMatch(/"Node Type": "Seq Scan"[^}]*"Relation Name": "shipments"/);
  expect(taken().blocks, taken().worst).toBeLessThan(400);
});
