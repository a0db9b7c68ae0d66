import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { buyOne, type StorePolicies } from "#tests/support/sales/buying-reader.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openOutsideRazorpay } from "#tests/support/shop/outside-razorpay.ts";
import { makeArchivedPostgres } from "./archived-postgres.ts";

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test("a shop goes back to the moment before a mistake: each order until then is there, and it sells on", async () => {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const postgres = await makeArchivedPostgres(folder);
  closers.push(() => postgres.stop().catch(() => {}));
  const port = await findFreePort();
  const razorpay = await openOutsideRazorpay(port);
  closers.push(() => razorpay.close());
  const policies: StorePolicies = { placed: new Set(), paid: new Set(), cutOff: 0 };

  /** Opens the shop, buys each of these books, and closes the shop. */
  async function sell(...books: string[]) {
    const settings = {
      PORT: String(port),
      DATA_DIR: `${folder}/shop`,
      DATABASE_URL: postgres.url,
      ...razorpay.settings,
    };
    const shop = startChildShop(settings);
    closers.push(() => shop.stop());
    await shop.opened;
    for (const book of books) await buyOne({ url: shop.url, razorpay, policies, untilOpen: async () => {} }, book);
    await razorpay.standIn.settled();
    expect(await shop.stop()).toBe(0);
  }
  async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: postgres.ownerUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
  const paidOrders = async () =>
    (await ask<{ number: string }>("select number from orders where state = 'paid' order by number")).map(
      ({ number }) => number,
    );

  const momentNow = async () => (await ask<{ now: string }>("select clock_timestamp()::text as now"))[0]!.now;
  async function goBack(moment: string, ...options: string[]) {
    await postgres.stop();
    const target = ["--type=time", `--target=${moment}`, "--target-action=promote", ...options];
    await postgres.pgBackRest("--delta", ...target, "restore");
    await postgres.start();
    await expect.poll(() => ask("select pg_is_in_recovery() as still")).toEqual([{ still: false }]);
  }

  await postgres.pgBackRest("stanza-create");
  await postgres.pgBackRest("check");
  await sell("godan");
  await postgres.pgBackRest("--type=full", "backup");
  await sell("malgudi-days");
  const early = await momentNow();
  await sell("heart-lamp");
  const sold = [...policies.paid].sort();
  expect(sold).toHaveLength(3);
  expect(await paidOrders()).toEqual(sold);
  const moment = await momentNow();
  const [{ timeline } = { timeline: 0 }] = await ask<{ timeline: number }>(
    "select timeline_id as timeline from pg_control_checkpoint()",
  );
  await ask("truncate orders cascade");
  expect(await paidOrders()).toEqual([]);

  // The first recovery stopped too early. The second must follow the original timeline, not the one that the first
  // began.
  await goBack(early);
  expect(await paidOrders()).toHaveLength(2);
  await goBack(moment, `--target-timeline=${timeline}`);
  expect(await paidOrders()).toEqual(sold);
  const pool = openPool(postgres.url, 3);
  expect(await findBreaches(queriesOver(pool, pool))).toEqual([]);
  await pool.end();
  await sell("the-shadow-lines");
  expect(await paidOrders()).toEqual([...policies.paid].sort());
  expect(policies.paid.size).toBe(4);
  // The new timeline is archived, so a later mistake can be recovered from too.
  await postgres.pgBackRest("check");
});
