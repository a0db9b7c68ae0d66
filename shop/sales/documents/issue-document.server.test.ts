/**
 * Tests the issue of bills and credit notes: numbers without gaps, documents that never change, and parallel requests.
 */

import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { seller } from "#tests/support/sales/billed-order.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { findDocument, listDocuments, type IssuedDocument } from "./find-documents.server.ts";
import { numberInAddress, documentName } from "./document-name.ts";
import { issueBills, issueCreditNote, type CreditNoteFacts } from "./issue-document.server.ts";

const { db, pool } = await openTestDatabase();
const issuedAt = new Date("2026-11-21T06:00:00Z");
let made = 0;

beforeEach(async () => {
  await db.execute(sql`truncate documents, document_versions, document_series, sales_lines restart identity`);
});

/** A paid order of two copies at ₹399.00 and its payment. */
async function paidOrder(): Promise<number> {
  made += 1;
  const number = `EP-${String(made).padStart(10, "0")}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into orders (number, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
      subtotal_paise, shipping_paise, total_paise, reserved_until, paid_at)
    values (${number}, 1, 'paid', 'asha@example.com', 'Asha Rao', '+919876543210', '12 Residency Road', 'Bengaluru',
      'KA', '560025', 79800, 4900, 84700, now(), now())
    returning id`);
  const id = Number(rows[0]!.id);
  await db.execute(sql`
    insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity,
      unit_mrp_paise, unit_price_paise, total_paise)
    select ${id}, 0, id, 'गोदान', 'Premchand', format, hsn, tax_class, 2, 39900, 39900, 79800 from books
    order by id limit 1`);
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status)
    values (${`order_${id}`}, ${id}, ${number}, 84700, 'paid')`);
  await db.execute(sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, settles, evidence_sha256)
    values (${`pay_${id}`}, ${`order_${id}`}, ${id}, 84700, 'INR', 'captured', true, 'none')`);
  return id;
}

async function refundOf(orderId: number, amountPaise: number): Promise<CreditNoteFacts> {
  made += 1;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state)
    values (${`pay_${orderId}`}, ${orderId}, ${amountPaise}, 'cancelled', ${`rf_${String(made).padStart(10, "0")}`},
      'processed')
    returning id`);
  const refundId = Number(rows[0]!.id);
  return { orderId, refundId, amountPaise, copies: [], reason: "Cancelled before dispatch", prefix: "CN", issuedAt };
}

async function issueOne(tx: Db, orderId: number, at = issuedAt, prefix = "EP"): Promise<IssuedDocument> {
  await issueBills(tx, { orderIds: [orderId], seller, prefix, words: null, issuedAt: at });
  return (await listDocuments(tx, orderId))[0]!;
}

function bill(orderId: number, at = issuedAt) {
  return inTransaction(db, (tx) => issueOne(tx, orderId, at));
}

function creditNote(facts: CreditNoteFacts) {
  return inTransaction(db, (tx) => issueCreditNote(tx, facts));
}

test("fifty bills at once are numbered 1 to 50 without a gap, though every third try is rolled back", async () => {
  const orders = [];
  for (let i = 0; i < 50; i += 1) orders.push(await paidOrder());
  const rolledBack = orders.filter((_, i) => i % 3 === 0);
  await warm(pool, 10);
  const tries = await Promise.allSettled([
    ...orders.map((orderId, i) =>
      inTransaction(db, async (tx) => {
        await issueOne(tx, orderId);
        if (i % 3 === 0) throw new Error("the caller changed its mind");
      }),
    ),
    ...rolledBack.map((orderId) => bill(orderId)),
  ]);
  expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(rolledBack.length);
  const { rows } = await db.execute<{ sequence: number; number: string }>(
    sql`select sequence, number from documents order by sequence`,
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(rows[49]!.number).toBe("EP26-27/000050");
});

test("twenty asks for one order's bill get the same bill", async () => {
  const orderId = await paidOrder();
  await warm(pool, 10);
  const bills = await Promise.all(Array.from({ length: 20 }, () => bill(orderId)));
  expect(new Set(bills.map(({ number }) => number))).toEqual(new Set(["EP26-27/000001"]));
  expect(await listDocuments(db, orderId)).toEqual([bills[0]]);
  const next = await bill(await paidOrder());
  expect(next.number).toBe("EP26-27/000002");
});

test("a bill holds the order as it was and is found by its number or its name, for its own order only", async () => {
  const orderId = await paidOrder();
  const issued = await bill(orderId);
  expect(issued.content).toMatchObject({ title: "Bill of Supply", totalPaise: 84_700, issuedOn: "2026-11-21" });
  expect(issued.content.lines[0]).toMatchObject({ title: "गोदान", quantity: 2, hsn: "4901" });
  const other = await paidOrder();
  for (const name of [numberInAddress(issued.number), documentName(null)]) {
    expect(await findDocument(db, orderId, name)).toEqual(issued);
    expect(await findDocument(db, other, name)).toBeNull();
  }
  const theirs = await bill(other);
  const { rows } = await db.execute(sql`select number from orders where id in (${orderId}, ${other}) order by id`);
  expect(rows).toEqual([issued, theirs].map(({ content }) => ({ number: content.orderNumber })));
});

test("an issued document can be neither changed nor deleted", async () => {
  const { id } = await bill(await paidOrder());
  for (const attempt of ["update documents set number = 'EP26-27/000009'", "delete from documents"])
    await expect(pool.query(`${attempt} where id = $1`, [id]), attempt).rejects.toThrow(/cannot be changed/);
});

test("bills and credit notes count for themselves, and from 1 again in each financial year", async () => {
  const [first, second] = [await paidOrder(), await paidOrder()];
  const inMarch = await bill(first, new Date("2027-03-31T18:29:00Z"));
  const inApril = await bill(second, new Date("2027-03-31T18:31:00Z"));
  const note = await creditNote(await refundOf(first, 84_700));
  expect([inMarch.number, inApril.number, note!.number]).toEqual([
    "EP26-27/000001",
    "EP27-28/000001",
    "CN26-27/000001",
  ]);
});

test("a credit note corrects the bill for the refund's amount, once however often it is asked for", async () => {
  const orderId = await paidOrder();
  const { number } = await bill(orderId);
  const facts = await refundOf(orderId, 39_900);
  await warm(pool, 10);
  const notes = await Promise.all(Array.from({ length: 10 }, () => creditNote(facts)));
  expect(new Set(notes.map((note) => note!.number))).toEqual(new Set(["CN26-27/000001"]));
  expect(notes[0]!.content).toMatchObject({
    title: "Credit Note",
    totalPaise: 39_900,
    corrects: { number, reason: "Cancelled before dispatch" },
  });
});

test("credit notes of one order written at the same moment never credit more than its bill", async () => {
  const orderId = await paidOrder();
  await bill(orderId);
  const refunds = [await refundOf(orderId, 40_000), await refundOf(orderId, 44_700)];
  await warm(pool, 10);
  await Promise.all(refunds.map(creditNote));
  const notes = (await listDocuments(db, orderId)).slice(1).map(({ content }) => content);
  expect(notes.reduce((sum, { lines }) => sum + lines[0]!.totalPaise, 0)).toBe(79_800);
  expect(notes.reduce((sum, { shipping }) => sum + shipping.totalPaise, 0)).toBe(4_900);
  await expect(creditNote(await refundOf(orderId, 1))).rejects.toThrow(/0 are left/);
});

test("a refund of an order without a bill needs no credit note", async () => {
  expect(await creditNote(await refundOf(await paidOrder(), 84_700))).toBeNull();
});

test("there is no bill for an order that does not exist", async () => {
  await expect(bill(9_999_999)).rejects.toThrow("There is no order 9999999");
});

test("with another prefix the count goes on, and bills that exist keep their numbers", async () => {
  const [before, after] = [await paidOrder(), await paidOrder()];
  const first = await bill(before);
  const second = await inTransaction(db, (tx) => issueOne(tx, after, issuedAt, "SGB"));
  const sequenceOf = (number: string) => Number(number.split("/")[1]);
  expect(second.number).toMatch(/^SGB\d\d-\d\d\/\d{6}$/);
  expect(sequenceOf(second.number)).toBe(sequenceOf(first.number) + 1);
  expect((await listDocuments(db, before))[0]!.number).toBe(first.number);
});
