/** Tests the operator's command line: results, JSON output, exit codes, and rejected arguments. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { lockDataFolder } from "#server/data-folder-lock.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expireOrder } from "#shop/sales/payments/settle-payment.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { orderIdOf, paidOrder, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 100);

const run = (args: string[], env: Record<string, string> = {}, progress?: (line: string) => void) =>
  runCommand(args, { ...settingsOf(testServices), ...env }, progress);
const shop = (line: string) => run(line.split(" ").filter(Boolean));

/** Runs a command that must succeed; returns its output. */
async function well(line: string): Promise<string> {
  const { exitCode, out, error } = await shop(line);
  expect({ line, exitCode, error }).toEqual({ line, exitCode: 0, error: "" });
  return out;
}
const json = async (line: string) => JSON.parse(await well(`${line} --json`));

/** Runs a command that must fail with a one-line error; returns that line. */
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
      "subjects list --frobnicate",
      `"subjects list" has no option --frobnicate.${usage}subjects list [--missing] [--json]`,
    ],
    ["subjects list everything", `"subjects list" has no argument for "everything".${usage}subjects list`],
    ["outbox --retry", `--retry needs a value.${usage}`],
    ["outbox --retry 1 --retry 2", `--retry was given twice.${usage}`],
    ["outbox --json=yes", `--json takes no value.${usage}`],
    ["outbox -x", `"outbox" has no option -x.${usage}`],
    ["outbox 5", `has no argument for "5"`],
    ["import undo", `"import undo" needs NUMBER.${usage}import undo NUMBER [--json]`],
    ["import undo -3", `"import undo" has no option -3.`],
    ["import list --preview", `"import list" has no option --preview.`],
    ["reconcile A B", `has no argument for "B"`],
    ["sell everything", 'There is no command "sell everything". There are:'],
    ["tokens", 'There is no command "tokens". There are:\n  npm run shop -- tokens list'],
    ["recncile EP-0000000000", 'There is no command "recncile EP-0000000000".'],
    ["--json outbox", "Put the command before its options"],
  ];
  for (const [line, description] of lines) {
    const { exitCode, out, error } = await run(line.split(" "), { DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect({ line, exitCode, out }).toEqual({ line, exitCode: 2, out: "" });
    expect(error, line).toContain(description);
  }
});

test("a mistake is said in one plain sentence", async () => {
  const mistakes: [args: string, description: string][] = [
    ["reconcile EP-0000000000", "There is no order"],
    ["outbox --retry 999999", "There is no unsent letter 999999."],
    ["outbox --retry x", "--retry needs the number of a letter"],
  ];
  for (const [line, description] of mistakes) expect(await mistaken(line), line).toContain(description);
});

test("work of many transactions that failed is noted as failed", async () => {
  expect((await shop("import no-such-file.csv")).exitCode).toBe(2);
  const { rows } = await db.execute<{ words: string }>(sql`select words from desk_record order by number desc limit 2`);
  expect(rows.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^This failed: import no-such-file\.csv\. .*no-such-file\.csv does not exist\.$/),
    "Began to import books: import no-such-file.csv",
  ]);
});

test("settings that cannot be used, and a database that is not there, are said plainly", async () => {
  const odd = await run(["outbox"], { RAZORPAY_KEY_ID: "oops" });
  expect([odd.exitCode, odd.out]).toEqual([2, ""]);
  expect(odd.error).toContain("RAZORPAY_KEY_ID=(not shown) must start with");
  const away = await run(["outbox"], { DATABASE_URL: "postgres://me:hush@127.0.0.1:1/none" });
  expect([away.exitCode, away.out]).toEqual([2, ""]);
  expect(away.error).toContain("cannot be reached");
  expect(away.error).not.toContain("hush");
});

test("a command brings the database up to date, or says why not, and refuses to while an older shop is open", async () => {
  const inBaseline = sql`select name from migrations where name < '0111' order by name desc limit 1`;
  const { rows } = await db.execute<{ name: string }>(inBaseline);
  // A database before the baseline, which this version cannot bring up to date.
  await db.execute(sql`update migrations set name = 'later' where name = ${rows[0]!.name}`);
  const claim = await lockDataFolder({ url: testServices.url, isEmbedded: false }, "");
  expect(await mistaken("outbox")).toContain("An older version of the shop is running");
  await claim.release();
  await expect.poll(async () => (await shop("outbox")).error).toContain("Start release 0.1.0 with it once");
  expect((await shop("outbox")).exitCode).toBe(2);
  await db.execute(sql`update migrations set name = ${rows[0]!.name} where name = 'later'`);
  await well("outbox");

  const again = await lockDataFolder({ url: testServices.url, isEmbedded: false }, "");
  await well("outbox");
  await again.release();
});

test("what nobody reported is found by reconciling one order, or all", async () => {
  const one = await orderOf(services, cartOf("one"), { godan: 1 });
  await payAtRazorpay(testServices, one.providerOrderId);
  expect(await well(`reconcile ${one.number}`)).toBe(`${one.number} (${one.providerOrderId}): paid`);
  expect(await stateOf(db, one.number)).toBe("paid");

  const two = await orderOf(services, cartOf("two"), { godan: 1 });
  await payAtRazorpay(testServices, two.providerOrderId);
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
  const { number, providerOrderId } = await orderOf(services, cartOf("promised"), { godan: 1 });
  testServices.standIn.setFault("authorizedOnly", true);
  await payAtRazorpay(testServices, providerOrderId);
  expect(await well(`reconcile ${number}`)).toBe(`${number} (${providerOrderId}): paid`);
  const { payments } = testServices.standIn.ledger();
  expect(payments.find((payment) => payment.order_id === providerOrderId)).toMatchObject({ status: "captured" });
});

test("while Razorpay does not answer, that is said, and the rest is done all the same", async () => {
  const { number } = await paidOrder(testServices, "down", { godan: 1 });
  await refundOrder(services, number, undefined, "");
  testServices.standIn.setFault("serverError", { times: "always" });
  expect(await mistaken(`reconcile ${number}`)).toContain("Razorpay gave no usable response");
  expect(await shop("reconcile")).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/0 refunds found on Razorpay's dashboard\.\nRazorpay gave no usable response/),
  });
  testServices.standIn.setFault("serverError", null);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested" }]);
});

test("a payment that does not match its order leads to the desk", async () => {
  await setStock(db, "jejuri", 1);
  const { number, providerOrderId } = await orderOf(services, cartOf("soldout"), { jejuri: 1 });
  await expireOrder(services, await orderIdOf(db, number));
  await setStock(db, "jejuri", 0);
  await payAtRazorpay(testServices, providerOrderId);
  expect(await shop(`reconcile ${number}`)).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining("see the page Today of the desk"),
  });
});

test("letters that wait are listed; one that was given up on is sent again", async () => {
  const { number } = await paidOrder(testServices, "letters", { godan: 1 });
  await db.execute(sql`update outbox set state = 'sent'`);
  expect(await well("outbox")).toBe("No letters are waiting.");
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
