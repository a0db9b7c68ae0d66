import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { lockDataFolder } from "#server/data-folder-lock.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expireOrder } from "#shop/sales/payments/settle-payment.server.ts";
import { processWebhooks, receiveWebhook } from "#shop/sales/payments/webhooks.server.ts";
import {
  lettersOf,
  orderIdOf,
  paidOrder,
  passRefundWait,
  payAtRazorpay,
  refundsAtRazorpay,
  refundsOf,
} from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, sign } from "#tests/support/shop/webhooks.ts";
import { commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 100);

const run = (args: string[], env: Record<string, string> = {}, progress?: (line: string) => void) =>
  runCommand(args, { ...settingsOf(testServices), ...env }, progress);
const shop = (line: string) => run(line.split(" ").filter(Boolean));

/** Runs a command that must go well; returns what it says. */
async function well(line: string): Promise<string> {
  const { exitCode, out, error } = await shop(line);
  expect({ line, exitCode, error }).toEqual({ line, exitCode: 0, error: "" });
  return out;
}
const json = async (line: string) => JSON.parse(await well(`${line} --json`));

/** Runs a command that must be refused in one line; answers that line. */
async function mistaken(line: string): Promise<string> {
  const { exitCode, out, error } = await shop(line);
  expect({ line, exitCode, out }).toEqual({ line, exitCode: 2, out: "" });
  expect(error.split("\n"), line).toHaveLength(1);
  return error;
}

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const names = commands.map(({ name }) => name);

test("without a command, and with --help, all commands are listed", async () => {
  for (const line of ["", "--help", "-h", "help"]) {
    const out = await well(line);
    for (const name of names) expect(out).toContain(`npm run shop -- ${name}`);
  }
});

test("each command has a help of its own, for which no database is needed", async () => {
  for (const name of names) {
    for (const line of [`${name} --help`, `${name} x --nonsense -h`, `help ${name}`]) {
      const { exitCode, out } = await run(line.split(" "), { DATABASE_URL: "postgres://127.0.0.1:1/none" });
      expect([line, exitCode]).toEqual([line, 0]);
      expect(out).toContain(`npm run shop -- ${name}`);
      expect(out).toContain("--json");
    }
  }
});

test("what a command does not know is refused with its usage, before anything is opened", async () => {
  const usage = "\nUsage: npm run shop -- ";
  const lines: [line: string, description: string][] = [
    [
      "orders list --frobnicate",
      `"orders list" has no option --frobnicate.${usage}orders list [--state STATE] [--limit N] [--json]`,
    ],
    ["orders list everything", `"orders list" does not know what to do with "everything".${usage}orders list`],
    ["orders list --limit", `--limit needs a value.${usage}`],
    ["orders list --limit 1 --limit 2", `--limit was given twice.${usage}`],
    ["orders list --json=yes", `--json takes no value.${usage}`],
    ["orders list -x", `"orders list" has no option -x.${usage}`],
    ["orders show", `"orders show" needs NUMBER.${usage}orders show NUMBER [--json]`],
    ["orders show A B", `does not know what to do with "B"`],
    ["orders deliver A --carrier B", `"orders deliver" has no option --carrier.`],
    ["reconcile A B", `does not know what to do with "B"`],
    ["payments check now", `does not know what to do with "now"`],
    ["stock receive godan", `"stock receive" needs COPIES.`],
    ["stock receive godan -3", `"stock receive" has no option -3.`],
    ["outbox 5", `does not know what to do with "5"`],
    ["sell everything", 'There is no command "sell everything". There are:'],
    ["orders", 'There is no command "orders". There are:\n  npm run shop -- orders list'],
    ["refnd EP-0000000000", 'There is no command "refnd EP-0000000000".'],
    ["--json orders list", "Put the command before its options"],
  ];
  for (const [line, description] of lines) {
    const { exitCode, out, error } = await run(line.split(" "), { DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect({ line, exitCode, out }).toEqual({ line, exitCode: 2, out: "" });
    expect(error, line).toContain(description);
  }
});

test("a mistake is said in one plain sentence, and changes nothing", async () => {
  const { number } = await paidOrder(testServices, "mistakes", { godan: 1 });
  const mistakes: [args: string, description: string][] = [
    ["orders list --state lost", 'There is no state "lost".'],
    ["orders list --limit many", "--limit takes a whole number"],
    ["orders show EP-0000000000", "There is no order EP-0000000000."],
    [`orders ship ${number}`, "--carrier NAME --tracking NUMBER"],
    ["orders ship EP-0000000000 --carrier A --tracking B", "There is no order"],
    [`orders ship ${number} --carrier A --tracking B --url http://x.example`, "https://"],
    [`orders deliver ${number}`, "is not on its way"],
    ["orders deliver EP-0000000000", "There is no order"],
    [`orders cancel ${number} --book godan --copies 0`, "--copies takes a whole number"],
    [`orders cancel ${number} --copies 1`, "give --book too"],
    [`orders cancel ${number} --book indica`, "does not have that many copies"],
    [`refund ${number} --amount ten`, "--amount takes rupees"],
    [`refund ${number} --amount -5`, "--amount takes rupees"],
    [`refund ${number} --amount 99999`, "can be refunded"],
    [`refund ${number} --amount 0.50`, "Between ₹1"],
    [`refund ${number} --payment pay_None`, "has no captured payment pay_None"],
    ["refund EP-0000000000", "There is no order"],
    ["reconcile EP-0000000000", "There is no order"],
    ["stock receive godan 1.5", "COPIES is a whole number"],
    ["stock receive no-such-book 5", "There is no book no-such-book."],
    ["outbox --retry 999999", "There is no unsent letter 999999."],
    ["outbox --retry x", "--retry takes the number of a letter"],
  ];
  const before = await readStock(db, "godan");
  for (const [line, description] of mistakes) expect(await mistaken(line), line).toContain(description);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await readStock(db, "godan")).toEqual(before);
});

test("settings that cannot be used, and a database that is not there, are said plainly", async () => {
  const odd = await run(["orders", "list"], { RAZORPAY_KEY_ID: "oops" });
  expect([odd.exitCode, odd.out]).toEqual([2, ""]);
  expect(odd.error).toContain("RAZORPAY_KEY_ID=(not shown) must start with");
  const away = await run(["orders", "list"], { DATABASE_URL: "postgres://me:hush@127.0.0.1:1/none" });
  expect([away.exitCode, away.out]).toEqual([2, ""]);
  expect(away.error).toContain("cannot be reached");
  expect(away.error).not.toContain("hush");
});

test("a command migrates while the shop is closed, and refuses to while an older shop is open", async () => {
  const newest = await count(db, sql`select count(*) from migrations`);
  // As of an older version: its last migration has not been applied.
  await db.execute(sql`drop index if exists orders_waiting_email`);
  await db.execute(sql`create index orders_waiting_email on orders (lower(email)) where state = 'pending_payment'`);
  await db.execute(sql`delete from migrations where name like '%drop_orders_waiting_email.sql'`);
  const claim = await lockDataFolder({ url: testServices.url, isEmbedded: false }, "");
  expect(await mistaken("outbox")).toContain("An older version of the shop is running");
  expect(await count(db, sql`select count(*) from migrations`)).toBe(newest - 1);
  await claim.release();
  await expect.poll(async () => (await shop("outbox")).exitCode).toBe(0);
  expect(await count(db, sql`select count(*) from migrations`)).toBe(newest);

  const again = await lockDataFolder({ url: testServices.url, isEmbedded: false }, "");
  await well("outbox");
  await again.release();
});

test("orders are listed, by state too, and shown with all that happened to them", async () => {
  const paid = await paidOrder(testServices, "listed", { godan: 2 });
  const open = await orderOf(services, cartOf("open"), { godan: 1 });
  const table = await well("orders list --limit 50");
  for (const words of [paid.number, open.number, "Asha Rao", "Waiting for payment", "Copies"]) {
    expect(table, words).toContain(words);
  }
  const listed = await json("orders list --state paid");
  expect(listed.map(({ number }: { number: string }) => number)).toContain(paid.number);
  expect(listed.every(({ state }: { state: string }) => state === "paid")).toBe(true);
  expect(await json("orders list --limit 1")).toHaveLength(1);
  expect(await well("orders list --state superseded")).toBe("No orders.");

  const shown = await json(`orders show ${paid.number}`);
  expect(shown).toMatchObject({
    number: paid.number,
    state: "paid",
    totalPaise: paid.totalPaise,
    lines: [{ bookId: "godan", quantity: 2, cancelled: 0 }],
    payments: [{ id: paid.paymentId, status: "captured", settles: true }],
    events: [{ to: "pending_payment" }, { to: "paid", cause: "browser" }],
  });
  const text = await well(`orders show ${paid.number.toLowerCase()}`);
  for (const words of [paid.paymentId, "+919876543210", "12 Residency Road", "2 x गोदान"])
    expect(text).toContain(words);
});

test("an order goes in two parcels from the command line, each with its copies and its delivery", async () => {
  const { number } = await paidOrder(testServices, "parts", { godan: 2 });
  const ship = `orders ship ${number} --carrier Delhivery --tracking`;
  expect(await mistaken(`${ship} DL1 --copies godan`)).toContain("--copies godan:2,indica:1");
  expect(await mistaken(`${ship} DL1 --copies godan:3`)).toContain("does not have that many copies");
  expect(await well(`${ship} DL1 --copies godan:1`)).toBe(
    `Part of ${number} is on its way with Delhivery. The reader gets an e-mail. 1 copy of it still waits.`,
  );
  expect(await well(`${ship} DL2`)).toBe(`${number} is on its way with Delhivery. The reader gets an e-mail.`);
  expect(await mistaken(`orders deliver ${number}`)).toContain("--parcel 1 or --parcel 2");
  expect(await mistaken(`orders deliver ${number} --parcel two`)).toContain("--parcel takes a whole number");
  expect(await well(`orders deliver ${number} --parcel 2`)).toBe(`Parcel 2 of ${number} has arrived.`);
  expect(await well(`orders deliver ${number}`)).toBe(`Parcel 1 of ${number} has arrived.`);
  expect(await stateOf(db, number)).toBe("delivered");
  expect(await well(`orders show ${number}`)).toContain("parcel 2 (1 x godan): Delhivery, DL2, arrived");
});

test("an order is shipped once, and the reader is written to", async () => {
  const { number } = await paidOrder(testServices, "shipped", { godan: 1 });
  const line = `orders ship ${number} --carrier Delhivery --tracking DL77 --url https://track.example/DL77`;
  expect(await well(line)).toContain(`${number} is on its way with Delhivery`);
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await lettersOf(db, number)).toContain("order-shipped");
  expect(await mistaken(line)).toContain("is not waiting to be shipped");
  expect(await well(`orders deliver ${number}`)).toBe(`${number} has arrived.`);
  expect(await stateOf(db, number)).toBe("delivered");
  expect((await json(`orders show ${number}`)).events.slice(-2)).toMatchObject([
    { to: "shipped", cause: "bookseller", note: "Delhivery DL77 by command line" },
    { to: "delivered", cause: "bookseller", note: "by command line" },
  ]);
  await db.execute(sql`
    update orders set cart_id = null, email = '', name = '', phone = '', address_line1 = '', address_line2 = '', city = '',
      pin = '', erased_at = now() where number = ${number}`);
  expect((await well(`orders show ${number}`)).split("\n")[1]).toContain("The reader has deleted the account");

  const back = await paidOrder(testServices, "goesback", { godan: 1 });
  testServices.standIn.setFault("serverError", { times: "always" });
  await well(`refund ${back.number}`);
  testServices.standIn.setFault("serverError", null);
  const ship = `orders ship ${back.number} --carrier Delhivery --tracking DL78`;
  expect(await mistaken(ship)).toContain("everything paid for it is being refunded");
  await passRefundWait(db);
  await well("reconcile");
});

test("an order is cancelled in parts and as a whole", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "cancelled", { godan: 3 });
  expect(await json(`orders cancel ${number} --book godan --copies 2`)).toMatchObject({ ok: true, isWhole: false });
  expect(await well(`orders cancel ${number}`)).toContain(`${number} is cancelled.`);
  expect((await json(`orders show ${number}`)).events.at(-1)).toMatchObject({ note: "cancelled by command line" });
  const given = await refundsOf(db, number);
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPaise);
  expect(await mistaken(`orders cancel ${number}`)).toContain("can no longer be cancelled");
});

test("a refund goes to Razorpay at once, in part and then in full", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "refund", { godan: 1 });
  expect(await run(["refund", number, "--amount", "50.50", "--note", "a bent corner"])).toMatchObject({ exitCode: 0 });
  expect(refundsAtRazorpay(testServices, paymentId)).toMatchObject([{ amount: 5050, status: "processed" }]);
  expect(await json(`refund ${number}`)).toMatchObject({ number, ok: true, amountPaise: totalPaise - 5050 });
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await mistaken(`refund ${number}`)).toContain("has been refunded already");
});

test("what nobody reported is found by reconciling one order, or all", async () => {
  const one = await orderOf(services, cartOf("one"), { godan: 1 });
  await payAtRazorpay(testServices, one.razorpayOrderId);
  expect(await well(`reconcile ${one.number}`)).toBe(`${one.number} (${one.razorpayOrderId}): paid`);
  expect(await stateOf(db, one.number)).toBe("paid");

  const two = await orderOf(services, cartOf("two"), { godan: 1 });
  await payAtRazorpay(testServices, two.razorpayOrderId);
  await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where number = ${two.number}`);
  const heard: string[] = [];
  expect(await run(["reconcile"], {}, (line) => heard.push(line))).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("1 reservation expired"),
  });
  expect(heard).toHaveLength(5);
  expect(await stateOf(db, two.number)).toBe("paid");
});

test("reconciling one order takes money that the bank has promised and Razorpay has not captured", async () => {
  const { number, razorpayOrderId } = await orderOf(services, cartOf("promised"), { godan: 1 });
  testServices.standIn.setFault("authorizedOnly", true);
  await payAtRazorpay(testServices, razorpayOrderId);
  expect(await well(`reconcile ${number}`)).toBe(`${number} (${razorpayOrderId}): paid`);
  const { payments } = testServices.standIn.ledger();
  expect(payments.find((payment) => payment.order_id === razorpayOrderId)).toMatchObject({ status: "captured" });
});

test("while Razorpay does not answer, a refund is still written down", async () => {
  const { number } = await paidOrder(testServices, "down", { godan: 1 });
  testServices.standIn.setFault("serverError", { times: "always" });
  expect(await well(`refund ${number}`)).toContain("is refunded to the reader");
  expect(await mistaken(`reconcile ${number}`)).toContain("Razorpay gave no usable answer");
  expect(await shop("reconcile")).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/0 refunds found on Razorpay's dashboard\.\nRazorpay gave no usable answer/),
  });
  testServices.standIn.setFault("serverError", null);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested" }]);
});

test("money that calls for a person is listed until it was seen, a failed refund until it is made", async () => {
  await db.execute(sql`update alerts set seen_at = now()`);
  expect(await well("payments check")).toBe("Nothing to look at.");

  await setStock(db, "jejuri", 1);
  const { number, razorpayOrderId } = await orderOf(services, cartOf("soldout"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  const paymentId = await payAtRazorpay(testServices, razorpayOrderId);
  expect(await shop(`reconcile ${number}`)).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining("payments check"),
  });
  await db.execute(sql`update refunds set state = 'failed' where payment_id = ${paymentId}`);
  const found = await shop("payments check");
  expect([found.exitCode, found.error]).toEqual([1, ""]);
  for (const words of [number, paymentId, "failed", "₹"]) expect(found.out).toContain(words);
  const listed = await shop("payments check --json --seen");
  expect(listed.exitCode).toBe(1);
  expect(JSON.parse(listed.out)).toMatchObject([
    { what: "refund", order: number },
    { what: "payment", order: number },
  ]);
  expect(JSON.parse((await shop("payments check --json")).out)).toMatchObject([{ what: "refund", order: number }]);
  await well(`refund ${number}`);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await well("payments check")).toBe("Nothing to look at.");
});

test("a dispute, and an event that was set aside, are shown until they were seen", async () => {
  testServices.standIn.setFault("dispute", {});
  const { number, razorpayOrderId } = await paidOrder(testServices, "disputed", { godan: 1 });
  const { body, signature } = deliveriesOf(testServices, razorpayOrderId).find(
    ({ type }) => type === "payment.dispute.created",
  )!;
  await receiveWebhook(services, body, signature, "");
  const odd = sign('{"event":"invoice.paid","payload":{}}');
  await receiveWebhook(services, odd.body, odd.signature, "");
  await processWebhooks(services);
  expect(await well(`orders show ${number}`)).toContain("look at this: The bank asks for ₹");
  const { exitCode, out } = await shop("payments check --json --seen");
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject([{ what: "event" }, { what: "dispute", order: number }]);
  expect(await well("payments check")).toBe("Nothing to look at.");
  expect(await json(`orders show ${number}`)).toMatchObject({ alerts: [{ kind: "dispute", isSeen: true }] });
});

test("letters that wait are listed; one that was given up on is sent again", async () => {
  const { number } = await paidOrder(testServices, "letters", { godan: 1 });
  await db.execute(sql`update outbox set state = 'sent'`);
  expect(await well("outbox")).toBe("No letters wait.");
  await db.execute(sql`
    update outbox set state = 'dead', tries = 16, last_error = 'no such reader'
    where order_id = (select id from orders where number = ${number})`);
  const id = await count(db, sql`select id as count from outbox where state = 'dead'`);
  const dead = await shop("outbox");
  expect(dead.exitCode).toBe(1);
  expect(dead.out).toContain("no such reader");
  await db.execute(sql`update outbox set seen_at = now() where id = ${id}`);
  expect(await well("outbox")).toMatch(/dead, seen .*no such reader/);
  expect(await well(`outbox --retry ${id}`)).toContain(`Letter ${id}`);
  expect(await count(db, sql`select count(*) from outbox where id = ${id} and state = 'due' and tries = 0`)).toBe(1);
  expect(await json("outbox")).toMatchObject([{ id: String(id), state: "due", order: number }]);
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  await db.execute(sql`update outbox set state = 'sent' where kind = 'order-shipped'`);
  expect(await json("outbox")).toHaveLength(1);
  expect((await json("outbox --all")).map(({ state }: { state: string }) => state)).toContain("sent");
});

test("copies that arrive are in stock", async () => {
  const before = await readStock(db, "godan");
  expect(await json("stock receive godan 20")).toEqual({ bookId: "godan", received: 20, onHand: before.onHand + 20 });
  expect(await readStock(db, "godan")).toEqual({ ...before, onHand: before.onHand + 20 });
});
