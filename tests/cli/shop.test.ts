import { execFile } from "node:child_process";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { expireOrder } from "#shop/payments/settle-payment.server.ts";
import {
  lettersOf,
  orderIdOf,
  paidOrder,
  payAtRazorpay,
  refundsAtRazorpay,
  refundsOf,
} from "#tests/support/paid-order.ts";
import { cartOf, count, orderOf, putOnShelf, shelfOf, stateOf } from "#tests/support/sale.ts";
import { openTestServices, webhookSecret } from "#tests/support/test-services.ts";

const till = await openTestServices();
const { db, services } = till;
await putOnShelf(db, "godan", 100);
const root = join(import.meta.dirname, "..", "..");
const { PATH, HOME } = process.env;
const settings = {
  DATABASE_URL: till.url,
  RAZORPAY_API_BASE: `${till.origin}/v1`,
  RAZORPAY_KEY_ID: till.keyId,
  RAZORPAY_KEY_SECRET: till.keySecret,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
};

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

interface Ran {
  code: number;
  out: string;
  error: string;
}

/** Runs the command line as the bookseller does, in a process of its own. */
function run(args: string[], env: Record<string, string> = settings): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, "cli", "shop.ts"), ...args],
      { cwd: root, env: { PATH, HOME, ...env }, timeout: 60_000 },
      (_problem, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

const shop = (line: string) => run(line.split(" ").filter(Boolean));
/** Runs a command that must go well; answers what it says. */
async function well(line: string): Promise<string> {
  const { code, out, error } = await shop(line);
  expect({ line, code, error }).toEqual({ line, code: 0, error: "" });
  return out;
}
const json = async (line: string) => JSON.parse(await well(`${line} --json`));

/** Runs a command with a mistake in it: one plain sentence, no traces of the program. */
async function mistaken(args: string[]): Promise<string> {
  const { code, out, error } = await run(args);
  const line = args.join(" ");
  expect({ line, code, out }).toEqual({ line, code: 1, out: "" });
  expect(error, line).not.toMatch(/\n {4}at |node:internal|Error:/);
  if (!error.startsWith("There is no command")) expect(error.trim().split("\n"), line).toHaveLength(1);
  return error.trim();
}

/** Two processes at a time: starting one is most of the work. */
async function inPairs<T>(things: T[], work: (thing: T) => Promise<void>) {
  for (let at = 0; at < things.length; at += 2) await Promise.all(things.slice(at, at + 2).map(work));
}

const commands = [
  "orders list",
  "orders show",
  "orders ship",
  "orders cancel",
  "refund",
  "reconcile",
  "payments check",
  "stock receive",
  "outbox",
];

test("without a command, and with --help, all commands are listed", { timeout: 60_000 }, async () => {
  for (const line of ["", "--help"]) {
    const out = await well(line);
    for (const command of commands) expect(out).toContain(`npm run shop -- ${command}`);
  }
});

test("each command has a help of its own, for which no database is needed", { timeout: 120_000 }, async () => {
  await inPairs(commands, async (command) => {
    const { code, out } = await run([...command.split(" "), "--help"], { DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect([command, code]).toEqual([command, 0]);
    expect(out).toContain(`npm run shop -- ${command}`);
    expect(out).toContain("--json");
  });
});

test("a mistake is said in plain words, and changes nothing", { timeout: 180_000 }, async () => {
  const { number } = await paidOrder(till, "mistakes", { godan: 1 });
  const mistakes: [args: string, says: string][] = [
    ["sell everything", 'There is no command "sell everything".'],
    ["orders", 'There is no command "orders".'],
    ["orders list --frobnicate", "Unknown option '--frobnicate'"],
    ["orders list --state lost", 'There is no state "lost".'],
    ["orders list --limit many", "--limit takes a whole number"],
    ["orders show", "Say one order number"],
    ["orders show EP-0000000000", "There is no order EP-0000000000."],
    [`orders show ${number} ${number}`, "Say one order number"],
    [`orders ship ${number}`, "--carrier NAME --tracking NUMBER"],
    ["orders ship EP-0000000000 --carrier A --tracking B", "There is no order"],
    [`orders ship ${number} --carrier A --tracking B --url http://x.example`, "https://"],
    [`orders cancel ${number} --book godan --copies 0`, "--copies takes a whole number"],
    [`orders cancel ${number} --book indica`, "does not have that many copies"],
    [`refund ${number} --amount ten`, "--amount takes rupees"],
    [`refund ${number} --amount -5`, "--amount"],
    [`refund ${number} --amount 99999`, "can go back"],
    [`refund ${number} --amount 0.50`, "between ₹1"],
    ["refund EP-0000000000", "There is no order"],
    ["reconcile EP-0000000000", "There is no order"],
    ["stock receive godan", "Say a book's id and how many copies"],
    ["stock receive godan -3", "Unknown option"],
    ["stock receive godan 1.5", "how many copies"],
    ["stock receive no-such-book 5", "There is no book no-such-book."],
    ["outbox --retry 999999", "There is no unsent letter 999999."],
    ["outbox --retry x", "--retry takes the number of a letter"],
  ];
  const shelf = await shelfOf(db, "godan");
  await inPairs(mistakes, async ([args, says]) => expect(await mistaken(args.split(" ")), args).toContain(says));
  expect(await stateOf(db, number)).toBe("paid");
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await shelfOf(db, "godan")).toEqual(shelf);
});

test("settings that cannot be used, and a database that is not there, are said plainly", async () => {
  const odd = await run(["orders", "list"], { ...settings, RAZORPAY_KEY_ID: "oops" });
  expect([odd.code, odd.out]).toEqual([1, ""]);
  expect(odd.error).toContain("RAZORPAY_KEY_ID=oops must start with");
  const away = await run(["orders", "list"], { ...settings, DATABASE_URL: "postgres://me:hush@127.0.0.1:1/none" });
  expect([away.code, away.out]).toEqual([1, ""]);
  expect(away.error).toContain("cannot be reached");
  for (const { error } of [odd, away]) {
    expect(error).not.toMatch(/\n {4}at /);
    expect(error).not.toContain("hush");
  }
});

test("orders are listed, by state too, and shown with all that happened to them", { timeout: 60_000 }, async () => {
  const paid = await paidOrder(till, "listed", { godan: 2 });
  const open = await orderOf(services, cartOf("open"), { godan: 1 });
  const table = await well("orders list --limit 50");
  for (const words of [paid.number, open.number, "Asha Rao", "Waiting for payment", "Copies"]) {
    expect(table, words).toContain(words);
  }
  const listed = await json("orders list --state paid");
  expect(listed.map(({ number }: { number: string }) => number)).toContain(paid.number);
  expect(listed.every(({ state }: { state: string }) => state === "paid")).toBe(true);
  expect(await json("orders list --limit 1")).toHaveLength(1);
  expect(await well("orders list --state delivered")).toBe("No orders.\n");

  const shown = await json(`orders show ${paid.number}`);
  expect(shown).toMatchObject({
    number: paid.number,
    state: "paid",
    totalPaise: paid.totalPaise,
    lines: [{ bookId: "godan", quantity: 2, cancelled: 0 }],
    payments: [{ id: paid.paymentId, status: "captured", settles: true }],
    events: [{ to: "pending_payment" }, { to: "paid", cause: "browser" }],
  });
  const text = await well(`orders show ${paid.number}`);
  for (const words of [paid.paymentId, "+919876543210", "12 Residency Road", "2 x गोदान"])
    expect(text).toContain(words);
});

test("an order is shipped once, and the reader is written to", { timeout: 60_000 }, async () => {
  const { number } = await paidOrder(till, "shipped", { godan: 1 });
  const line = `orders ship ${number} --carrier Delhivery --tracking DL77 --url https://track.example/DL77`;
  expect(await well(line)).toContain(`${number} is on its way with Delhivery`);
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await lettersOf(db, number)).toContain("order-shipped");
  expect(await mistaken(line.split(" "))).toContain("is not one that waits to be shipped");
});

test("an order is cancelled in parts and as a whole", { timeout: 60_000 }, async () => {
  const { number, totalPaise } = await paidOrder(till, "cancelled", { godan: 3 });
  expect(await json(`orders cancel ${number} --book godan --copies 2`)).toMatchObject({ ok: true, isWhole: false });
  expect(await well(`orders cancel ${number}`)).toContain(`${number} is cancelled.`);
  const given = await refundsOf(db, number);
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPaise);
  expect(await mistaken(["orders", "cancel", number])).toContain("can no longer be cancelled");
});

test("a refund goes to Razorpay at once, in part and then in full", { timeout: 60_000 }, async () => {
  const { number, paymentId, totalPaise } = await paidOrder(till, "refund", { godan: 1 });
  expect(await run(["refund", number, "--amount", "50.50", "--note", "a bent corner"])).toMatchObject({ code: 0 });
  expect(refundsAtRazorpay(till, paymentId)).toMatchObject([{ amount: 5050, status: "processed" }]);
  expect(await json(`refund ${number}`)).toMatchObject({ number, ok: true, amountPaise: totalPaise - 5050 });
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await mistaken(["refund", number])).toContain("has gone back already");
});

test("what nobody reported is found by reconciling one order, or all", { timeout: 60_000 }, async () => {
  const one = await orderOf(services, cartOf("one"), { godan: 1 });
  await payAtRazorpay(till, one.razorpayOrderId);
  expect(await well(`reconcile ${one.number}`)).toBe(`${one.razorpayOrderId}: paid\n`);
  expect(await stateOf(db, one.number)).toBe("paid");

  const two = await orderOf(services, cartOf("two"), { godan: 1 });
  await payAtRazorpay(till, two.razorpayOrderId);
  await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where number = ${two.number}`);
  expect(await json("reconcile")).toMatchObject({ ended: 1 });
  expect(await stateOf(db, two.number)).toBe("paid");
});

test("while Razorpay does not answer, a refund is still written down", { timeout: 60_000 }, async () => {
  const { number } = await paidOrder(till, "down", { godan: 1 });
  till.standIn.setFault("serverError", { times: "always" });
  expect(await well(`refund ${number}`)).toContain("goes back to the reader");
  till.standIn.setFault("serverError", null);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested" }]);
});

test("money that calls for a person is listed, and the exit code says so", { timeout: 60_000 }, async () => {
  await db.execute(sql`update alerts set seen_at = now()`);
  expect(await well("payments check")).toBe("Nothing to look at.\n");

  await putOnShelf(db, "jejuri", 1);
  const { number, razorpayOrderId } = await orderOf(services, cartOf("soldout"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await putOnShelf(db, "jejuri", 0);
  const paymentId = await payAtRazorpay(till, razorpayOrderId);
  await well(`reconcile ${number}`);
  const found = await shop("payments check");
  expect([found.code, found.error]).toEqual([1, ""]);
  expect(found.out).toContain(number);
  expect(found.out).toContain(paymentId);
  const listed = await shop("payments check --json --seen");
  expect(listed.code).toBe(1);
  expect(JSON.parse(listed.out)).toMatchObject([{ what: "alert", order: number }]);
  expect(await well("payments check")).toBe("Nothing to look at.\n");
});

test("letters that wait are listed; one that was given up on is sent again", { timeout: 60_000 }, async () => {
  const { number } = await paidOrder(till, "letters", { godan: 1 });
  await db.execute(sql`update outbox set state = 'sent'`);
  expect(await well("outbox")).toBe("No letters wait.\n");
  await db.execute(sql`
    update outbox set state = 'dead', tries = 16, last_error = 'no such reader'
    where order_id = (select id from orders where number = ${number})`);
  const id = await count(db, sql`select id as count from outbox where state = 'dead'`);
  const dead = await shop("outbox");
  expect(dead.code).toBe(1);
  expect(dead.out).toContain("no such reader");
  expect(await well(`outbox --retry ${id}`)).toContain(`Letter ${id}`);
  expect(await count(db, sql`select count(*) from outbox where id = ${id} and state = 'due' and tries = 0`)).toBe(1);
  expect(await json("outbox")).toMatchObject([{ id: String(id), state: "due", order: number }]);
  expect((await json("outbox --all")).length).toBeGreaterThan(1);
});

test("copies that arrive are on the shelf", { timeout: 60_000 }, async () => {
  const before = await shelfOf(db, "godan");
  expect(await json("stock receive godan 20")).toEqual({ bookId: "godan", received: 20, onHand: before.on_hand + 20 });
  expect(await shelfOf(db, "godan")).toEqual({ ...before, on_hand: before.on_hand + 20 });
});
