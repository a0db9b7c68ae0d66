import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { lockDataFolder, isShopOpen } from "./data-folder-lock.ts";

const { pool, url } = await openTestDatabase();
const embedded = { pool, url, isEmbedded: true };

test("a data folder belongs to one shop at a time, and is free when that one ends", async () => {
  const first = await lockDataFolder(embedded, "/srv/books");
  await expect(lockDataFolder(embedded, "/srv/books")).rejects.toThrow(
    "The data folder /srv/books is in use by another running Endpaper.",
  );
  await first.release();
  const second = await lockDataFolder(embedded, "/srv/books");
  await second.release();
});

test("on a server of its own any number of shops may run", async () => {
  const external = { ...embedded, isEmbedded: false };
  const claims = [await lockDataFolder(external, "/srv/books"), await lockDataFolder(external, "/srv/books")];
  expect(claims).toHaveLength(2);
  await Promise.all(claims.map((claim) => claim.release()));
  await expect.poll(() => isShopOpen(external)).toBe(false);
});

/** Process ids of the database connections that hold the lock of a shop. */
async function holders(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_locks where locktype = 'advisory' and objid = 7301002 and database = (select oid from pg_database where datname = current_database())",
  );
  return rows.map(({ pid }) => pid);
}

test("a claim whose connection was cut is made again, until it is given back", async () => {
  const claim = await lockDataFolder(embedded, "/srv/books");
  const [first, ...others] = await holders();
  expect(others).toEqual([]);
  await pool.query("select pg_terminate_backend($1)", [first]);
  // The terminated connection may hold the lock for a moment longer.
  const held = async () => (await holders()).filter((pid) => pid !== first).length;
  await expect.poll(held, { timeout: 30_000 }).toBe(1);
  await expect(lockDataFolder(embedded, "/srv/books")).rejects.toThrow("is in use by another running Endpaper");
  await claim.release();
  await expect.poll(() => isShopOpen(embedded), { timeout: 30_000 }).toBe(false);
  const next = await lockDataFolder(embedded, "/srv/books");
  await next.release();
});

test("whether a shop is open on a database is seen, embedded or not", async () => {
  for (const isEmbedded of [true, false]) {
    expect(await isShopOpen(embedded)).toBe(false);
    const claim = await lockDataFolder({ ...embedded, isEmbedded }, "/srv/books");
    expect(await isShopOpen(embedded)).toBe(true);
    await claim.release();
    await expect.poll(() => isShopOpen(embedded)).toBe(false);
  }
});
