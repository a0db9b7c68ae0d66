/** Kills the shop, and its database, in the middle of purchases, and checks that nothing confirmed is lost. */
import { sql } from "#db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openDatabase, type Database } from "#db/connect.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { compareWithLedger } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";
import { buyOne, type StorePolicies } from "#tests/support/sales/buying-reader.ts";
import { findFreePort } from "#db/free-port.ts";
import { findPostmaster, makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import { openOutsideRazorpay, type OutsideRazorpay } from "#tests/support/shop/outside-razorpay.ts";

/** Purchases per round. */
const purchases = 200;
/** Readers who buy concurrently. */
const atOnce = 40;
/** The number of confirmed payments in a round after which the shop is killed. */
const paidBeforeCrash = purchases / 4;
/** The first has fewer copies than readers who want it. */
const books = ["the-shadow-lines", "the-god-of-small-things", "nineteen-eighty-four", "heart-lamp", "malgudi-days"];

let folder: string;
let remove: () => Promise<void>;
let port: number;
let razorpay: OutsideRazorpay;
let shop: ChildShop;

beforeAll(async () => {
  ({ folder, remove } = await makeDataFolder());
  port = await findFreePort();
  razorpay = await openOutsideRazorpay(port);
  shop = await open();
});

afterAll(async () => {
  await shop?.stop();
  razorpay?.close();
  await remove();
});

async function open(): Promise<ChildShop> {
  const opening = startChildShop({ PORT: String(port), DATA_DIR: folder, ...razorpay.settings });
  await opening.opened;
  return opening;
}

/** Kills the shop as a power cut would, without a shutdown. */
async function killShop() {
  await shop.stop("SIGKILL");
}

/** Kills the database first, then the shop. */
async function killDatabaseAndShop() {
  const postmaster = (await findPostmaster(folder))!;
  process.kill(postmaster, "SIGKILL");
  await shop.stop("SIGKILL");
}

/** Readers buy until the crash; after the restart those who were interrupted go on. */
async function buyThroughCrash(crash: () => Promise<void>): Promise<StorePolicies> {
  const policies: StorePolicies = { placed: new Set(), paid: new Set(), cutOff: 0 };
  let reopened: Promise<void> | null = null;
  const readers = Array.from({ length: purchases }, (_, place) => async () => {
    const untilOpen = place % 2 === 0 ? async () => reopened! : null;
    await buyOne({ url: shop.url, razorpay, policies, untilOpen }, books[place % books.length]!);
    if (policies.paid.size >= paidBeforeCrash) {
      reopened ??= crash().then(async () => {
        shop = await open();
      });
    }
    if (reopened) await reopened;
  });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let reader = readers.shift(); reader; reader = readers.shift()) await reader();
    }),
  );
  expect(policies.cutOff).toBeGreaterThan(0); // Otherwise no purchase was interrupted.
  await razorpay.standIn.settled();
  return policies;
}

/** Expires all reservations and waits until the shop's background job has released them. */
async function letReservationsEnd({ db }: Database) {
  await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where state = 'pending_payment'`);
  await expect
    .poll(
      async () => {
        const { rows } = await db.execute(sql`
          select (select count(*) from orders where state = 'pending_payment')::int as open,
            (select count(*) from webhook_events where state = 'received')::int as letters`);
        return rows[0];
      },
      { timeout: 60_000, interval: 250 },
    )
    .toEqual({ open: 0, letters: 0 });
}

async function checkEverything(policies: StorePolicies) {
  const database = await openDatabase({ dataDir: folder, report: () => {} });
  const { db, pool } = database;
  try {
    const early = await findBreaches(db);
    await letReservationsEnd(database);
    expect(early).toEqual([]);
    expect(await findBreaches(db)).toEqual([]);

    const { rows: orders } = await db.execute<{ number: string; state: string }>(sql`select number, state from orders`);
    const states = new Map(orders.map(({ number, state }) => [number, state]));
    expect([...policies.placed].filter((number) => !states.has(number))).toEqual([]);
    expect([...policies.paid].filter((number) => states.get(number) !== "paid")).toEqual([]);

    const { rows: accounted } = await db.execute<{ id: string }>(sql`
      select p.id from payments p join orders o on o.id = p.order_id where p.settles and o.paid_at is not null
      union select payment_id from refunds`);
    const known = new Set(accounted.map((row) => row.id));
    const captured = razorpay.standIn.ledger().payments.filter((payment) => payment.captured);
    expect(captured.length).toBeGreaterThanOrEqual(policies.paid.size);
    const records = await readMoneyRecords(db);
    expect(compareWithLedger({ ledger: razorpay.standIn.ledger(), records, now: new Date() }).breaches).toEqual([]);
    expect(captured.filter((payment) => !known.has(payment.id)).map((payment) => payment.id)).toEqual([]);

    const { rows: shelves } = await db.execute(sql`
      select s.book_id from stock s where s.reserved <> 0 or s.on_hand < 0
        or s.on_hand <> (select sum(m.delta) from stock_moves m where m.book_id = s.book_id and m.cause <> 'sale')
          - coalesce((select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
              where l.book_id = s.book_id and o.paid_at is not null), 0)`);
    expect(shelves).toEqual([]);
  } finally {
    await pool.end();
  }
}

test(`the shop is killed in the midst of ${purchases} purchases, and nothing that was promised is lost`, async () => {
  await checkEverything(await buyThroughCrash(killShop));
});

test(`shop and database are killed in the midst of ${purchases} purchases, and nothing that was promised is lost`, async () => {
  razorpay.standIn.setFault("webhookDrop", { times: 30 });
  await checkEverything(await buyThroughCrash(killDatabaseAndShop));
});
