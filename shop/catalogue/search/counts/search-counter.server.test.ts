import { sql } from "#db/sql.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { createSearchCounter, type SearchCounter } from "./search-counter.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date() };
const logged: string[] = [];
vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));

let counter: SearchCounter;
const open = (gatherMs: number, maxWaiting = 500) =>
  (counter = createSearchCounter(services, { gatherMs, maxWaiting }));
const add = (visitor: string, text: string) => counter.add({ visitor, text, found: 1 });
const never = 3_600_000;
const shortly = { timeout: 20_000, interval: 20 };

beforeEach(async () => {
  logged.splice(0);
  await db.execute(sql`delete from search_salts`);
  await db.execute(sql`delete from search_counts`);
});
afterEach(() => counter.close());

async function counts(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ text: string; visitors: number }>(sql`select text, visitors from search_counts`);
  return Object.fromEntries(rows.map(({ text, visitors }) => [text, visitors]));
}

test("searches are gathered, and written without anybody asking for it", async () => {
  open(20);
  add("asha", "dune");
  add("meera", "dune");
  await expect.poll(counts, shortly).toEqual({ dune: 2 });
  add("ravi", "it");
  await expect.poll(counts, shortly).toEqual({ dune: 2, it: 1 });
});

test("what waits when the shop closes is written", async () => {
  open(never);
  add("asha", "dune");
  expect(await counts()).toEqual({});
  await counter.close();
  expect(await counts()).toEqual({ dune: 1 });
});

test("what waits has an end: more is dropped, and one visitor's repetitions take one place", async () => {
  open(never, 3);
  for (let turn = 0; turn < 50; turn += 1) add("asha", "dune");
  for (const text of ["a", "b", "c", "d"]) add("asha", text);
  await counter.close();
  expect(await counts()).toEqual({ dune: 1, a: 1, b: 1 });
});

test("a database that is away is spoken of once, without what was typed; searches count again when it is back", async () => {
  open(10);
  await db.execute(sql`alter table search_counts rename to search_counts_away`);
  add("asha", "a secret");
  await expect.poll(() => logged.length, shortly).toBe(1);
  expect(logged[0]).toMatch(/^Searches cannot be counted: The database refused: .*search_counts/);
  expect(logged[0]).not.toMatch(/secret|asha/);
  add("asha", "another secret");
  await counter.close();
  expect(logged).toHaveLength(1);
  await db.execute(sql`alter table search_counts_away rename to search_counts`);
  add("asha", "dune");
  await expect.poll(counts, shortly).toEqual({ dune: 1 });
});
