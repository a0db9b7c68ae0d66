/** The page of an order at the desk: cancelling, papers, sums, parcels, notes and its entries in the audit log. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { faultsIn } from "#tests/support/desk/desk-form.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { arrivalOfParcel } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import { readStock, setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 50);
const staff = await addStaff(desk, "owner");
await addPasskeyRow(desk, staff);
const owner = openDeskBrowser(desk, await addStaffSession(desk, staff));

async function pageOf(browser: DeskBrowser, path: string): Promise<string> {
  const answer = await browser.get(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

test("what cancels and refunds is folded away until the address asks for it or it was refused", async () => {
  const { number, paymentId } = await paidOrder(desk, "folded", { godan: 3 });
  const path = `/orders/${number}`;
  const openOf = (page: string) =>
    [...page.matchAll(/<details id="(cancel|refund)"( open="")?/g)].map(([, id, open]) => `${id}${open ?? ""}`);
  const page = await pageOf(owner, path);
  expect(openOf(page)).toEqual(["cancel", "refund"]);
  expect(openOf(await pageOf(owner, `${path}?open=cancel`))).toEqual(['cancel open=""', "refund"]);
  expect(openOf(await pageOf(owner, `${path}?open=refund`))).toEqual(["cancel", 'refund open=""']);
  const seen = /name="seen" value="([^"]*)"/.exec(page)![1]!;
  const tooMany = { intent: "orders.cancel", order: number, book: "godan", copies: "4", seen };
  expect(openOf(await (await owner.post(path, tooMany)).text())).toEqual(['cancel open=""', "refund"]);
  const nothing = { intent: "orders.refund", order: number, payment: paymentId, amount: "", note: "", seen };
  expect(openOf(await (await owner.post(path, nothing)).text())).toEqual(["cancel", 'refund open=""']);
  const tooMuch = await owner.post(path, { ...nothing, amount: "90000", note: "Torn", book: "all" });
  expect(tooMuch.status).toBe(409);
  const refused = await tooMuch.text();
  expect(openOf(refused)).toEqual(["cancel", 'refund open=""']);
  expect(faultsIn(refused)).toEqual({ amount: expect.stringContaining("can still be refunded") });
});

test("a whole order is cancelled by a form of its own, which asks for no copies", async () => {
  const formsOf = async (cart: string, copies: number) => {
    const { number } = await paidOrder(desk, cart, { godan: copies });
    const forms = (await pageOf(owner, `/orders/${number}`)).match(/<form[^>]*>.*?<\/form>/gs)!;
    return forms.filter((form) => form.includes('value="orders.cancel"')).map((form) => form.includes('name="copies"'));
  };
  expect(await formsOf("one-copy", 1)).toEqual([false]);
  expect(await formsOf("three-copies", 3)).toEqual([false, true]);
});

test("an order's page links its bill and credit note, which open as PDFs", async () => {
  const { number } = await paidOrder(desk, "with-papers", { godan: 2 });
  await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EK77IN", trackingUrl: "" });
  await issueDocuments(desk.services);
  const { rows } = await db.execute<{ paper: string }>(sql`
    select d.number as paper from documents d join orders o on o.id = d.order_id where o.number = ${number}`);
  expect(rows).toHaveLength(1);
  const page = await pageOf(owner, `/orders/${number}`);
  const links = [...page.matchAll(/href="(\/documents\/[^"]*)"[^>]*>([^<]*)/g)].map(([, to, words]) => [to, words]);
  expect(links.map(([, words]) => words)).toEqual([rows[0]!.paper]);
  const pdf = await owner.get(links[0]![0]!);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("an order's page has the delivery in its sum, the day it was placed and what was promised", async () => {
  const { number, id } = await paidOrder(desk, "summed", { godan: 1 });
  await db.execute(sql`
    update orders set created_at = '2026-03-05T10:00:00+05:30', arrives_from = '2026-03-09', arrives_by = '2026-03-12' where id = ${id}`);
  const { rows } = await db.execute<{ fee: number }>(sql`
    select shipping_paise::float8 as fee from orders where id = ${id}`);
  const words = (await pageOf(owner, `/orders/${number}`)).replaceAll(/<[^>]+>/g, "");
  expect(words).toContain("Placed 5 March 2026 at 10:00 am. Promised for Mon 9 – Thu 12 Mar.");
  expect(words).toContain(`Delivery${rows[0]!.fee === 0 ? "Free" : formatPaise(rows[0]!.fee)}Total`);
});

test("of a parcel that has left the desk sees the days that its reader sees", async () => {
  const { number } = await paidOrder(desk, "on-its-way", { godan: 1 });
  const told = async () => (await pageOf(owner, `/orders/${number}`)).replaceAll(/<[^>]+>/g, "");
  expect(await told()).not.toContain("The reader sees that it arrives");
  const parcel = { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" };
  await shipOrder(desk.services, number, parcel);
  const order = (await findOrder(db, number, "link"))!;
  const { delivery } = desk.services.settings.policies;
  const days = nameArrival(arrivalOfParcel(order, order.parcels[0]!, delivery, new Date())!);
  expect(await told()).toContain(`The reader sees that it arrives ${days}.`);
  await deliverOrder(desk.services, number);
  expect(await told()).not.toContain("The reader sees that it arrives");
});

test("what a code took off stands in the sum, so that the rows come to the total", async () => {
  const { number, id } = await paidOrder(desk, "discounted", { godan: 2 });
  await db.execute(
    sql`update order_lines set discount_paise = 5000, total_paise = total_paise - 5000 where order_id = ${id}`,
  );
  await db.execute(sql`
    insert into order_discounts (order_id, position, line_position, kind, source, label, amount_paise)
    values (${id}, 0, 0, 'promotion', 'RAINS', 'For the rains', 5000)`);
  const { rows } = await db.execute<{ paise: number }>(sql`
    select total_paise::float8 as paise from order_lines where order_id = ${id}`);
  const words = (await pageOf(owner, `/orders/${number}`)).replaceAll(/<[^>]+>/g, "");
  expect(words).toContain(`${formatPaise(rows[0]!.paise + 5000)}For the rains${formatSigned(-5000)}Delivery`);
});

test("what was noted of an order is read before it is packed", async () => {
  const { number } = await paidOrder(desk, "noted", { godan: 1 });
  const partsOf = async () =>
    [...(await pageOf(owner, `/orders/${number}`)).matchAll(/<h2 id="(notes|parcel)"/g)].map(([, id]) => id);
  expect(await partsOf()).toEqual(["parcel", "notes"]);
  await owner.post(`/orders/${number}`, { intent: "orders.note", order: number, words: "Leave it next door" });
  expect(await partsOf()).toEqual(["notes", "parcel"]);
});

test("all orders of a page that have papers are chosen at once", async () => {
  await paidOrder(desk, "chosen", { godan: 1 });
  const chosen = (page: string) =>
    (page.match(/<input[^>]*name="order"[^>]*>/g) ?? []).map((box) => box.includes("checked"));
  const before = chosen(await pageOf(owner, "/orders?state=paid"));
  expect(before.length).toBeGreaterThan(0);
  expect(before).not.toContain(true);
  const page = await pageOf(owner, "/orders?state=paid&all=yes");
  expect(chosen(page)).toEqual(before.map(() => true));
  expect(page).toContain("Tick none");
});

test("the audit log finds an order by its bare number, and leads to it", async () => {
  const { number } = await paidOrder(desk, "recorded", { godan: 1 });
  await owner.post(`/orders/${number}`, { intent: "orders.note", order: number, words: "Noted" });
  const record = await pageOf(owner, `/record?subject=${number.toLowerCase()}`);
  expect(record).toMatch(new RegExp(`<a[^>]* href="/orders/${number}"[^>]*>${number}</a>`));
  expect(await pageOf(owner, "/record?subject=EP-0000000000")).toContain("There are no such entries");
});

test("of an order refunded in full on its way, the page asks what became of the parcel until that is decided", async () => {
  const { number } = await paidOrder(desk, "refunded-on-its-way", { godan: 2 });
  const path = `/orders/${number}`;
  const button = 'value="orders.end-refunded-parcel"';
  await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EK1IN", trackingUrl: "" });
  expect(await pageOf(owner, path)).not.toContain(button);
  await refundOrder(desk.services, number, undefined, "");
  await processRefunds(desk.services);
  expect(await pageOf(owner, path)).toContain(button);
  expect(await pageOf(owner, "/parcels?sent=yes")).toContain("Refunded in full");

  const form = { intent: "orders.end-refunded-parcel", order: number, parcel: "1" };
  const unsaid = await owner.post(path, { ...form, end: "" });
  expect([unsaid.status, faultsIn(await unsaid.text())]).toEqual([422, { end: "Choose what happened to it." }]);
  const arrived = await owner.post("/parcels", { intent: "orders.deliver", order: number });
  expect(arrived.status).toBe(303);
  expect((await owner.post(path, { ...form, end: "lost" })).status).toBe(409);
  expect((await owner.post(path, { ...form, end: "ask" })).status).toBe(303);
  const asked = await pageOf(owner, path);
  expect(asked).toContain("ask the reader for the money or the books");
  expect(asked).toContain("It arrived after the refund");
  const before = (await readStock(db, "godan")).onHand;
  expect((await owner.post(path, { ...form, end: "came-back" })).status).toBe(303);
  expect((await readStock(db, "godan")).onHand).toBe(before + 2);
  expect(await pageOf(owner, path)).not.toContain(button);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Parcel 1 of order ${number}, which was refunded in full, came back; 2 copies are in stock again.`,
  ]);
});
