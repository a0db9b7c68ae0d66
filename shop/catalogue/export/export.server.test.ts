/** Tests of the exports of stock, orders and readers: every column. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { requestRefund } from "#shop/sales/payments/refunds.server.ts";
import { cartOf, orderOf } from "#tests/support/sales/sale.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { decimalRupees } from "#shop/kernel/money/decimal-rupees.ts";
import { openExportFiles, recordsOf } from "#tests/support/catalogue/export-files.ts";

const { testServices, db, services, exported, importText } = await openExportFiles();
await importText("reference,title,language,mrp,price,copies\nbare,A bare one,en,99.90,99.90,1\n", "csv");

test("each column of the stock says what it is called, also of a book that has none", async () => {
  await orderOf(services, cartOf("export-stock"), { godan: 2 });
  const { rows } = await db.execute<{ b: Record<string, string>; title: string; onHand: number; reserved: number }>(sql`
    select to_jsonb(b) as b, w.title, coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id order by b.id`);
  const expected = rows.map(({ b, title, onHand, reserved }) => ({
    isbn: b.isbn13 ?? "",
    id: b.id,
    title,
    on_hand: String(onHand),
    reserved: String(reserved),
    price: decimalRupees(Number(b.price_paise)),
    mrp: decimalRupees(Number(b.mrp_paise)),
  }));
  expect(recordsOf(await exported("stock"))).toEqual(expected);
  expect(expected.some(({ reserved }) => reserved !== "0")).toBe(true);
});

/** The expected lines of an order, read from the tables; `refunded` is the refunded amount in rupees. */
async function linesOf(number: string, { refunded }: { refunded: string }) {
  type Row = Record<string, string | number | null>;
  const { rows } = await db.execute<{ o: Row; l: Row; p: Row | null; isbn: string | null }>(sql`
    select to_jsonb(o) as o, to_jsonb(l) as l, b.isbn13 as isbn,
      (select to_jsonb(s) from shipments s where s.order_id = o.id) as p
    from orders o join order_lines l on l.order_id = o.id join books b on b.id = l.book_id
    where o.number = ${number} order by l.position`);
  const paise = (value: unknown) => decimalRupees(Number(value));
  const day = (value: unknown) => (value ? isoDay(value as string) : "");
  const same = (row: Row, names: string[]) => Object.fromEntries(names.map((name) => [name, String(row[name] ?? "")]));
  return rows.map(({ o, l, p, isbn }) => ({
    order: number,
    ...same(o, ["state", "email", "name", "phone", "address_line1", "address_line2", "city", "state_code", "pin"]),
    placed_on: day(o.created_at),
    paid_on: day(o.paid_at),
    shipped_on: day(p?.shipped_at),
    carrier: p?.carrier ?? "",
    tracking_number: p?.tracking_number ?? "",
    promotion: o.promotion_code ?? "",
    subtotal: paise(o.subtotal_paise),
    discount: paise(o.discount_paise),
    delivery: paise(o.shipping_paise),
    total: paise(o.total_paise),
    refunded,
    line: String(Number(l.position) + 1),
    id: l.book_id,
    isbn: isbn ?? "",
    ...same(l, ["title", "author", "format", "hsn", "tax_class"]),
    copies: String(l.quantity),
    cancelled_copies: String(l.cancelled_quantity),
    unit_mrp: paise(l.unit_mrp_paise),
    unit_price: paise(l.unit_price_paise),
    line_discount: paise(l.discount_paise),
    line_total: paise(l.total_paise),
  }));
}

test("each column of an order says what it is called, when there is one of everything", async () => {
  const { number, paymentId } = await paidOrder(testServices, "export", { godan: 3, indica: 1 });
  const refund = (amountPaise: number) =>
    requestRefund(db, { paymentId, amountPaise, reason: "bookseller", at: services.now() });
  await refund(1_000);
  await processRefunds(services);
  await refund(2_000);
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EK123456785IN", trackingUrl: "" });
  const lines = recordsOf(await exported("orders")).filter(({ order }) => order === number);
  // Only processed refunds count, not pending ones.
  expect(lines).toEqual(await linesOf(number, { refunded: "10" }));
  expect(lines[0]).toMatchObject({ state: "shipped", carrier: "India Post", tracking_number: "EK123456785IN" });
});

test("each column of an order is empty or 0 where there is nothing: no payment, parcel, ISBN, author or discount", async () => {
  const { number } = await orderOf(services, cartOf("export-open"), { "a-bare-one": 1, godan: 1 });
  const lines = recordsOf(await exported("orders")).filter(({ order }) => order === number);
  expect(lines).toEqual(await linesOf(number, { refunded: "0" }));
  const nothing = { paid_on: "", shipped_on: "", carrier: "", tracking_number: "", promotion: "", discount: "0" };
  expect(lines).toEqual([
    expect.objectContaining({ ...nothing, title: "A bare one", isbn: "", author: "", format: "", unit_price: "99.90" }),
    expect.objectContaining({ ...nothing, id: "godan", cancelled_copies: "0" }),
  ]);
});

test("of an order's refunds what has gone counts as given back, and not what is still on its way", async () => {
  const { number } = await paidOrder(testServices, "export-refunds", { godan: 2 });
  await refundOrder(services, number, 10_000, "");
  await processRefunds(services);
  await refundOrder(services, number, 2_500, "");
  const [heading = "", ...lines] = (await exported("orders")).split("\r\n");
  const column = heading.split(",").indexOf("refunded");
  const line = lines.find((one) => one.includes(number))!;
  expect([column > 0, line.split(",")[column]]).toEqual([true, "100"]);
});

test("each column of a reader says what it is called: consent is what was answered last, and only what was paid counts", async () => {
  const paid = await paidOrder(testServices, "export-reader", { godan: 1 });
  const open = await orderOf(services, cartOf("export-reader-open"), { godan: 1 });
  /** The consent answers of each reader, in order. */
  const readers: { name: string; answers: boolean[] }[] = [
    { name: "Said Nothing", answers: [] },
    { name: "Said Yes", answers: [true] },
    { name: "Said No", answers: [false] },
    { name: "Took Back", answers: [true, false] },
    { name: "Came Round", answers: [false, true] },
    { name: "Wavered", answers: [true, false, true] },
    { name: "Wavered More", answers: [false, true, false] },
  ];
  for (const { name, answers } of readers) {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into readers (issuer, sub, name, email, phone, created_at, signed_in_at)
      values ('x', ${name}, ${name}, ${name === "Said Nothing" ? null : "export@example.org"},
        ${name === "Said Nothing" ? null : "+919876543210"}, '2026-03-31T18:29:59Z', '2026-03-31T18:30:00Z')
      returning id::int as id`);
    for (const isGiven of answers)
      await db.execute(sql`
        insert into consents (reader_id, purpose, is_given, wording)
        values (${rows[0]!.id}, 'review-letters', ${isGiven}, '')`);
    if (name === "Said Yes")
      await db.execute(sql`
        update orders set reader_id = ${rows[0]!.id} where number in (${paid.number}, ${open.number})`);
  }
  const lines = recordsOf(await exported("readers")).filter(({ name }) => readers.some((one) => one.name === name));
  expect(lines).toEqual(
    readers.map(({ name, answers }) => ({
      name,
      email: name === "Said Nothing" ? "" : "export@example.org",
      phone: name === "Said Nothing" ? "" : "+919876543210",
      // Dates are in India time: its midnight is between the two moments.
      joined_on: "2026-03-31",
      signed_in_on: "2026-04-01",
      orders: name === "Said Yes" ? "1" : "0",
      spent: name === "Said Yes" ? decimalRupees(paid.totalPaise) : "0",
      review_letters: answers.at(-1) ? "yes" : "no",
    })),
  );
});
