/** Tests of sending the outbox: order, concurrency, retries, refused letters and outages of the mail server. */
import { sql } from "#db/sql.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { maxMailConnections } from "#shop/kernel/mail/mailer.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { requestStock, sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { lettersOf, paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, delivery, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { sendDueLetters } from "./send-letters.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services, mailbox } = testServices;
await setStock(db, "godan", 200);

beforeEach(async () => {
  mailbox.setFault(null);
  await db.execute(sql`update outbox set state = 'sent' where state = 'due'`); // letters of other tests
  await mailbox.clear();
});

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

/** Makes all waiting letters due, as if the delay before their next try had passed. */
const passTime = () => db.execute(sql`update outbox set due_at = now() where state = 'due'`);

async function outboxOf(number: string) {
  const { rows } = await db.execute<{ state: string; tries: number; error: string; isDue: boolean }>(sql`
    select b.state, b.tries, b.last_error as error, b.due_at <= now() as is_due
    from outbox b join orders o on o.id = b.order_id where o.number = ${number} order by b.id`);
  return rows;
}

test("a letter of one kind and subject is written once, however often and by however many", async () => {
  const { number, id: orderId } = await paidOrder(testServices, "once", { godan: 1 });
  const letter = { kind: "order-shipped", orderId, to: delivery.email, facts: { parcel: 1 } } as const;
  const refunded = { kind: "order-refunded", orderId, to: delivery.email, facts: { refundId: 1 } } as const;
  await warm(testServices.pool, 10);
  await Promise.all(Array.from({ length: 10 }, () => enqueueLetter(db, letter)));
  await enqueueLetter(db, { ...refunded, subjectKey: "1" });
  await enqueueLetter(db, { ...refunded, subjectKey: "2" });
  await enqueueLetter(db, { ...refunded, subjectKey: "2", to: "other@example.com" });
  for (let times = 0; times < 2; times += 1) {
    await enqueueLetter(db, {
      kind: "back-in-stock",
      to: "a@example.com",
      subjectKey: "seven",
      facts: { bookId: "godan" },
    });
  }
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped", "order-refunded", "order-refunded"]);
  expect(await count(db, sql`select count(*) from outbox where subject_key = 'seven'`)).toBe(1);
  await db.execute(sql`delete from outbox where order_id = ${orderId} and kind <> 'order-confirmed'`);
  await db.execute(sql`delete from outbox where subject_key = 'seven'`);
});

test("a letter that is due is sent once, to the reader of the order", async () => {
  const { number } = await paidOrder(testServices, "sent", { godan: 1 });
  expect(await sendDueLetters(services)).toBe(1);
  expect(await sendDueLetters(services)).toBe(0);
  const [letter, ...others] = mailbox.letters();
  expect(others).toEqual([]);
  expect(letter!.to).toBe("sent@example.com");
  expect(letter!.subject).toContain(number);
  expect(letter!.messageId).toMatch(/^<letter-\d+@shop\.test>$/);
  expect(await outboxOf(number)).toMatchObject([{ state: "sent", tries: 1, error: "" }]);
});

test("an issue of the newsletter goes out after all that somebody waits for", async () => {
  await enqueueLetter(db, {
    kind: "newsletter-issue",
    to: "many@example.com",
    subjectKey: "early",
    facts: { issueId: 1 },
  });
  const { number } = await paidOrder(testServices, "waits", { godan: 1 });
  await sendDueLetters(services, 1);
  expect(await outboxOf(number)).toMatchObject([{ state: "sent" }]);
  expect(await count(db, sql`select count(*) from outbox where kind = 'newsletter-issue' and state = 'due'`)).toBe(1);
  await db.execute(sql`delete from outbox where kind = 'newsletter-issue'`);
});

test("two senders at once send each letter once", async () => {
  for (let reader = 0; reader < 8; reader += 1) await paidOrder(testServices, `two${reader}`, { godan: 1 });
  await warm(testServices.pool, 3);
  const sent = await Promise.all([sendDueLetters(services), sendDueLetters(services), sendDueLetters(services)]);
  expect(sent.reduce((sum, one) => sum + one)).toBe(8);
  const ids = mailbox.letters().map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
});

test("letters go out several at a time, and those that another sender takes up meanwhile are not sent twice", async () => {
  const letters = 2 * maxMailConnections;
  for (let reader = 0; reader < letters; reader += 1) await paidOrder(testServices, `slow${reader}`, { godan: 1 });
  const takenUp = Promise.withResolvers<void>();
  let handedOver = 0;
  const slow: typeof services = {
    ...services,
    // Each letter takes longer than the claim of the letters lasts.
    now: () => new Date(services.now().getTime() + (handedOver > 0 ? 60_000 : 0)),
    mailer: {
      ...services.mailer,
      async send(letter) {
        await services.mailer.send(letter);
        handedOver += 1;
        if (handedOver > maxMailConnections) return;
        if (handedOver < maxMailConnections) return takenUp.promise;
        await db.execute(sql`update outbox set due_at = now() where id in (
          select id from outbox where state = 'due' order by id offset ${maxMailConnections})`);
        expect(await sendDueLetters(services)).toBe(letters - maxMailConnections);
        takenUp.resolve();
      },
    },
  };
  expect(await sendDueLetters(slow)).toBe(maxMailConnections);
  const ids = mailbox.letters().map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([letters, letters]);
});

test("a mail server that says not now is asked again later, with the same letter", async () => {
  const { number } = await paidOrder(testServices, "notnow", { godan: 1 });
  mailbox.setFault({ refuse: "temporary", times: 2 });
  for (const tries of [1, 2]) {
    expect(await sendDueLetters(services)).toBe(0);
    expect(await outboxOf(number)).toMatchObject([{ state: "due", tries, isDue: false }]);
    expect((await outboxOf(number))[0]!.error).toContain("try again later");
    expect(await sendDueLetters(services)).toBe(0); // not yet
    await passTime();
  }
  expect(await sendDueLetters(services)).toBe(1);
  expect(mailbox.letters()).toHaveLength(1);
});

test("by the shop's clock a letter that failed is tried again after half a minute", async () => {
  const { number } = await paidOrder(testServices, "halfminute", { godan: 1 });
  const start = Date.now();
  const after = (seconds: number) => ({ ...services, now: () => new Date(start + seconds * 1000) });
  mailbox.setFault({ refuse: "temporary", times: 1 });
  expect(await sendDueLetters(after(0))).toBe(0);
  expect(await sendDueLetters(after(29))).toBe(0);
  expect(await sendDueLetters(after(31))).toBe(1);
  expect(await outboxOf(number)).toMatchObject([{ state: "sent", tries: 2 }]);
});

test("a letter that is refused for good is set aside, and the others go out", async () => {
  const numbers = [];
  for (const name of ["refused", "taken", "last"])
    numbers.push((await paidOrder(testServices, name, { godan: 1 })).number);
  mailbox.setFault({ refuse: "permanent", times: 1 });
  expect(await sendDueLetters(services)).toBe(2);
  const letters = (await Promise.all(numbers.map(outboxOf))).flat();
  expect(letters.map(({ state, tries }) => `${state} ${tries}`).sort()).toEqual(["dead 1", "sent 1", "sent 1"]);
  await passTime();
  expect(await sendDueLetters(services)).toBe(0);
});

test("after two days of trying a letter is set aside", async () => {
  const { number } = await paidOrder(testServices, "twodays", { godan: 1 });
  // The letter was given up before, marked as seen and tried again.
  await db.execute(
    sql`update outbox set seen_at = now() where order_id = (select id from orders where number = ${number})`,
  );
  mailbox.setFault({ refuse: "temporary" });
  let waited = 0;
  for (let tries = 1; (await outboxOf(number))[0]!.state === "due"; tries += 1) {
    expect(tries).toBeLessThan(30);
    await sendDueLetters(services);
    waited += await count(
      db,
      sql`
      select coalesce(extract(epoch from max(due_at) - now())::int, 0) as count from outbox b join orders o on o.id = b.order_id
      where o.number = ${number} and b.state = 'due'`,
    );
    await passTime();
  }
  expect(await outboxOf(number)).toMatchObject([{ state: "dead", tries: 21 }]);
  expect(await count(db, sql`select count(*) from outbox where state = 'dead' and seen_at is not null`)).toBe(0);
  expect(waited / 3600).toBeGreaterThan(47);
  expect(waited / 3600).toBeLessThan(50);
});

test("when the answer is lost the letter goes out again under the same name", async () => {
  await paidOrder(testServices, "lostanswer", { godan: 1 });
  mailbox.setFault({ loseAnswer: true, times: 1 });
  expect(await sendDueLetters(services)).toBe(0);
  await passTime();
  expect(await sendDueLetters(services)).toBe(1);
  const ids = mailbox.letters().map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test("while the mail server is down orders are paid and everything else goes on", async () => {
  const down = {
    ...services,
    mailer: { ...services.mailer, send: () => Promise.reject(new Error("connection refused")) },
  };
  const { number, providerOrderId } = await orderOf(services, cartOf("maildown"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  for (const { body, signature, eventId } of deliveriesOf(testServices, providerOrderId)) {
    await receiveFromRazorpay(down, body, signature, eventId);
  }
  await sendDueLetters(down);
  await processWebhooks(down);
  expect(await stateOf(db, number)).toBe("paid");
  for (const job of Object.values(jobs)) await job.run(down);
  expect(await outboxOf(number)).toMatchObject([{ state: "due", tries: 1 }]);
  expect(
    await count(
      db,
      sql`
    select count(*) from documents d join orders o on o.id = d.order_id where o.number = ${number}`,
    ),
  ).toBe(1);
  await passTime();
  expect(await sendDueLetters(services)).toBe(1);
});

test("a letter whose cause is gone is not sent, and does not wait for ever", async () => {
  const { number, id: orderId } = await paidOrder(testServices, "causeless", { godan: 1 });
  await sendDueLetters(services);
  await enqueueLetter(db, { kind: "order-refunded", orderId, to: delivery.email, facts: { refundId: 999_999 } });
  expect(await sendDueLetters(services)).toBe(1);
  expect(mailbox.letters()).toHaveLength(1);
  expect(await outboxOf(number)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  await db.execute(sql`delete from outbox where order_id = ${orderId} and kind = 'order-refunded'`);
});

test("readers who wait for a book are written to once it is back, each once", async () => {
  await setStock(db, "masala-lab", 0);
  for (const email of ["a@example.com", "b@example.com", "A@Example.com", "a@example.com"]) {
    expect(await requestStock(services, "masala-lab", email)).toMatchObject({ ok: true });
  }
  await requestStock(services, "no-such-book", "a@example.com");
  expect(await sendStockLetters(services)).toBe(0);
  await receiveCopies(db, "masala-lab", 2);
  await warm(testServices.pool, 5);
  const told = await Promise.all(Array.from({ length: 5 }, () => sendStockLetters(services)));
  expect(told.reduce((sum, one) => sum + one)).toBe(2);
  expect(await sendDueLetters(services)).toBe(2);
  const letters = mailbox.letters();
  expect(letters.map(({ to }) => to.toLowerCase()).sort()).toEqual(["a@example.com", "b@example.com"]);
  for (const { subject, text } of letters) {
    expect(subject).toContain("Back in stock");
    expect(text).toContain("http://shop.test/books/masala-lab");
  }
  // Sold out and requested again: the reader gets another letter.
  await setStock(db, "masala-lab", 0);
  await requestStock(services, "masala-lab", "a@example.com");
  expect(await sendStockLetters(services)).toBe(0);
  await receiveCopies(db, "masala-lab", 1);
  expect(await sendStockLetters(services)).toBe(1);
});

test("nobody is written to about more books a day than a reader would wait for", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from books order by id limit 12`);
  for (const { id } of rows)
    expect(await requestStock(services, id, "flooded@example.com")).toMatchObject({ ok: true });
  const { rows: kept } = await db.execute(
    sql`delete from stock_requests where email = 'flooded@example.com' returning id`,
  );
  expect(kept).toHaveLength(10);
});

test("copies that are all held for others are not back yet", async () => {
  await setStock(db, "jejuri", 1);
  await orderOf(services, cartOf("holder"), { jejuri: 1 });
  await requestStock(services, "jejuri", "waits@example.com");
  expect(await sendStockLetters(services)).toBe(0);
});

test.each(["a-kind-of-tomorrow", "order-of-tomorrow"])(
  "a letter of a kind that nobody knows how to write is not passed off as sent: %s",
  async (kind) => {
    const { id } = await paidOrder(testServices, kind, { godan: 1 });
    await sendDueLetters(services);
    const orderId = kind.startsWith("order") ? id : null;
    await db.execute(
      sql`insert into outbox (kind, order_id, to_address) values (${kind}, ${orderId}, 'a@example.com')`,
    );
    expect(await sendDueLetters(services)).toBe(0);
    const { rows } = await db.execute(sql`select state, last_error as error from outbox where kind = ${kind}`);
    expect(rows).toEqual([{ state: "due", error: expect.stringContaining(`Unknown e-mail kind "${kind}"`) }]);
    await db.execute(sql`delete from outbox where kind = ${kind}`);
  },
);
