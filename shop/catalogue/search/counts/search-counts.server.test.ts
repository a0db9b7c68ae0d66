/** Tests of search counts: visitors per day, privacy of their hashes, retention and limits. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { countSearches, forgetSearches, listSearches, type CountedSearch } from "./search-counts.server.ts";

const { db, pool } = await openTestDatabase();
/** Noon in India. */
const noon = Date.parse("2026-11-22T06:30:00Z");
const dayMs = 24 * 60 * 60 * 1000;
let clock = noon;
const services = { db, now: () => new Date(clock) };
const count = (searches: CountedSearch[], max?: { texts: number; visits: number }) =>
  countSearches(services, searches, max);
const by = (visitor: string, text: string, found = 1): CountedSearch => ({ visitor, text, found });

beforeEach(async () => {
  clock = noon;
  await db.execute(sql`delete from search_salts`);
  await db.execute(sql`delete from search_counts`);
});

async function counts(): Promise<[day: string, text: string, visitors: number, found: number][]> {
  const { rows } = await db.execute<{ day: string; text: string; visitors: number; found: number }>(
    sql`select day::text as day, text, visitors, found from search_counts order by day, text`,
  );
  return rows.map(({ day, text, visitors, found }) => [day, text, visitors, found]);
}

async function hashes(): Promise<string[]> {
  const { rows } = await db.execute<{ hash: string }>(sql`select encode(hash, 'hex') as hash from search_visits`);
  return rows.map(({ hash }) => hash);
}

test("a visitor counts once a day for a text, in one batch, in several, and from several processes at once", async () => {
  await warm(pool, 4);
  await count([by("asha", "dune"), by("asha", "dune"), by("meera", "dune"), by("asha", "it", 0)]);
  await Promise.all(
    Array.from({ length: 4 }, () => count([by("asha", "dune"), by("ravi", "dune"), by("asha", "it", 0)])),
  );
  expect(await counts()).toEqual([
    ["2026-11-22", "dune", 3, 1],
    ["2026-11-22", "it", 1, 0],
  ]);
});

test("of what was found the most of the day stays", async () => {
  await count([by("asha", "dune", 2), by("asha", "dune", 1)]);
  await count([by("meera", "dune", 7)]);
  await count([by("ravi", "dune", 0)]);
  expect(await counts()).toEqual([["2026-11-22", "dune", 3, 7]]);
});

test("a day is India's: one minute before its midnight and one after are two days, and the visitor counts anew", async () => {
  clock = Date.parse("2026-11-22T18:29:00Z");
  await count([by("asha", "dune")]);
  clock += 2 * 60_000;
  await count([by("asha", "dune")]);
  expect(await counts()).toEqual([
    ["2026-11-22", "dune", 1, 1],
    ["2026-11-23", "dune", 1, 1],
  ]);
});

test("no visitor is stored, and two texts of one visitor, or one on two days, have nothing in common", async () => {
  await count([by("203.0.113.9 Firefox", "dune"), by("203.0.113.9 Firefox", "it")]);
  clock += dayMs;
  await count([by("203.0.113.9 Firefox", "dune")]);
  expect(new Set(await hashes()).size).toBe(3);
  const { rows } = await db.execute<{ salt: string }>(sql`select encode(salt, 'hex') as salt from search_salts`);
  expect(new Set(rows.map(({ salt }) => salt)).size).toBe(2);
  expect(rows.every(({ salt }) => salt.length === 64)).toBe(true);
  for (const table of ["search_salts", "search_visits", "search_counts"]) {
    const { rows: all } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t`);
    expect(all.length, table).toBeGreaterThan(0);
    expect(all.map(({ row }) => row).join(), table).not.toMatch(/203\.0|Firefox/);
  }
});

test("salts, hashes and networks stand in no write-ahead log, which backups and replicas are made of", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relpersistence = 'u' and relkind = 'r' order by 1`);
  expect(rows).toEqual([{ name: "rate_limits" }, { name: "search_salts" }, { name: "search_visits" }]);
});

test("when a day is over its salt is deleted, and every hash with it; what was counted stays", async () => {
  await count([by("asha", "dune")]);
  await forgetSearches(services);
  expect(await hashes()).toHaveLength(1);
  clock = Date.parse("2026-11-22T18:30:00Z");
  await count([by("meera", "dune")]);
  await forgetSearches(services);
  expect(await hashes()).toHaveLength(1);
  const { rows } = await db.execute<{ day: string }>(sql`select day::text as day from search_salts`);
  expect(rows).toEqual([{ day: "2026-11-23" }]);
  expect(await counts()).toHaveLength(2);
});

test("texts are listed from three visitors on, the most often first; the days are added up, and what came meanwhile counts as found", async () => {
  for (const found of [0, 0, 2]) {
    await count([by("asha", "tolkien", found), by("asha", "tolkein", 0), by("asha", "dune")]);
    clock += dayMs;
  }
  await count([by("meera", "dune"), by("meera", "my neighbour", 0), by("ravi", "my neighbour", 0)]);
  expect(await listSearches(db, "found")).toEqual([
    { text: "dune", visitors: 4, found: 1 },
    { text: "tolkien", visitors: 3, found: 2 },
  ]);
  expect(await listSearches(db, "not-found")).toEqual([{ text: "tolkein", visitors: 3, found: 0 }]);
});

test("what was searched for is gone after ninety days, and not sooner", async () => {
  await count([by("asha", "dune"), by("meera", "dune"), by("ravi", "dune")]);
  clock += 89 * dayMs;
  await forgetSearches(services);
  expect(await listSearches(db, "found")).toEqual([{ text: "dune", visitors: 3, found: 1 }]);
  clock += dayMs;
  await forgetSearches(services);
  expect(await counts()).toEqual([]);
});

test("rows of a day have an end: then new texts are dropped and known ones still count, until there are too many visits", async () => {
  const max = { texts: 3, visits: 6 };
  for (const text of ["a", "b", "c", "d", "e"]) await count([by("asha", text)], max);
  expect((await counts()).map(([, text]) => text)).toEqual(["a", "b", "c"]);
  for (const visitor of ["meera", "ravi", "sita", "jaya", "kamala"])
    await count([by(visitor, "a"), by(visitor, "z")], max);
  expect(await hashes()).toHaveLength(6);
  expect((await counts())[0]).toEqual(["2026-11-22", "a", 4, 1]);
  clock += dayMs;
  await count([by("asha", "d")], max);
  expect((await counts()).at(-1)).toEqual(["2026-11-23", "d", 1, 1]);
});
