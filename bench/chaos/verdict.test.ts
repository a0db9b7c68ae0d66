import { sql, type SQL } from "#db/sql.ts";
import { beforeAll, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { maxMailConnections } from "#shop/kernel/mail/mailer.server.ts";
import { processRefunds, expireReservations } from "#shop/sales/payments/reconcile.server.ts";
import { paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import type { FailedResponse, Incident } from "#proving-ground/faults/incidents.ts";
import { newReaderClaims } from "./reader-claims.ts";
import type { Stage, StoredLetter } from "./open-stage.ts";
import { judge } from "./verdict.ts";

type StandInLedger = Awaited<ReturnType<Stage["razorpay"]["readLedger"]>>;

const testServices = await openTestServices();
const { db, services, standIn, mailbox } = testServices;
await setStock(db, "godan", 20);
const sold = await paidOrder(testServices, "sold", { godan: 2 });
const cancelled = await paidOrder(testServices, "cancelled", { godan: 1 });
await cancelOrder(services, { number: cancelled.number, by: "link", cause: "reader" });
await processRefunds(services);
await issueDocuments(services);

let letters: StoredLetter[];
let books: StandInLedger;
beforeAll(async () => {
  await sendDueLetters(services);
  letters = mailbox.letters().map((letter) => ({ ...letter, at: 0, isAnswerLost: false }));
  books = JSON.parse(JSON.stringify(standIn.ledger())) as StandInLedger;
});

interface Planted {
  records?: SQL[];
  letters?: StoredLetter[];
  books?: StandInLedger;
  taken?: string[];
  incidents?: Incident[];
  copies?: number;
  plant?: (claims: ReturnType<typeof newReaderClaims>) => void;
  left?: object;
}

/** What the verdict says when this is wrong; the records are put right again. */
async function breachesWith(planted: Planted): Promise<string> {
  let found: string[] = [];
  const claims = newReaderClaims();
  claims.placed.set(sold.number, { basket: "ordinary", manner: "straight" });
  claims.paid.add(sold.number);
  claims.cancelled.add(cancelled.number);
  planted.plant?.(claims);
  const undone = inTransaction(db, async (tx) => {
    for (const statement of planted.records ?? []) await tx.execute(statement);
    const verdict = await judge({
      stage: {
        db: tx,
        crashes: [],
        letters: planted.letters ?? letters,
        razorpay: {
          readLedger: async () => planted.books ?? books,
          readTakenEvents: async () => planted.taken ?? [],
        },
      },
      claims,
      incidents: planted.incidents ?? [],
      left: planted.left ?? {},
      copies: new Map([["godan", planted.copies ?? 20]]),
    });
    found = verdict.breaches;
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  return found.join("\n");
}

test("a run in which all went well has no breach", async () => {
  expect(await breachesWith({})).toBe("");
});

test("a run in which no order was paid is a breach", async () => {
  expect(await breachesWith({ plant: (claims) => claims.paid.clear() })).toMatch(/^No order was reported/);
});

const confirmation = (letter: StoredLetter) => letter.subject.endsWith(`, order ${sold.number}`);
const withPayment = (change: object): StandInLedger => ({
  ...books,
  payments: [...books.payments, { ...books.payments.find(({ id }) => id === sold.paymentId)!, ...change }],
});

test("money that Razorpay has taken and the shop knows nothing of is seen", async () => {
  expect(await breachesWith({ books: withPayment({ id: "pay_orphan" }) })).toMatch(/settles a paid order.*pay_orphan/);
  const lost = [
    sql`alter table orders disable trigger user`,
    sql`update orders set paid_at = null, state = 'expired' where number = ${sold.number}`,
  ];
  const found = await breachesWith({ records: lost });
  expect(found).toMatch(new RegExp(`settles a paid order.*${sold.paymentId}`));
  expect(found).toContain(`${sold.number} was reported as paid, but is not paid.`);
});

test("money that is neither kept nor given back is seen", async () => {
  const back = {
    ...books,
    refunds: [],
    payments: books.payments.map((payment) => ({ ...payment, amount_refunded: 0 })),
  };
  expect(await breachesWith({ books: back })).toMatch(new RegExp(`made once.*${cancelled.number}`));
  expect(await breachesWith({ records: [sql`update refunds set state = 'pending'`] })).toContain(
    "every refund was processed",
  );
  expect(await breachesWith({ books: withPayment({ id: "pay_2", amount_refunded: 100 }) })).toMatch(
    /is refunded.*pay_2/,
  );
});

test("money the bank has promised and nobody took is seen", async () => {
  const open = await orderOf(services, cartOf("promised"), { godan: 1 });
  standIn.setFault("authorizedOnly", true);
  const paymentId = await payAtRazorpay(testServices, open.providerOrderId);
  const promised = JSON.parse(JSON.stringify(standIn.ledger())) as StandInLedger;
  expect(await breachesWith({ books: promised })).toContain(`Payment ${paymentId} of ${open.number} was authorised`);
  await db.execute(sql`update orders set reserved_until = now() - interval '1 second' where number = ${open.number}`);
  await expireReservations(services);
  books = JSON.parse(JSON.stringify(standIn.ledger())) as StandInLedger;
  await issueDocuments(services);
  await sendDueLetters(services);
  letters = mailbox.letters().map((letter) => ({ ...letter, at: 0, isAnswerLost: false }));
  expect(await breachesWith({})).toBe("");
});

test("an order that is settled twice, or a refund that is made twice, is seen", async () => {
  const twice = sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, evidence_sha256, settles)
    select 'pay_2', attempt_id, order_id, amount_paise, currency, status, evidence_sha256, true from payments where id = ${sold.paymentId}`;
  const found = await breachesWith({
    records: [sql`drop index payments_one_settles_an_order`, twice],
    books: withPayment({ id: "pay_2" }),
  });
  expect(found).toContain("settled by exactly one payment");
  const again = { ...books, refunds: [...books.refunds, { ...books.refunds[0]!, id: "rfnd_2" }] };
  expect(await breachesWith({ books: again })).toMatch(new RegExp(`made once.*${cancelled.number}`));
});

test("a title that is sold more often than it was there is seen", async () => {
  expect(await breachesWith({ copies: 0 })).toContain("copies of godan are sold; there were 0.");
  expect(
    await breachesWith({ records: [sql`update stock set reserved = 1, on_hand = on_hand where book_id = 'godan'`] }),
  ).toContain("no stock is reserved when no payment is pending");
  const more = sql`insert into stock_moves (book_id, delta, cause) values ('godan', -1000, 'correction')`;
  expect(await breachesWith({ records: [more] })).toContain("no more copies are sold than were received");
});

test("a letter that is missing, doubled, or says what is not so, is seen", async () => {
  const [letter] = letters.filter(confirmation);
  expect(await breachesWith({ letters: letters.filter((letter) => !confirmation(letter)) })).toContain(
    "but has 0 confirmation letters.",
  );
  expect(await breachesWith({ letters: [...letters, letter!] })).toContain(
    "arrived 2 times without a fault that explains it",
  );
  expect(await breachesWith({ letters: [{ ...letter!, isAnswerLost: true }, ...letters] })).toBe("");
  expect(await breachesWith({ letters: [...letters, { ...letter!, messageId: "<letter-999@shop.test>" }] })).toContain(
    "but has 2 confirmation letters.",
  );
  const kill: Incident[] = [{ what: "kill", from: 0, to: 100, connections: 0 }];
  expect(await breachesWith({ letters: [...letters, letter!], incidents: kill })).toBe("");
  const all = await breachesWith({ letters: [...letters, ...letters], incidents: kill });
  expect(letters.length).toBeGreaterThan(maxMailConnections);
  expect(all.match(/arrived 2 times without a fault that explains it/g)).toHaveLength(
    letters.length - maxMailConnections,
  );
  const untrue = { ...letter!, subject: "We’re packing Godan, order EP-AAAAAAAAAA" };
  expect(await breachesWith({ letters: [...letters, untrue] })).toContain("EP-AAAAAAAAAA is not confirmed");
  expect(await breachesWith({ records: [sql`delete from outbox where kind = 'order-cancelled'`] })).toContain(
    "about each confirmed order with cancelled copies",
  );
  expect(await breachesWith({ records: [sql`update outbox set state = 'due'`] })).toContain("every letter was sent");
});

test("an event that was taken and is not there is seen", async () => {
  expect(await breachesWith({ taken: ["evt_lost"] })).toContain(
    "Webhook event evt_lost was acknowledged, but is not stored.",
  );
});

test("a connection that broke excuses one answer, and a kill none", async () => {
  const during = () => ({ kind: "500 /checkout", from: 0, to: 100 });
  const after = () => ({ ...during(), from: 500, to: 600 });
  const breachesOf = (answers: FailedResponse[], incident: Incident) =>
    breachesWith({ plant: ({ failedResponses }) => failedResponses.push(...answers), incidents: [incident] });
  const lost: Incident = { what: "lost commit", from: 50, to: 50, connections: 1 };
  expect(await breachesOf([during()], lost)).toBe("");
  expect(await breachesOf([during(), during()], lost)).toContain(
    "1 responses 500 /checkout without a fault that explains them.",
  );
  expect(await breachesOf([after()], lost)).toContain("1 responses 500 /checkout without a fault that explains them.");
  const cut: Incident = { what: "cut", from: 40, to: 50, connections: 2 };
  expect(await breachesOf([during(), after()], cut)).toBe("");
  expect(await breachesOf([during(), during(), after()], cut)).toContain(
    "1 responses 500 /checkout without a fault that explains them.",
  );
  expect(await breachesOf([during()], { what: "kill", from: 0, to: 100, connections: 0 })).toContain(
    "1 responses 500 /checkout without a fault that explains them.",
  );
});

test("a promise to a reader that was broken is seen", async () => {
  expect(await breachesWith({ plant: ({ placed }) => placed.set("EP-LOST", { basket: "", manner: "" }) })).toContain(
    "EP-LOST is lost.",
  );
  expect(await breachesWith({ plant: ({ cancelled }) => cancelled.add(sold.number) })).toContain(
    "was reported as cancelled, but is paid.",
  );
  expect(
    await breachesWith({
      plant: ({ failedResponses }) => failedResponses.push({ kind: "500 /checkout", from: 0, to: 1 }),
    }),
  ).toContain("1 responses 500 /checkout without a fault that explains them.");
  expect(await breachesWith({ left: { letters: 3 } })).toContain("3 letters were still waiting");
});
