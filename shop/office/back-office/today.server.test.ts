/** Tests of the Today page: the waiting tasks, their order, and the limits of counting. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { listLowBooks } from "#shop/office/stock-room/low-stock.server.ts";
import { requestStock } from "#shop/catalogue/stock/stock-requests.server.ts";
import { addStaff } from "#tests/support/desk/staff-rows.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { orderOfQuotation, quote } from "#tests/support/sales/quoted.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { requestRefund } from "#shop/sales/payments/refunds.server.ts";
import { retryFailedJobs } from "./failed-jobs.server.ts";
import { markLettersSeen, retryDeadLetters } from "./outbox.server.ts";
import { listParcelsToPack } from "./parcels/parcels.server.ts";
import { listWaiting } from "./today.server.ts";
import { maxCounted } from "./waiting-counts.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
await setStock(db, "godan", 50);
const linesOf = async () => (await listWaiting(services)).lines;
const kindsOf = async () => (await linesOf()).map(({ kind, count }) => `${kind} ${count}`);

/** Thrown to roll back a transaction after reading from it. */
class Found extends Error {
  constructor(found: unknown) {
    super("Nothing of this stays.", { cause: found });
  }
}

test("only what waits is named, with how many and since when; the version tells one state from another", async () => {
  const before = await listWaiting(services);
  expect(before.lines).toEqual([]);
  const { number } = await paidOrder(testServices, "waits", { godan: 1 });
  await db.execute(sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint, created_at)
    values ('EPT-00000001', 'A', 'a@example.com', 'S', 'M', sha256('a'), '2026-01-02T03:04:05Z')`);
  await db.execute(sql`insert into jobs (name, failed_at, failures_in_a_row) values ('letters', now(), 3)`);
  const since = expect.any(String);
  const items: never[] = [];
  expect(await linesOf()).toEqual([
    { kind: "orders-to-pack", count: 1, since, items },
    { kind: "messages", count: 1, since: expect.stringMatching(/^2026-01-02T03:04:05/), items },
    { kind: "jobs", count: 1, since, items },
  ]);
  const { version } = await listWaiting(services);
  expect(version).not.toBe(before.version);
  expect((await listWaiting(services)).version).toBe(version);
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EX1", trackingUrl: "" });
  await db.execute(sql`update contact_messages set closed_at = now()`);
  await db.execute(sql`update jobs set failures_in_a_row = 0`);
  expect(await listWaiting(services)).toEqual(before);
});

test("a shop without a book that readers see is told to add its first", async () => {
  await db.execute(sql`update books set is_listed = false`);
  expect(await kindsOf()).toEqual(["first-book 1"]);
  await db.execute(sql`update books set is_listed = true where id = 'godan'`);
  expect(await kindsOf()).toEqual([]);
  await db.execute(sql`update books set is_listed = true`);
});

test("counts up to the limit", async () => {
  await db.execute(sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint)
    select 'EPT-' || lpad(n::text, 8, '0'), 'A', 'a@example.com', 'S', 'M', sha256(n::text::bytea)
    from generate_series(1000, 1250) n`);
  expect(await linesOf()).toMatchObject([{ kind: "messages", count: maxCounted }]);
  await db.execute(sql`delete from contact_messages`);
});

test("a parcel that would come on its last promised day, or later, stands before the others", async () => {
  const late = await paidOrder(testServices, "late", { godan: 1 });
  await paidOrder(testServices, "in-time", { godan: 1 });
  await db.execute(
    sql`update orders set arrives_from = current_date, arrives_by = current_date where number = ${late.number}`,
  );
  expect(await kindsOf()).toEqual(["parcels-in-danger 1", "orders-to-pack 1"]);
  await db.execute(sql`update orders set confirmed_at = now() + interval '1 minute' where number = ${late.number}`);
  expect(await listParcelsToPack(services)).toMatchObject({
    inDanger: 1,
    parcels: [{ number: late.number, isInDanger: true }, { isInDanger: false }],
  });
  await db.execute(sql`update orders set arrives_from = null, arrives_by = null where number = ${late.number}`);
  expect(await kindsOf()).toEqual(["orders-to-pack 2"]);
  expect(await listParcelsToPack(services)).toMatchObject({
    inDanger: 0,
    parcels: [{ promisedBy: expect.any(String) }, { promisedBy: null }],
  });
  await db.execute(sql`update orders set state = 'shipped' where state = 'paid'`);
});

test("a parcel that would come late is found behind a hundred that wait longer", async () => {
  const { id, number } = await paidOrder(testServices, "behind", { godan: 1 });
  await db.execute(sql`update orders set arrives_from = current_date, arrives_by = current_date where id = ${id}`);
  // A hundred unpaid orders, within a transaction that is rolled back.
  const found = inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'number', 'EP-' || lpad(n::text, 10, '0'),
        'confirmed_at', o.confirmed_at - interval '1 day', 'arrives_from', null, 'arrives_by', null))).*
      from orders o cross join generate_series(1, ${maxCounted + 20}::int) n where o.id = ${id}`);
    const asked = { ...services, db: tx };
    throw new Found({ lines: (await listWaiting(asked)).lines, ...(await listParcelsToPack(asked)) });
  });
  const answer = await found.catch((error: unknown) => (error instanceof Found ? error.cause : error));
  expect(answer).toMatchObject({
    lines: [
      { kind: "parcels-in-danger", count: 1 },
      { kind: "orders-to-pack", count: maxCounted },
    ],
    inDanger: 1,
  });
  const { parcels } = answer as Awaited<ReturnType<typeof listParcelsToPack>>;
  expect(parcels.flatMap(({ number, isInDanger }, place) => (isInDanger ? [[place, number]] : []))).toEqual([
    [0, number],
  ]);
  await db.execute(sql`update orders set state = 'shipped' where state = 'paid'`);
});

test("books that readers wait for are named while they are not here, those asked for most first", async () => {
  await setStock(db, "kanthapura", 0);
  await setStock(db, "indica", 0);
  for (const [book, readers] of [
    ["indica", 1],
    ["kanthapura", 2],
  ] as const)
    for (let reader = 0; reader < readers; reader += 1)
      await requestStock(services, book, `waits-${reader}@example.com`);
  expect(await linesOf()).toMatchObject([
    {
      kind: "books-waited-for",
      count: 3,
      items: [
        { name: "Kanthapura", count: 2, bookId: "kanthapura" },
        { count: 1, bookId: "indica" },
      ],
    },
  ]);
  await setStock(db, "kanthapura", 1);
  await setStock(db, "indica", 1);
  expect(await linesOf()).toEqual([]);
});

test("of what sells, what has two copies or fewer is named; of searches, those that still find nothing", async () => {
  // Books that readers wait for have a line of their own; Stock lists both.
  await db.execute(sql`
    insert into wanted_books (book_id, waiting, sold30, sold90) values ('godan', 0, 3, 3), ('kanthapura', 0, 3, 3), ('indica', 1, 9, 9)`);
  await db.execute(sql`insert into low_books select * from wanted_books`);
  expect((await listLowBooks(db)).map(({ bookId }) => bookId)).toEqual(["indica", "kanthapura"]);
  await db.execute(sql`
    insert into search_counts (day, text, visitors, found)
    select (now() at time zone 'Asia/Kolkata')::date - n, text, visitors, found
    from (values (0, 'ghosh', 2, 0), (1, 'ghosh', 2, 0), (1, 'now here', 9, 0), (0, 'now here', 3, 1), (0, 'rare', 2, 0),
      (9, 'old', 9, 0)) as given (n, text, visitors, found)`);
  expect(await linesOf()).toEqual([
    { kind: "low-stock", count: 1, since: null, items: [{ name: "Kanthapura", count: 1, bookId: "kanthapura" }] },
    {
      kind: "searches",
      count: 1,
      since: expect.stringMatching(/T00:00:00\+05:30$/),
      items: [{ name: "ghosh", count: 4, bookId: null }],
    },
  ]);
  await db.execute(sql`delete from wanted_books`);
  await db.execute(sql`delete from search_counts`);
});

test("an alert about a payment says how much came in, and how much of it goes back", async () => {
  const { id, paymentId, totalPaise } = await paidOrder(testServices, "twice", { godan: 1 });
  const message = "This is a second payment of the order. It is refunded in full.";
  await raiseAlert(db, { kind: "payment", orderId: id, subject: paymentId, message });
  const paymentOf = async () => (await listWaiting(services)).concerns.map(({ payment }) => payment);
  expect(await paymentOf()).toEqual([{ paidPaise: totalPaise, askedPaise: 0, gonePaise: 0 }]);
  await requestRefund(db, { paymentId, reason: "duplicate", at: services.now() });
  expect(await paymentOf()).toEqual([{ paidPaise: totalPaise, askedPaise: totalPaise, gonePaise: 0 }]);
  await db.execute(sql`update alerts set seen_at = now()`);
  await db.execute(sql`update orders set state = 'shipped' where id = ${id}`);
});

test("what is wrong with money is there line by line; letters and jobs that failed are tried again", async () => {
  await db.execute(sql`insert into alerts (kind, message) values ('payment', 'A payment of nobody.')`);
  await db.execute(sql`
    insert into outbox (kind, to_address, subject_key, state, tries) values ('contact-received', 'a@example.com', 'x', 'dead', 16)`);
  await db.execute(sql`
    insert into jobs (name, failed_at, failures_in_a_row, next_run_at) values ('covers', now(), 3, now() + interval '1 hour')
    on conflict (name) do nothing`);
  expect(await kindsOf()).toEqual(["money 1", "letters 1", "jobs 1"]);
  expect((await listWaiting(services)).concerns).toMatchObject([{ message: "A payment of nobody." }]);
  expect(await retryDeadLetters(services)).toBe(1);
  expect(await retryFailedJobs(services)).toBe(1);
  const { rows } = await db.execute(sql`
    select (select count(*)::int from outbox where state = 'due' and tries = 0 and subject_key = 'x') as letters,
      (select count(*)::int from jobs where name = 'covers' and next_run_at <= now()) as jobs`);
  expect(rows).toEqual([{ letters: 1, jobs: 1 }]);
});

test("letters that could not be sent are named until somebody has seen to them", async () => {
  await db.execute(sql`update jobs set failures_in_a_row = 0`);
  await db.execute(sql`update alerts set seen_at = now()`);
  await db.execute(sql`
    insert into outbox (kind, to_address, subject_key, state, last_error)
    values ('contact-received', 'a@example.com', 'seen', 'dead', '550 no such mailbox'),
      ('contact-received', 'b@example.com', 'later', 'dead', '550 no such mailbox')`);
  const line = async () => (await linesOf()).find(({ kind }) => kind === "letters");
  expect((await line())!.items).toEqual([{ name: "550 no such mailbox", count: 2, bookId: null }]);
  const ids = async () => (await line())?.ids;
  const [first, second, ...others] = (await ids())!;
  expect(others).toEqual([]);
  expect(await markLettersSeen(services, [first!])).toBe(1);
  expect(await ids()).toEqual([second]);
  expect(await markLettersSeen(services, [first!, second!])).toBe(1);
  expect(await kindsOf()).toEqual([]);
  // Dismissed letters are not retried with the others.
  expect(await retryDeadLetters(services)).toBe(0);
});

test("quotations without an answer near their last day, accepted ones to be paid, and credit not paid in time", async () => {
  const staffId = await addStaff({ db }, "owner");
  const before = await kindsOf();
  const ofQuotations = async () =>
    (await kindsOf()).filter((line) => !before.includes(line) && !line.startsWith("orders"));
  const day = (from: number) => isoDay(services.now().getTime() + from * 86_400_000);
  for (const validUntil of [day(-8), day(-7), day(7), day(8)])
    await quote(services, staffId, { godan: 1 }, { validUntil });
  expect(await ofQuotations()).toEqual(["quotations-unanswered 2"]);
  await orderOfQuotation(services, staffId, { godan: 1 });
  expect(await ofQuotations()).toEqual(["quotations-accepted 1", "quotations-unanswered 2"]);
  const owed = await orderOfQuotation(services, staffId, { godan: 1 }, { creditDays: 30 });
  expect(await ofQuotations()).not.toContain("credit-overdue 1");
  const onDay = (due: string) => db.execute(sql`update orders set due_on = ${due}::date where number = ${owed}`);
  await onDay(day(0));
  expect(await ofQuotations()).not.toContain("credit-overdue 1");
  await onDay(day(-1));
  expect((await ofQuotations())[0]).toBe("credit-overdue 1");
});
