import { afterAll, expect, test } from "vitest";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { deleteFullBuckets, SharedLimits } from "./shared-limits.ts";
import { TokenBuckets } from "./token-buckets.ts";

const { db, url } = await openTestDatabase();

/** Refills so slowly that no token returns during a test. */
const allowance = { burst: 80, perMinute: 0.001 };
/** A process shares its usage from an eighth of the burst on. */
const part = 10;

/** The buckets of another process. */
function openProcess(name: string, on = db, own = allowance) {
  const shared = new SharedLimits(on);
  afterAll(() => shared.close());
  const buckets = new TokenBuckets(own, () => new Date());
  shared.share(name, buckets);
  return buckets;
}

const takeMany = (buckets: TokenBuckets, times: number, client: string) =>
  Array.from({ length: times }, () => buckets.take(client)).filter((seconds) => seconds === 0).length;

async function usedOf(bucket: string, { perMinute } = allowance) {
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select extract(epoch from full_at - now())::float8 as seconds from rate_limits where bucket = ${bucket}`,
  );
  return rows[0] ? Math.round((rows[0].seconds / 60) * perMinute) : 0;
}

test("three processes together let through what one may, and at most an eighth of it for each more", async () => {
  const processes = [openProcess("three"), openProcess("three"), openProcess("three")];
  let allowed = 0;
  for (let before = -1; before < allowed;) {
    before = allowed;
    for (const buckets of processes) allowed += takeMany(buckets, part, "a reader");
    await expect.poll(() => processes.map((buckets) => buckets.used("a reader"))).toEqual([null, null, null]);
  }
  expect(allowed).toBeGreaterThanOrEqual(80);
  expect(allowed).toBeLessThanOrEqual(80 + 3 * part);
  expect(await usedOf("three a reader")).toBe(allowed);
  // Another client has a count of its own.
  expect(takeMany(processes[0]!, part, "another reader")).toBe(part);
});

test("who is far from a limit is counted in the process alone", async () => {
  const buckets = openProcess("far");
  expect(takeMany(buckets, part - 1, "a reader")).toBe(part - 1);
  takeMany(buckets, part, "another reader");
  await expect.poll(() => usedOf("far another reader")).toBe(part);
  expect(await usedOf("far a reader")).toBe(0);
});

test("while the database is away each process counts for itself, and tells afterwards", async () => {
  const line = await openDatabaseProxy(url);
  const pool = openPool(line.url, 2);
  const through = queriesOver(pool, pool);
  let failed = 0;
  const execute: typeof through.execute = (statement) =>
    through.execute<never>(statement).catch((error: unknown) => {
      failed += 1;
      throw error;
    });
  const buckets = openProcess("away", { execute, pool });
  line.cut();
  expect(takeMany(buckets, 79, "a reader")).toBe(79);
  await expect.poll(() => failed).toBe(1);
  line.mend();
  expect(takeMany(buckets, 2, "a reader")).toBe(1);
  await expect.poll(() => usedOf("away a reader"), { timeout: 20_000 }).toBe(80);
  expect(takeMany(buckets, 1, "a reader")).toBe(0);
  await pool.end();
  await line.close();
});

test("limits of which nothing is used any more are forgotten", async () => {
  const quick = { burst: 8, perMinute: 6_000_000 };
  takeMany(openProcess("quick", db, quick), 8, "a reader");
  takeMany(openProcess("slow"), part, "a reader");
  const known = async () =>
    (
      await db.execute<{ bucket: string }>(
        sql`select bucket from rate_limits where bucket in ('quick a reader', 'slow a reader') order by 1`,
      )
    ).rows.map(({ bucket }) => bucket);
  await expect.poll(known).toEqual(["quick a reader", "slow a reader"]);
  await expect
    .poll(async () => {
      await deleteFullBuckets(db);
      return known();
    })
    .toEqual(["slow a reader"]);
});
