/** Tests of issuing bills and credit notes: numbering, concurrency, partial refunds and failures. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { listDocuments } from "./find-documents.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { answerBank, beginPayment } from "#razorpay-stand-in/drive.ts";
import { alertsAbout, orderIdOf, paidOrder, refundOnDashboard } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { issueDocuments } from "./issue-documents.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";

const testServices = await openTestServices({ shippingFeePaise: 4900 }, { connections: 20 });
const { db, services } = testServices;
await setStock(db, "godan", 200);
await setStock(db, "indica", 200);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const issued = () => count(db, sql`select count(*) from documents`);
async function atOnce(times: number) {
  await warm(testServices.pool, times);
  await Promise.all(Array.from({ length: times }, () => issueDocuments(services)));
}

/** The documents of an order as pairs of kind and total. */
async function documentsOf(orderId: number) {
  return (await listDocuments(db, orderId)).map(({ kind, content }) => [kind, content.totalPaise]);
}

test("every paid order gets its bill, an unpaid one none", async () => {
  const { id, totalPaise } = await paidOrder(testServices, "bill", { godan: 2 });
  const unpaid = await orderOf(services, cartOf("nobill"), { godan: 1 });
  await issueDocuments(services);
  expect(await documentsOf(id)).toEqual([["bill", totalPaise]]);
  expect(await documentsOf(await orderIdOf(db, unpaid.number))).toEqual([]);
});

const due = () => count(db, sql`select count(*) from documents_due`);

test("only orders that may lack a document are looked at, and one that lacks it stays", async () => {
  await issueDocuments(services);
  expect(await due()).toBe(0);
  const { number, id } = await paidOrder(testServices, "due", { godan: 1 });
  expect(await due()).toBe(1);
  await issueDocuments(services);
  expect(await due()).toBe(0);
  await refundOrder(services, number, 5000, "");
  expect(await due()).toBe(0);
  await processRefunds(services);
  expect(await due()).toBe(1);
  await issueDocuments(services);
  expect(await due()).toBe(0);
  expect((await documentsOf(id)).map(([kind]) => kind)).toEqual(["bill", "credit-note"]);
});

test("an order with a new reason to look, while its bill is issued, is looked at again", async () => {
  const { id } = await paidOrder(testServices, "meanwhile", { godan: 1 });
  const client = await testServices.pool.connect();
  let issuing: Promise<number>;
  try {
    await client.query("begin");
    await client.query("update documents_due set reasons = reasons + 1 where order_id = $1", [id]);
    issuing = issueDocuments(services);
    await expect.poll(() => documentsOf(id)).toHaveLength(1);
    await client.query("commit");
  } finally {
    client.release();
  }
  await issuing;
  expect(await due()).toBe(1);
  await issueDocuments(services);
  expect(await due()).toBe(0);
});

test("however many processes issue at once, each order has one bill and the numbers have no gap", async () => {
  const before = await issued();
  for (let reader = 0; reader < 12; reader += 1) await paidOrder(testServices, `atonce${reader}`, { godan: 1 });
  await atOnce(6);
  expect(await issued()).toBe(before + 12);
  const { rows } = await db.execute<{ sequence: number }>(
    sql`select sequence from documents where kind = 'bill' order by sequence`,
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
});

test("twenty bills take as many statements as one, and the reports count every line of them", async () => {
  await issueDocuments(services);
  const issueFor = async (name: string, orders: number) => {
    const ids: number[] = [];
    for (let at = 0; at < orders; at += 1)
      ids.push((await paidOrder(testServices, `${name}${at}`, { godan: 1, indica: 2 })).id);
    const statements = await countStatements(() => issueDocuments(services));
    const lines = sql`select count(*) from sales_lines l join documents d on d.id = l.document_id where d.order_id = any(${ids}::bigint[])`;
    expect(await count(db, lines)).toBe(2 * orders);
    return statements;
  };
  expect(await issueFor("twenty", 20)).toBe(await issueFor("one", 1));
});

test("a refund gets its credit note once the money has gone, and only once", async () => {
  const { number, id, totalPaise } = await paidOrder(testServices, "credit", { godan: 1 });
  await refundOrder(services, number, 5000, "A stained cover");
  await issueDocuments(services);
  expect(await documentsOf(id)).toEqual([["bill", totalPaise]]);
  await processRefunds(services);
  await atOnce(6);
  expect(await documentsOf(id)).toEqual([
    ["bill", totalPaise],
    ["credit-note", 5000],
  ]);
  const [, note] = await listDocuments(db, id);
  expect(note!.content.corrects).toMatchObject({ reason: "A stained cover" });
});

test("an order given back in parts, by whoever, has credit notes that add up to its bill", async () => {
  const { number, id, paymentId, totalPaise, providerOrderId } = await paidOrder(testServices, "parts", {
    godan: 3,
    indica: 2,
  });
  const cancel = (bookId: string, quantity: number) =>
    cancelOrder(services, { number, by: "link", copies: [{ bookId, quantity }], cause: "reader" });
  await cancel("godan", 1);
  await refundOrder(services, number, 3333, "");
  await processRefunds(services);
  await refundOnDashboard(testServices, paymentId, 1111);
  await settlePayment(services, providerOrderId, "webhook");
  await cancel("indica", 2);
  await processRefunds(services);
  await issueDocuments(services);
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  await processRefunds(services);
  await atOnce(3);
  const [bill, ...notes] = await documentsOf(id);
  expect(bill).toEqual(["bill", totalPaise]);
  expect(notes).toHaveLength(5);
  expect(notes.reduce((sum, [, paise]) => sum + Number(paise), 0)).toBe(totalPaise);
  expect(await alertsAbout(db, number)).toEqual([]);
});

test("a second payment that goes back is no part of the bill", async () => {
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("twice"), { godan: 1 });
  testServices.standIn.setFault("secondSuccess", { outcome: "captured" });
  await answerBank(testServices, (await beginPayment(testServices, { orderId: providerOrderId })).body);
  await settlePayment(services, providerOrderId, "webhook");
  await processRefunds(services);
  await issueDocuments(services);
  expect(await documentsOf(await orderIdOf(db, number))).toEqual([["bill", totalPaise]]);
});

test("a credit note that does not fit its bill calls for a person once and holds up no other", async () => {
  const odd = await paidOrder(testServices, "odd", { godan: 1 });
  await refundOrder(services, odd.number, 5000, "");
  await db.execute(sql`update refunds set copies = '[{"position": 7, "quantity": 1}]' where order_id = ${odd.id}`);
  const even = await paidOrder(testServices, "even", { godan: 1 });
  await refundOrder(services, even.number, 5000, "");
  await processRefunds(services);
  await issueDocuments(services);
  await issueDocuments(services);
  expect(await documentsOf(even.id)).toHaveLength(2);
  expect(await documentsOf(odd.id)).toHaveLength(1);
  expect(await alertsAbout(db, odd.number)).toEqual([expect.stringContaining("no credit note")]);
});

test("a bill that fails again and again calls for a person once, without the reader's details, until it is issued", async () => {
  const { number, id, totalPaise } = await paidOrder(testServices, "tries", { godan: 1 });
  await db.execute(sql`alter table documents add constraint refuses_all check (kind is null) not valid`);
  for (let second = 0; second < 3; second += 1)
    await issueDocuments({ ...services, now: () => new Date(Date.now() + second * 1000) });
  const alerts = await alertsAbout(db, number);
  expect(alerts).toEqual([expect.stringContaining("The order has no bill: ")]);
  expect(alerts[0]).toContain("refuses_all");
  expect(alerts[0]).not.toMatch(/Asha Rao|Residency Road|insert into/);
  await db.execute(sql`alter table documents drop constraint refuses_all`);
  await issueDocuments(services);
  expect(await documentsOf(id)).toEqual([["bill", totalPaise]]);
  expect(await alertsAbout(db, number)).toEqual([]);
});

test("bills are numbered in the order of payment, what failed before last; so are credit notes", async () => {
  const ids: number[] = [];
  for (const name of ["failed", "late", "early"]) {
    const { id, number } = await paidOrder(testServices, name, { godan: 1 });
    await refundOrder(services, number, 5000, "");
    ids.push(id);
  }
  const [failed, late, early] = ids as [number, number, number];
  await processRefunds(services);
  await db.execute(
    sql`update orders set confirmed_at = confirmed_at - make_interval(secs => 60 + id - ${failed}) where id >= ${failed}`,
  );
  await db.execute(sql`update orders set confirmed_at = confirmed_at - interval '1 hour' where id = ${failed}`);
  await raiseAlert(db, {
    kind: "documents",
    orderId: failed,
    subject: "The order has no bill",
    message: "The order has no bill: it failed",
  });
  await issueDocuments(services);
  const { rows } = await db.execute<{ kind: string; orderId: number }>(sql`
    select kind, order_id::int from documents where order_id >= ${failed} order by kind, sequence`);
  expect(rows.map(({ kind, orderId }) => [kind, orderId])).toEqual([
    ...[early, late, failed].map((id) => ["bill", id]),
    ...[failed, late, early].map((id) => ["credit-note", id]),
  ]);
});

test("a credit note that failed before comes after those that were never tried", async () => {
  const [failed, fresh] = [
    await paidOrder(testServices, "note-failed", { godan: 1 }),
    await paidOrder(testServices, "note-fresh", { godan: 1 }),
  ];
  for (const { number } of [failed, fresh]) await refundOrder(services, number, 5000, "");
  await processRefunds(services);
  await raiseAlert(db, { kind: "documents", orderId: failed.id, message: "Its refund has no credit note: it failed" });
  await issueDocuments(services);
  const { rows } = await db.execute<{ orderId: number }>(sql`
    select order_id::int from documents where kind = 'credit-note' and order_id in (${failed.id}, ${fresh.id})
    order by sequence`);
  expect(rows.map(({ orderId }) => orderId)).toEqual([fresh.id, failed.id]);
});

test("what is given for a book lowers its price alone, and a later return of another book is on its own", async () => {
  const { number, id } = await paidOrder(testServices, "for-a-book", { godan: 1, indica: 1 });
  const lines = (await findOrder(db, number, "link"))!.lines;
  const [godan, indica] = ["godan", "indica"].map((bookId) => lines.findIndex((line) => line.bookId === bookId));
  const tooMuch = await refundOrder(services, number, lines[godan!]!.totalPaise + 1, "", undefined, {
    bookId: "godan",
  });
  expect(tooMuch).toEqual({ ok: false, reason: "too-much-of-book", leftPaise: lines[godan!]!.totalPaise });
  expect(await refundOrder(services, number, 100, "", undefined, { bookId: "kim" })).toMatchObject({
    reason: "not-in-order",
  });
  await refundOrder(services, number, 10_000, "Corner bent", undefined, { bookId: "godan" });
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" });
  const giveBack = async (position: number) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
      values (${id}, ${position}, 1, 'damaged', '', 'accepted', now(), now()) returning id`);
    return receiveReturn(services, Number(rows[0]!.id), { isFit: true });
  };
  await giveBack(indica!);
  // After a price reduction, a return refunds only the reduced price.
  expect(await giveBack(godan!)).toMatchObject({ refundPaise: lines[godan!]!.totalPaise - 10_000 });
  await processRefunds(services);
  await issueDocuments(services);
  const notes = (await listDocuments(db, id)).filter(({ kind }) => kind === "credit-note");
  expect(
    notes.map(({ content }) =>
      content.lines.map(({ position, quantity, totalPaise }) => [position, quantity, totalPaise]),
    ),
  ).toEqual([
    [[godan, 0, 10_000]],
    [[indica, 1, lines[indica!]!.totalPaise]],
    [[godan, 1, lines[godan!]!.totalPaise - 10_000]],
  ]);
  expect(notes.map(({ content }) => content.shipping.totalPaise)).toEqual([0, 0, 0]);
  expect(notes[1]!.content.lines[0]!.discountPaise).toBe(0);
});
