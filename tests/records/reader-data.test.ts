/** Tests which personal data of a reader the shop stores, exports and deletes. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { requestBook } from "#shop/people/correspondence/book-requests.server.ts";
import { deleteAccount } from "#shop/people/readers/delete-account.server.ts";
import { dataByEmail, dataByReader, readMyData } from "#shop/people/readers/my-data.server.ts";
import { deletePaymentMethod, listPaymentMethods } from "#shop/people/readers/payment-methods.server.ts";
import { saveAddress } from "#shop/people/readers/addresses.server.ts";
import { confirmNewEmail, saveProfile } from "#shop/people/readers/profile.server.ts";
import { setPassword } from "#shop/people/readers/password.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { Reader } from "#shop/people/readers/reader.ts";
import { recordConsent } from "#shop/people/readers/consents.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { requestStock } from "#shop/catalogue/stock/stock-requests.server.ts";
import { addReader, signInReader } from "#tests/support/sales/readers.ts";
import { alertsAbout, orderIdOf, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { delivery as plainDelivery, fillCart, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, sign, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
await setStock(db, "godan", 50);

const allParts = { ...dataByReader, ...dataByEmail };

/** Texts that identify the reader of these tests. */
const canaries = [
  "canary-name",
  "canary@example.com",
  "9812345678",
  "canary-street",
  "canary-town",
  "canary-desk",
  "plate-canary",
  "canary-school",
  "29AAATS1429B1ZS",
  "canary-purchase",
];
const delivery = {
  email: "canary@example.com",
  name: "canary-name",
  phone: "+919812345678",
  addressLine1: "canary-street",
  addressLine2: "canary-desk",
  city: "canary-town",
  stateCode: "KA",
  pin: "560025",
  bookplate: { name: "plate-canary" },
  business: { name: "canary-school", gstin: "29AAATS1429B1ZS", purchaseOrder: "canary-purchase" },
};

async function newReader(name: string): Promise<Reader> {
  return { id: await addReader(db, name), name, email: `${name}@example.com`, phone: null, pictureUrl: null };
}

/** Places an order for a reader, and pays it by card if `pays`. */
async function orderFor(reader: Reader, { pays = true, to = plainDelivery } = {}) {
  await fillCart(db, { readerId: reader.id }, { godan: 1 });
  const placed = await placeOrder(services, { readerId: reader.id }, to);
  if (!placed.ok) throw new Error(placed.reason);
  if (pays) {
    await payAtRazorpay(testServices, placed.order.providerOrderId);
    await settlePayment(services, placed.order.providerOrderId, "browser");
  }
  return placed.order;
}

/** The tables with a row that contains the text. */
async function tablesWith(word: string): Promise<string[]> {
  return Object.keys(await rowsWith(word));
}

/** The number of rows with the text, by table. Digits count as a word only, as random ids contain them too. */
async function rowsWith(word: string): Promise<Record<string, number>> {
  const isThere = /^\d+$/.test(word) ? sql`t::text ~ ${`\\m${word}\\M`}` : sql`position(${word} in t::text) > 0`;
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`select from ${sql.identifier(name)} t where ${isThere}`);
    if (rows.length > 0) found[name] = rows.length;
  }
  return found;
}

test("whatever table names a reader or an address is in the download", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('reader_id', 'email', 'to_address') order by 1`);
  // The redemption of a code is exported with its order. A supplier is a business, not a reader.
  const tables = rows.map((row) => row.name).filter((name) => name !== "redemptions" && name !== "suppliers");
  expect(tables.filter((name) => !(name in allParts))).toEqual([]);
});

test("whatever names only an address is deleted with the reader who has it", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and table_name not in ('readers', 'suppliers') group by table_name
    having bool_or(column_name = 'email') and not bool_or(column_name in ('reader_id', 'order_id')) order by 1`);
  expect(rows.map((row) => row.name)).toEqual(Object.keys(dataByEmail).sort());
});

test("whatever belongs to a reader goes with them, or is an order", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'reader_id' and c.table_name <> 'orders' and not exists (
      select from pg_constraint k where k.conrelid = c.table_name::regclass and k.contype = 'f' and k.confdeltype = 'c'
        and k.confrelid = 'readers'::regclass)`);
  expect(rows).toEqual([]);
});

test("a deleted reader is nowhere but on the bills; the last letter goes out and is forgotten too", async () => {
  const session = await signInReader(db, "canary");
  const reader: Reader = { ...session.reader, name: "canary-name", phone: "+919812345678" };
  await db.execute(sql`update readers set name = ${reader.name}, phone = ${reader.phone} where id = ${reader.id}`);
  await saveAddress(db, reader.id, delivery);
  await recordConsent(db, reader.id, "review-letters", true);
  await setPassword(db, reader.id, { current: "", password: "monsoon", again: "monsoon" }, services.now());
  await requestStock(services, "indica", delivery.email);
  await requestBook(services, { title: "canary-book", author: "", isbn: null, email: "Canary@example.com" });
  const bought = await orderFor(reader, { to: delivery });
  for (const { body, signature, eventId } of deliveriesOf(testServices, bought.providerOrderId))
    await receiveFromRazorpay(services, body, signature, eventId);
  await processWebhooks(services);
  await issueDocuments(services);
  const asked = { name: reader.name, email: "new-canary@example.com", phone: null };
  expect(await saveProfile(services, reader, asked, "monsoon")).toMatchObject({ ok: true, isEmailAsked: true });
  await sendDueLetters(services);

  const stored = await readMyData(db, reader.id, services.now());
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(Object.values(allParts).map(({ heading }) => heading)));
  const data = JSON.stringify(stored);
  for (const word of [...canaries, "1007", "new-canary", "गोदान", "canary-book", bought.number])
    expect(data, word).toContain(word);
  expect(data).not.toMatch(/argon2|token/i);

  expect(await deleteAccount(services, reader, "monsoon")).toEqual({
    ok: false,
    reason: "open-orders",
    numbers: [bought.number],
  });
  await shipOrder(services, bought.number, { carrier: "India Post", trackingNumber: "EX1", trackingUrl: "" });
  await db.execute(sql`update shipments set shipped_at = now() - interval '31 days'`);
  await sendDueLetters(services);
  expect(await deleteAccount(services, reader, "wrong")).toEqual({ ok: false, reason: "wrong" });
  expect(await findOrder(db, bought.number, "link")).not.toBeNull();
  expect(await deleteAccount(services, reader, "monsoon")).toEqual({ ok: true });
  // The link in letters that the reader still has is invalid now.
  expect(await findOrder(db, bought.number, "link")).toBeNull();
  await sendDueLetters(services);
  expect(await tablesWith("canary-book")).toEqual([]);
  for (const word of canaries) {
    const isPrinted = word.startsWith("canary-") || word === delivery.business.gstin;
    expect(await tablesWith(word), word).toEqual(isPrinted ? ["documents"] : []);
  }
  expect(await stateOf(db, bought.number)).toBe("shipped");
  expect(await findBreaches(db)).toEqual([]);
});

test("letters to an address that was the reader's before go with the account, and the last one with its failure", async () => {
  const reader = await newReader("mover");
  await saveProfile(services, reader, { name: "mover", email: "moved@example.com", phone: null }, "");
  const { rows } = await db.execute<{ id: string }>(sql`select id from email_changes where reader_id = ${reader.id}`);
  expect(await confirmNewEmail(services, reader, rows[0]!.id)).toBe("moved@example.com");
  // Letters of all kinds must be found, whatever their `subjectKey`.
  const about = { readerId: reader.id, to: reader.email! };
  const facts = { readerId: reader.id, bookId: "godan" };
  await enqueueLetter(db, { kind: "wish-back", ...about, subjectKey: "godan 2026", facts });
  await enqueueLetter(db, { kind: "review-shown", ...about, subjectKey: "godan", facts: { decisionId: 1 } });
  const { letters } = await readMyData(db, reader.id, services.now());
  const kinds = (letters as { kind: string }[]).map(({ kind }) => kind);
  expect(kinds).toEqual(["confirm-email", "email-changed", "wish-back", "review-shown"]);

  // The `reader` object is from before the change, as in another tab.
  expect(await deleteAccount(services, reader, "DELETE")).toEqual({ ok: true });
  expect(await tablesWith("mover@example.com")).toEqual([]);
  expect(await tablesWith("moved@example.com")).toEqual(["outbox"]);
  testServices.mailbox.setFault({ refuse: "permanent" });
  await sendDueLetters(services);
  testServices.mailbox.setFault(null);
  expect(await tablesWith("moved@example.com")).toEqual([]);
  expect(await deleteAccount(services, reader, "DELETE")).toEqual({ ok: true });
});

test("letters about an order that could not be sent go with its reader, and the records still agree", async () => {
  const reader = await newReader("unreached");
  const [kept, cancelled] = [await orderFor(reader), await orderFor(reader)];
  await shipOrder(services, kept.number, { carrier: "India Post", trackingNumber: "EX2", trackingUrl: "" });
  await db.execute(sql`update shipments set shipped_at = now() - interval '31 days'`);
  expect(await cancelOrder(services, { number: cancelled.number, by: "link", cause: "reader" })).toMatchObject({
    ok: true,
  });
  await processRefunds(services);
  await db.execute(sql`update outbox set state = 'dead' where order_id is not null`);
  expect(await deleteAccount(services, reader, "DELETE")).toEqual({ ok: true });
  expect(await findBreaches(db)).toEqual([]);
});

test("without a password the word DELETE is asked for, in capitals", async () => {
  const reader = await newReader("wordy");
  for (const word of ["", "delete", "DELETE ME"])
    expect(await deleteAccount(services, reader, word)).toEqual({ ok: false, reason: "word" });
  expect(await deleteAccount(services, reader, " DELETE ")).toEqual({ ok: true });
});

test("a payment that comes for an order whose reader has left goes back", async () => {
  const reader = await newReader("leaver");
  const left = await orderFor(reader, { pays: false });
  expect(await deleteAccount(services, reader, "DELETE")).toMatchObject({ ok: false, reason: "open-orders" });
  await expireOrder(services, await orderIdOf(db, left.number));
  expect(await deleteAccount(services, reader, "DELETE")).toEqual({ ok: true });
  const before = await rowsWith("1007");
  const paymentId = await payAtRazorpay(testServices, left.providerOrderId);
  expect(await settlePayment(services, left.providerOrderId, "webhook")).toMatchObject({ outcome: "review" });
  expect(await rowsWith("1007")).toEqual(before);
  const dispute = { id: "disp_1", payment_id: paymentId, amount: 5000 };
  const told = { email: "card-owner@example.com", order_id: left.providerOrderId };
  const events = [
    { event: "payment.dispute.created", payload: { dispute: { entity: dispute }, payment: { entity: told } } },
    { event: "payment.dispute.created", payload: { dispute: "unreadable", payment: { entity: told } } },
  ].map((event) => sign(JSON.stringify(event)));
  for (const { body, signature, eventId } of [...deliveriesOf(testServices, left.providerOrderId), ...events])
    expect(await receiveFromRazorpay(services, body, signature, eventId)).toBe("stored");
  await db.execute(
    sql`update webhook_events set tries = 11, processed_at = now() - interval '1 day' where state = 'received'`,
  );
  await processWebhooks(services);
  expect(await alertsAbout(db, left.number)).toContainEqual(expect.stringContaining("The bank asks for ₹50.00"));
  expect(await tablesWith("card-owner@example.com")).toEqual([]);
  expect(await rowsWith("1007")).toEqual(before);
  expect(await stateOf(db, left.number)).toBe("refund_pending");
  expect(await refundsOf(db, left.number)).toMatchObject([{ reason: "sold-out" }]);
  await sendDueLetters(services);
  expect(await findBreaches(db)).toEqual([]);
});

test("a card is known by network and last four, is forgotten on demand, and is not learned again", async () => {
  const [reader, stranger] = [await newReader("payer"), await newReader("not-the-payer")];
  const first = await orderFor(reader);
  const [method] = await listPaymentMethods(db, reader.id);
  expect(method).toMatchObject({ kind: "card", ending: "1007", timesUsed: 1 });
  expect(await listPaymentMethods(db, stranger.id)).toEqual([]);
  expect(await deletePaymentMethod(services, stranger.id, method!.key)).toBe(false);
  expect(await deletePaymentMethod(services, reader.id, method!.key)).toBe(true);
  expect(await listPaymentMethods(db, reader.id)).toEqual([]);
  await settlePayment(services, first.providerOrderId, "webhook");
  expect(await listPaymentMethods(db, reader.id)).toEqual([]);
  await orderFor(reader);
  expect(await listPaymentMethods(db, reader.id)).toMatchObject([{ ending: "1007", timesUsed: 1 }]);
});

/** Makes the stand-in report all payments as made from this UPI handle. */
function fakeUpiHandle(vpa: string) {
  testServices.wire.change = (path, answer) =>
    path.endsWith("/payments")
      ? { ...answer, items: answer.items.map((item: object) => ({ ...item, method: "upi", card: null, vpa })) }
      : answer;
}

test("of a UPI handle only its first letters and its bank are kept", async () => {
  const reader = await newReader("upi-payer");
  fakeUpiHandle("asha.rao@okbank");
  await orderFor(reader);
  testServices.wire.change = null;
  expect(await listPaymentMethods(db, reader.id)).toMatchObject([{ kind: "upi", ending: "as•••@okbank" }]);
  expect(await tablesWith("asha.rao@okbank")).toEqual([]);
});

test("a UPI handle is forgotten on demand and with the account, and is not learned again", async () => {
  const [reader, other] = [await newReader("upi-leaver"), await newReader("upi-stayer")];
  fakeUpiHandle("meera.iyer@oksbi");
  const orders = [await orderFor(reader), await orderFor(other)];
  const [method] = await listPaymentMethods(db, reader.id);
  expect(await deletePaymentMethod(services, reader.id, method!.key)).toBe(true);
  await settlePayment(services, orders[0]!.providerOrderId, "webhook");
  expect(await listPaymentMethods(db, reader.id)).toEqual([]);
  expect(await rowsWith("me•••@oksbi")).toEqual({ payments: 1 });

  orders.push(await orderFor(reader));
  expect(await rowsWith("me•••@oksbi")).toEqual({ payments: 2 });
  for (const { number } of orders)
    await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EX2", trackingUrl: "" });
  await db.execute(sql`update shipments set shipped_at = now() - interval '31 days'`);
  expect(await deleteAccount(services, reader, "DELETE")).toEqual({ ok: true });
  for (const { providerOrderId } of orders) await settlePayment(services, providerOrderId, "webhook");
  testServices.wire.change = null;
  expect(await rowsWith("me•••@oksbi")).toEqual({ payments: 1 });
  expect(await listPaymentMethods(db, other.id)).toMatchObject([{ ending: "me•••@oksbi", timesUsed: 1 }]);
});
