/** Tests of a reader's review: permission, editing, moderation, testimonials and concurrent changes. */
import { sql } from "#db/sql.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { acceptReturn, receiveReturn, refuseReturn } from "#shop/sales/returns/answer-return.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { addBuyer, deliverParcel } from "#tests/support/sales/book-buyer.ts";
import { payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { delivery, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { waitUntilBlocked, warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findWrittenReview, hideReview, listWrittenReviews, showReview } from "./moderate-review.server.ts";
import { listOwnReviews } from "./list-own-reviews.server.ts";
import { findReviewFormData, withdrawReview, writeReview } from "./own-review.server.ts";
import type { ReviewState } from "./review.ts";
import { deleteOldCorrespondence, previousReviewDays } from "#shop/people/correspondence/delete-old.server.ts";
import { listReviews, listTestimonials } from "./reviews.server.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
const words = { rating: 2, title: "", body: "Slow.", name: "Asha R." };
for (const bookId of ["godan", "kanthapura"]) await setStock(db, bookId, 40);

beforeEach(() => db.execute(sql`delete from reviews where reader_id is not null`));
afterEach(async () => expect(await findBreaches(db)).toEqual([]));

const buyer = (name: string, books: Record<string, number>, how?: { isPaid: boolean }) =>
  addBuyer(testServices, name, books, how);
const write = (readerId: number, bookId = "godan") => writeReview(services, { readerId, bookId, words });
const mayWrite = async (readerId: number, bookId = "godan") =>
  (await findReviewFormData(db, readerId, bookId))?.mayWrite ?? null;
const shownTo = async (bookId: string) => (await listReviews(db, bookId)).reviews.filter(({ isSample }) => !isSample);
/** Shows a review as a testimonial on the home page, as publishing a window does. */
async function feature({ id }: { id: number }, place: number) {
  await db.execute(sql`update reviews set testimonial_position = null where testimonial_position = ${place}`);
  await db.execute(sql`update reviews set testimonial_position = ${place} where id = ${id}`);
}
const reviewOf = async (readerId: number) => {
  const { rows } = await db.execute<{ id: number; version: number; state: string }>(
    sql`select id::int, version, state from reviews where reader_id = ${readerId}`,
  );
  return rows[0];
};
/** The rating of a work, as lists and pages show it. */
const ratingOf = async (workId: string) => {
  const { rows } = await db.execute<{ rating: string; count: number }>(
    sql`select rating, rating_count as count from works where id = ${workId}`,
  );
  return rows[0]!;
};
const subjects = () => testServices.mailbox.letters().map(({ subject }) => subject);

test("who has paid for a copy and kept it may write; nobody else", async () => {
  const strangerId = await addReader(db, "stranger");
  const unpaid = await buyer("unpaid", { godan: 1 }, { isPaid: false });
  const paid = await buyer("paid", { godan: 2 });
  expect(await mayWrite(strangerId)).toBe(false);
  expect(await mayWrite(unpaid.readerId)).toBe(false);
  expect(await mayWrite(paid.readerId)).toBe(true);
  expect(await mayWrite(paid.readerId, "kanthapura")).toBe(false);
  expect(await mayWrite(paid.readerId, "no-such-book")).toBe(null);
  expect(await write(strangerId)).toEqual({ ok: false, reason: "not-bought" });
  expect(await write(paid.readerId, "no-such-book")).toEqual({ ok: false, reason: "no-such-book" });

  const cancelled = await buyer("cancelled", { godan: 1, kanthapura: 1 });
  await cancelOrder(services, {
    number: cancelled.number,
    by: "link",
    cause: "reader",
    copies: [{ bookId: "godan", quantity: 1 }],
  });
  expect(await mayWrite(cancelled.readerId)).toBe(false);
  expect(await mayWrite(cancelled.readerId, "kanthapura")).toBe(true);
  const listed = async (readerId: number) => (await listOwnReviews(services, readerId)).map(({ book }) => book.title);
  await deliverParcel(services, cancelled.number);
  expect([await listed(unpaid.readerId), await listed(cancelled.readerId)]).toEqual([[], ["Kanthapura"]]);
  await shipOrder(services, paid.number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  expect([await mayWrite(paid.readerId), await listed(paid.readerId)]).toEqual([true, []]);
  await deliverOrder(services, paid.number);
  expect(await listed(paid.readerId)).toEqual(["गोदान"]);
});

test("of an order in parts the books that have arrived are listed, recorded or by the promised days", async () => {
  const { readerId, number } = await buyer("in-parts", { godan: 1, kanthapura: 1 });
  const send = (bookId: string) =>
    shipOrder(services, number, { carrier: "India Post", trackingNumber: bookId, trackingUrl: "" }, undefined, {
      copies: [{ bookId, quantity: 1 }],
    });
  const listed = async (days = 0) => {
    const now = () => new Date(services.now().getTime() + days * 86_400_000);
    return (await listOwnReviews({ ...services, now }, readerId)).map(({ book }) => book.id).toSorted();
  };
  await send("godan");
  expect(await listed()).toEqual([]);
  expect(await listed(40)).toEqual(["godan"]);
  await deliverOrder(services, number, undefined, 1);
  expect(await listed()).toEqual(["godan"]);
  await send("kanthapura");
  expect(await listed()).toEqual(["godan"]);
  expect(await listed(40)).toEqual(["godan", "kanthapura"]);
});

test("a copy that came back leaves no review to write, one of two does; what was written stays", async () => {
  const { readerId, number } = await buyer("returning", { godan: 2 });
  await deliverParcel(services, number);
  const refundPayment = async () => {
    const input = { bookId: "godan", quantity: 1, reason: "changed-mind", words: "" } as const;
    const asked = await askReturn(services, { number, by: "link", input });
    if (!asked.ok) throw new Error(asked.reason);
    await acceptReturn(services, asked.returnId, { isKept: false, answer: "" });
    await receiveReturn(services, asked.returnId, { isFit: true });
  };
  await refundPayment();
  expect(await write(readerId)).toEqual({ ok: true, state: "published" });
  await refundPayment();
  expect(await mayWrite(readerId)).toBe(true);
  await withdrawReview(db, readerId, "godan");
  expect(await mayWrite(readerId)).toBe(false);
});

test("a copy that is only asked to go back, or is refused, is still the reader's", async () => {
  const { readerId, number } = await buyer("asking", { godan: 1 });
  await deliverParcel(services, number);
  const input = { bookId: "godan", quantity: 1, reason: "changed-mind", words: "" } as const;
  const asked = await askReturn(services, { number, by: "link", input });
  expect([asked.ok, await mayWrite(readerId)]).toEqual([true, true]);
  if (asked.ok) await refuseReturn(services, asked.returnId, "It was read.");
  expect(await mayWrite(readerId)).toBe(true);
  expect((await listOwnReviews(services, readerId)).map(({ book }) => book.id)).toEqual(["godan"]);
});

test("of two editions of a work the one that was bought last is listed", async () => {
  const { rows } = await db.execute<{ id: string; main: string }>(sql`
    select e.id, m.id as main from books e join books m on m.work_id = e.work_id and m.is_main
    where not e.is_main order by e.id`);
  // Tests both orders of the ids, so that neither ids nor places decide.
  for (const [name, { id: edition, main }] of Object.entries({ first: rows[0]!, second: rows[1]! })) {
    const bought = name === "first" ? [edition, main] : [main, edition];
    for (const bookId of bought) await setStock(db, bookId, 5);
    const { readerId, number } = await buyer(`editions-${name}`, { [bought[0]!]: 1 });
    await db.execute(sql`delete from cart_lines where cart_id = (select id from carts where reader_id = ${readerId})`);
    await fillCart(db, { readerId }, { [bought[1]!]: 1 });
    const placed = await placeOrder(services, { readerId }, { ...delivery, email: `editions-${name}@example.com` });
    if (!placed.ok) throw new Error(placed.reason);
    await payAtRazorpay(testServices, placed.order.providerOrderId);
    await settlePayment(services, placed.order.providerOrderId, "browser");
    for (const one of [number, placed.order.number]) await deliverParcel(services, one);
    expect((await listOwnReviews(services, readerId)).map(({ book }) => book.id)).toEqual([bought[1]]);
  }
});

test("a reader has one review of a work, whichever edition they open; it is shown at once, changed and withdrawn", async () => {
  const { rows } = await db.execute<{ id: string; main: string }>(sql`
    select e.id, m.id as main from books e join books m on m.work_id = e.work_id and m.is_main
    where not e.is_main order by e.id limit 1`);
  const { id: edition, main } = rows[0]!;
  await setStock(db, main, 5);
  const { readerId } = await buyer("editions", { [main]: 1 });
  const before = await listReviews(db, main);
  await write(readerId, main);
  expect(await listReviews(db, edition)).toMatchObject({
    count: before.count + 1,
    byReaders: { rating: 2, count: 1 },
    reviews: expect.arrayContaining([expect.objectContaining({ body: "Slow.", isVerified: true, name: "Asha R." })]),
  });
  await warm(testServices.pool, 2);
  await Promise.all(
    [4, 5].map((rating) => writeReview(services, { readerId, bookId: edition, words: { ...words, rating } })),
  );
  expect(await shownTo(main)).toMatchObject([{ changedAt: expect.any(Date) }]);
  expect((await findReviewFormData(db, readerId, main))!.own!.rating).toBeGreaterThan(3);
  const others = { rating: 3, title: "On the second day", body: "Quicker.", name: "A. Rao" };
  expect(await writeReview(services, { readerId, bookId: main, words: others })).toMatchObject({ ok: true });
  expect(await shownTo(edition)).toMatchObject([others]);
  await withdrawReview(db, readerId, edition);
  expect(await listReviews(db, main)).toEqual(before);
});

test("what a review said before its last change is kept for the bookseller, of one that was hidden what was hidden, and then forgotten", async () => {
  const { readerId } = await buyer("former", { godan: 1 });
  const formerOf = async () => (await listWrittenReviews(db))[0]!.former;
  const say = (body: string) => writeReview(services, { readerId, bookId: "godan", words: { ...words, body } });
  await say("First.");
  expect(await formerOf()).toBeNull();
  await say("Second.");
  expect(await formerOf()).toEqual({ ...words, body: "First." });
  await say("Third.");
  expect(await formerOf()).toEqual({ ...words, body: "Second." });
  const { id, version } = (await reviewOf(readerId))!;
  await hideReview(db, { id, version }, "abuse");
  await say("Fourth.");
  await say("Fifth.");
  expect(await listWrittenReviews(db)).toMatchObject([{ body: "Fifth.", former: { ...words, body: "Third." } }]);
  const passDays = (days: number) =>
    db.execute(sql`
      update reviews set created_at = created_at - make_interval(days => ${days}),
        changed_at = changed_at - make_interval(days => ${days}) where id = ${id}`);
  await passDays(previousReviewDays - 1);
  await deleteOldCorrespondence(services);
  expect(await formerOf()).not.toBeNull();
  await passDays(2);
  await deleteOldCorrespondence(services);
  expect(await listWrittenReviews(db)).toMatchObject([{ body: "Fifth.", former: null }]);
});

test("a reader finds the books that arrived and what they wrote, each once, also of books that went back", async () => {
  const { readerId, number } = await buyer("listing", { godan: 1, kanthapura: 1 });
  const kept = await buyer("keeping", { godan: 1, kanthapura: 1 });
  const listed = async (of = readerId) =>
    (await listOwnReviews(services, of)).map(({ book, own }) => [book.id, own?.body ?? null]);
  for (const writer of [readerId, kept.readerId]) await write(writer, "kanthapura");
  expect(await listed(kept.readerId)).toEqual([["kanthapura", "Slow."]]);
  await deliverParcel(services, kept.number);
  expect(await listed(kept.readerId)).toEqual([
    ["kanthapura", "Slow."],
    ["godan", null],
  ]);
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  expect(await listed()).toEqual([["kanthapura", "Slow."]]);
  expect(await mayWrite(readerId, "kanthapura")).toBe(true);
  await withdrawReview(db, readerId, "kanthapura");
  expect(await listed()).toEqual([]);
  expect(await listOwnReviews(services, await addReader(db, "listless"))).toEqual([]);
});

test("what is hidden counts no more, its writer is told why, and what they then write waits to be looked at", async () => {
  const { readerId } = await buyer("hidden", { kanthapura: 1 });
  const before = await ratingOf("kanthapura");
  await write(readerId, "kanthapura");
  const counted = await ratingOf("kanthapura");
  expect(counted.count).toBe(before.count + 1);
  const read = (await reviewOf(readerId))!;
  const { id } = read;
  await feature(read, 1);
  expect((await listTestimonials(db, 5, (await readStorefront(db)).testimonials))[0]).toMatchObject({
    id,
    body: "Slow.",
  });

  expect(await hideReview(db, read, "advertising")).toBe(true);
  expect(await hideReview(db, read, "abuse")).toBe(false);
  expect(await ratingOf("kanthapura")).toEqual(before);
  expect(await shownTo("kanthapura")).toEqual([]);
  expect((await listTestimonials(db, 5, (await readStorefront(db)).testimonials)).some((one) => one.id === id)).toBe(
    false,
  );
  expect((await findReviewFormData(db, readerId, "kanthapura"))!.own).toMatchObject({
    state: "refused",
    reason: "advertising",
  });
  await sendDueLetters(services);
  expect(subjects()).toContain("Your review of Kanthapura is hidden");

  // Neither a change nor a new review avoids moderation.
  expect(await write(readerId, "kanthapura")).toEqual({ ok: true, state: "waiting" });
  await withdrawReview(db, readerId, "kanthapura");
  expect(await write(readerId, "kanthapura")).toEqual({ ok: true, state: "waiting" });
  expect(await listWrittenReviews(db, "waiting")).toMatchObject([{ book: "Kanthapura", reason: "advertising" }]);
  await sendDueLetters(services);
  const waiting = () => subjects().filter((subject) => subject.endsWith("waits for you: Kanthapura"));
  const seen = (await reviewOf(readerId))!;
  expect(waiting()).toEqual([`Review ${seen.id} waits for you: Kanthapura`]);

  // Unread text is announced again, and decisions about the earlier text neither show nor hide it.
  expect(await write(readerId, "kanthapura")).toEqual({ ok: true, state: "waiting" });
  expect(await showReview(db, seen)).toBe(false);
  expect(await hideReview(db, seen, "abuse")).toBe(false);
  await sendDueLetters(services);
  expect(waiting()).toEqual([
    `Review ${seen.id} waits for you: Kanthapura`,
    `Review ${seen.id}.2 waits for you: Kanthapura`,
  ]);
  expect(await showReview(db, { id: seen.id, version: 2 })).toBe(true);
  expect(await shownTo("kanthapura")).toHaveLength(1);
  expect(await ratingOf("kanthapura")).toEqual(counted);
  expect(await write(readerId, "kanthapura")).toEqual({ ok: true, state: "published" });
  await sendDueLetters(services);
  expect(subjects()).toContain("Your review of Kanthapura is shown");
});

test("a review that its writer changes is featured no more, and no other one does", async () => {
  const [first, second] = [await buyer("featured", { godan: 1 }), await buyer("beside", { kanthapura: 1 })];
  await write(first.readerId);
  await write(second.readerId, "kanthapura");
  const [changed, other] = [(await reviewOf(first.readerId))!, (await reviewOf(second.readerId))!];
  await feature(changed, 1);
  await feature(other, 2);
  expect(await write(first.readerId)).toEqual({ ok: true, state: "published" });
  const shown = (await listTestimonials(db, 5, (await readStorefront(db)).testimonials)).map(({ id }) => id);
  expect([shown.includes(changed.id), shown.includes(other.id)]).toEqual([false, true]);
});

test("the bookseller decides about one review, in the words that were read; others by that reader or of that work stay", async () => {
  const asha = await buyer("asha", { godan: 1, kanthapura: 1 });
  const ravi = await buyer("ravi", { godan: 1 });
  await write(asha.readerId);
  await write(ravi.readerId);
  await writeReview(services, {
    readerId: asha.readerId,
    bookId: "kanthapura",
    words: { ...words, body: "Quick.", name: "A. Rao" },
  });
  const newest = await listWrittenReviews(db);
  expect(newest.map(({ body, bookId }) => [body, bookId])).toEqual([
    ["Quick.", "kanthapura"],
    ["Slow.", "godan"],
    ["Slow.", "godan"],
  ]);
  const [quick, ravis, ashas] = [newest[0]!, newest[1]!, newest[2]!];
  expect(await findWrittenReview(db, ravis.id)).toEqual(newest[1]);

  await feature(quick, 1);
  await feature(ravis, 2);
  expect(await hideReview(db, ashas, "copied")).toBe(true);
  const states = await db.execute<{ state: string; place: number | null }>(sql`
    select state, testimonial_position as place from reviews where reader_id is not null
    order by coalesce(changed_at, created_at) desc, id desc`);
  expect(states.rows.map(({ state, place }) => [state, place])).toEqual([
    ["published", 1],
    ["published", 2],
    ["refused", null],
  ]);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::int from reviews where is_sample order by id limit 1`,
  );
  expect(await findWrittenReview(db, rows[0]!.id)).toBeNull();

  const form = async (readerId: number, bookId: string) => (await findReviewFormData(db, readerId, bookId))!;
  expect(await form(asha.readerId, "godan")).toMatchObject({ knownName: "A. Rao", own: { reason: "copied" } });
  expect(await form(asha.readerId, "kanthapura")).toMatchObject({
    book: { id: "kanthapura", title: "Kanthapura", author: "Raja Rao" },
    own: { body: "Quick.", reason: null },
  });
  expect(await form(ravi.readerId, "godan")).toMatchObject({ knownName: "Asha R.", own: { reason: null } });
  expect(await form(await addReader(db, "silent"), "godan")).toMatchObject({ knownName: null, own: null });
  expect(await write(asha.readerId, "kanthapura")).toEqual({ ok: true, state: "published" });
  expect(await write(ravi.readerId)).toEqual({ ok: true, state: "published" });
  // A waiting review can be hidden again for another reason, and no longer shows the earlier one.
  expect(await write(asha.readerId)).toEqual({ ok: true, state: "waiting" });
  expect(await form(asha.readerId, "godan")).toMatchObject({ own: { state: "waiting", reason: null } });
  expect(await hideReview(db, { id: ashas.id, version: 2 }, "abuse")).toBe(true);
  expect(await form(asha.readerId, "godan")).toMatchObject({ own: { state: "refused", reason: "abuse" } });
  expect((await findWrittenReview(db, ashas.id))!.reason).toBe("abuse");
  await withdrawReview(db, asha.readerId, "kanthapura");
  const idsOf = async (state?: ReviewState) => (await listWrittenReviews(db, state)).map(({ id }) => id);
  expect([await idsOf(), await idsOf("refused"), await idsOf("published")]).toEqual([
    [ashas.id, ravis.id],
    [ashas.id],
    [ravis.id],
  ]);
  const older = await listWrittenReviews(db, null, ashas.id);
  expect([older.map(({ id }) => id), await listWrittenReviews(db, null, ravis.id)]).toEqual([[ravis.id], []]);
  await withdrawReview(db, ravi.readerId, "godan");
  expect(await idsOf()).toEqual([ashas.id]);
});

test("who changes a review while it is being hidden does not show it again", async () => {
  const { readerId } = await buyer("meanwhile", { godan: 1 });
  await write(readerId);
  const read = (await reviewOf(readerId))!;
  let writing: ReturnType<typeof write> | undefined;
  await inTransaction(db, async (tx) => {
    await hideReview(tx, read, "abuse");
    writing = write(readerId);
    await waitUntilBlocked(db);
  });
  expect(await writing).toEqual({ ok: true, state: "waiting" });
  expect(await shownTo("godan")).toEqual([]);
});

test("a letter about a decision that another has overtaken is not sent", async () => {
  const { readerId } = await buyer("overtaken", { godan: 1 });
  await write(readerId);
  const read = (await reviewOf(readerId))!;
  await hideReview(db, read, "abuse");
  await showReview(db, read);
  await sendDueLetters(services);
  const told = testServices.mailbox.letters().filter(({ to }) => to === "overtaken@example.com");
  const ofReviews = told.map(({ subject }) => subject).filter((subject) => subject.startsWith("Your review"));
  expect(ofReviews).toEqual(["Your review of गोदान is shown"]);
});

test("what two windows send at once is kept, also when the earlier comes last", async () => {
  const { readerId } = await buyer("windows", { godan: 1 });
  await write(readerId);
  const earlier = { ...services, now: () => new Date(services.now().getTime() - 1000) };
  expect(await writeReview(earlier, { readerId, bookId: "godan", words })).toEqual({ ok: true, state: "published" });
});
