/** Refunds above the limit: requests, approvals by an owner, refusals, returns, and concurrent answers. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk({ refundLimitPaise: 50_00 });
const { db, services } = desk;
await setStock(db, "godan", 200);

async function signedIn(role: Role, name: string) {
  const id = await addStaff(desk, role, name);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}
const owner = await signedIn("owner", "Asha");
const other = await signedIn("owner", "Meera");
const bookseller = await signedIn("bookseller", "Ravi");

/** The value of the first hidden field with this name. */
function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!;
}

async function pageOf(browser: DeskBrowser, path: string): Promise<string> {
  const answer = await browser.get(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

/** The fields of the refund form of an order. */
async function refundForm(browser: DeskBrowser, { number, paymentId }: { number: string; paymentId: string }) {
  const page = await pageOf(browser, `/orders/${number}`);
  const keys = { order: number, once: fieldOf(page, "once"), seen: fieldOf(page, "seen") };
  return { intent: "orders.refund", payment: paymentId, amount: "80", note: "Torn <b>cover</b>", ...keys };
}

/** The text of the newest letter to a member of staff whose subject begins with `subject`. */
async function letterTo(name: string, subject: string): Promise<string> {
  await sendDueLetters(services);
  const letters = desk.mailbox.letters().filter((one) => one.to === `${name}@example.com`);
  return letters.findLast((one) => one.subject.startsWith(subject))!.text;
}

let orders = 0;
async function asked() {
  const order = await paidOrder(desk, `asks-${(orders += 1)}`, { godan: 1 });
  const path = `/orders/${order.number}`;
  const form = await refundForm(bookseller, order);
  expect((await bookseller.post(path, form)).status).toBe(303);
  return { ...order, path, form };
}

/** The owner's form for a pending refund, filled from the page. */
async function answerForm(browser: DeskBrowser, path: string) {
  const page = await pageOf(browser, path);
  const [order, request] = [fieldOf(page, "order"), fieldOf(page, "request")];
  return { order, request, once: fieldOf(page, "once"), seen: fieldOf(page, "seen"), answer: "" };
}

test("above the limit the form asks: it is done once, stands on the page, in Today for owners, and in a letter", async () => {
  const { number, path, form } = await asked();
  expect((await bookseller.post(path, form)).status).toBe(303);
  const page = await textOf(await bookseller.get(path));
  expect(page).toContain("Ravi requested a refund, which waits for an owner’s decision");
  expect(page).not.toContain("Decline");
  expect(await pageOf(bookseller, path)).toContain("Torn &lt;b&gt;cover&lt;/b&gt;");
  expect(await auditLogTexts(desk, 1)).toEqual([`Asked the owners to refund ₹80.00 of order ${number}.`]);

  const today = await pageOf(owner, "/");
  expect(today).toMatch(/1 refund waits for an owner[\s\S]*The oldest has waited/);
  expect(today).toMatch(new RegExp(`href="${path}"[^>]*>₹80.00 of order ${number}`));
  expect(today).toMatch(new RegExp(`href="${path}"[^>]*>Decide the oldest`));
  expect(await pageOf(bookseller, "/")).not.toContain("waits for an owner");

  await sendDueLetters(services);
  const letters = desk.mailbox.letters().filter(({ subject }) => subject.startsWith("A refund of ₹80.00 waits"));
  expect(letters.map(({ to }) => to).sort()).toEqual(["Asha@example.com", "Meera@example.com"]);
  expect(letters[0]!.text).toContain(`http://desk.shop.test${path}`);

  const again = await bookseller.post(path, { ...form, once: "another", seen: "" });
  expect([again.status, await textOf(again)]).toEqual([
    409,
    expect.stringContaining("A refund of ₹80.00 of this payment is already waiting for an owner’s decision."),
  ]);
  const answer = await answerForm(owner, path);
  expect((await owner.post(path, { ...answer, intent: "orders.approve-refund" })).status).toBe(303);
  expect(await refundsOf(db, number)).toEqual([{ amount: 8000, reason: "bookseller", state: "requested" }]);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Refunded ₹80.00 of order ${number}: Ravi had requested it, and Asha approved it.`,
  ]);
  expect(await textOf(await bookseller.get(path))).toContain("Asha approved it");
  expect(await letterTo("Ravi", "Your refund of ₹80.00 was approved")).toContain(`http://desk.shop.test${path}`);
  expect(await pageOf(owner, "/")).not.toContain("waits for an owner");
});

test("a refund is declined with a reason, which whoever asked reads; without one nothing is done", async () => {
  const { number, path } = await asked();
  const form = { ...(await answerForm(owner, path)), intent: "orders.decline-refund" };
  const silent = await owner.post(path, form);
  expect([silent.status, await textOf(silent)]).toEqual([422, expect.stringContaining("Enter a reason")]);
  const said = { ...form, answer: "A discount <i>was</i> agreed" };
  expect((await owner.post(path, said)).status).toBe(303);
  expect((await owner.post(path, said)).status).toBe(303);
  expect(await textOf(await bookseller.get(path))).toContain("Asha declined it: A discount");
  expect(await pageOf(bookseller, path)).toContain("&lt;i&gt;was&lt;/i&gt;");
  expect(await letterTo("Ravi", "Your refund of ₹80.00 was declined")).toContain("A discount <i>was</i> agreed");
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Declined to refund ₹80.00 of order ${number}, which Ravi had requested.`,
  ]);
});

test("when less is left, the page says so before, and the form is refused with what is left", async () => {
  const { number, path, totalPaise, ...order } = await asked();
  const form = { ...(await answerForm(owner, path)), seen: "", intent: "orders.approve-refund" };
  const rest = ((totalPaise - 7000) / 100).toFixed(2);
  const refund = { ...(await refundForm(other, { number, ...order })), amount: rest, note: "Late" };
  expect((await other.post(path, refund)).status).toBe(303);
  const refused = await owner.post(path, form);
  expect([refused.status, await textOf(refused)]).toEqual([
    409,
    expect.stringContaining("Between ₹1.00 and ₹70.00 of it can still be refunded."),
  ]);
  const page = await textOf(await owner.get(path));
  expect(page).toContain("Only ₹70.00 of this payment is left, so it cannot be approved.");
  expect(page).not.toContain("Refund ₹80.00");
  expect(await refundsOf(db, number)).toHaveLength(1);
});

test("two owners who answer at once: the money goes back once, and the other is told", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { number, path } = await asked();
    const [first, second] = round % 2 === 0 ? [owner, other] : [other, owner];
    const forms = [await answerForm(first, path), await answerForm(second, path)] as const;
    const seen = round < 6 ? {} : { seen: "" };
    const intent = "orders.approve-refund";
    const answers = await Promise.all([
      first.post(path, { ...forms[0], ...seen, intent }),
      second.post(path, { ...forms[1], ...seen, intent }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const refused = await textOf(answers.find(({ status }) => status === 409)!);
    expect(refused).toContain(round < 6 ? "somebody changed order" : "somebody decided this meanwhile");
    const done = answers[0]!.status === 303 ? first : second;
    const again = { ...forms[done === first ? 0 : 1], ...seen, intent };
    expect((await done.post(path, again)).status).toBe(303);
    expect(await refundsOf(db, number)).toEqual([{ amount: 8000, reason: "bookseller", state: "requested" }]);
  }
  expect(await findBreaches(db)).toEqual([]);
}, 120_000);

test("whoever asked does not approve it, as an owner by now either", async () => {
  const { number, path } = await asked();
  const { rows } = await db.execute<{ id: string }>(sql`
    update staff set role = 'owner' where name = 'Ravi' returning id`);
  const promoted = openDeskBrowser(desk, await addStaffSession(desk, Number(rows[0]!.id)));
  expect(await textOf(await promoted.get(path))).toContain(
    "You requested it yourself, so another owner must approve it",
  );
  const form = { ...(await answerForm(promoted, path)), intent: "orders.approve-refund" };
  const refused = await promoted.post(path, form);
  expect([refused.status, await textOf(refused)]).toEqual([
    409,
    expect.stringContaining("You cannot approve your own request."),
  ]);
  expect(await refundsOf(db, number)).toEqual([]);
});

/** No other test changes her role. */
const leela = await signedIn("bookseller", "Leela");

/** A return of a sent order whose price is above the limit. */
async function returned(state: "asked" | "accepted") {
  const order = await paidOrder(desk, `returns-${(orders += 1)}`, { godan: 1 });
  await shipOrder(services, order.number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" });
  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
    values (${order.id}, 0, 1, 'damaged', 'Torn', ${state}, now(), case when ${state} = 'accepted' then now() end)`);
  return { ...order, path: `/orders/${order.number}` };
}

/** The form that answers a return, filled from the page. */
async function returnForm(browser: DeskBrowser, path: string) {
  const page = await pageOf(browser, path);
  return { order: fieldOf(page, "order"), return: fieldOf(page, "return"), once: fieldOf(page, "once") };
}

test("a returned book whose refund is above the limit waits for an owner, and is refunded when one approves", async () => {
  const { number, path } = await returned("accepted");
  const form = { ...(await returnForm(leela, path)), intent: "returns.receive" };
  expect((await leela.post(path, form)).status).toBe(303);
  const page = await textOf(await leela.get(path));
  expect(page).toContain("The refund needs an owner’s approval.");
  expect(page).toContain("The book is here, and can be sold again.");
  expect(page).not.toContain("The book has arrived: refund it");
  expect(await refundsOf(db, number)).toEqual([]);
  const again = await leela.post(path, { ...form, once: "another" });
  expect([again.status, await textOf(again)]).toEqual([
    409,
    expect.stringContaining("is waiting for an owner’s decision"),
  ]);
  const answer = { ...(await answerForm(owner, path)), intent: "orders.approve-refund" };
  expect((await owner.post(path, answer)).status).toBe(303);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "returned", state: "requested" }]);
  expect(await textOf(await leela.get(path))).toContain("the book has arrived, and is refunded");
});

test("a declined refund leaves the return to be answered otherwise; an owner answers one at once", async () => {
  const { path } = await returned("asked");
  const form = { ...(await returnForm(leela, path)), intent: "returns.accept", kept: "yes", answer: "Keep it" };
  expect((await leela.post(path, form)).status).toBe(303);
  const no = { ...(await answerForm(owner, path)), intent: "orders.decline-refund", answer: "It can be mended" };
  expect((await owner.post(path, no)).status).toBe(303);
  const refusal = { ...(await returnForm(leela, path)), intent: "returns.refuse", answer: "We mend it" };
  expect((await leela.post(path, refusal)).status).toBe(303);
  expect(await textOf(await leela.get(path))).toContain("You answered: We mend it");

  const other = await returned("accepted");
  const received = { ...(await returnForm(owner, other.path)), intent: "returns.receive" };
  expect((await owner.post(other.path, received)).status).toBe(303);
  expect(await refundsOf(db, other.number)).toMatchObject([{ reason: "returned" }]);
});

test("cancelling above the limit waits for an owner too, and is done when one approves", async () => {
  const { number } = await paidOrder(desk, "cancel-above", { godan: 1 });
  const path = `/orders/${number}`;
  const page = await pageOf(leela, path);
  const keys = { order: number, once: fieldOf(page, "once"), seen: fieldOf(page, "seen") };
  expect((await leela.post(path, { intent: "orders.cancel", book: "", ...keys })).status).toBe(303);
  const waiting = await textOf(await leela.get(path));
  expect(waiting).toContain("Cancellation of all that was not sent.");
  expect(await refundsOf(db, number)).toEqual([]);
  const ship = { intent: "orders.ship", order: number, carrier: "India Post", trackingNumber: "EK2", trackingUrl: "" };
  const refused = await leela.post("/parcels", ship);
  expect([refused.status, await textOf(refused)]).toEqual([
    409,
    expect.stringContaining("its cancellation is waiting"),
  ]);
  const answer = { ...(await answerForm(owner, path)), intent: "orders.approve-refund" };
  expect((await owner.post(path, answer)).status).toBe(303);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "cancelled", state: "requested" }]);
});
