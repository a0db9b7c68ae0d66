import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { createPageLife } from "./page-life.ts";

const { services, db } = await openTestServices();
await db.execute(sql`update promotions set is_announced = false, ends_at = null, starts_at = '2026-01-01T00:00:00Z'`);
await db.execute(sql`update bundles set starts_at = null, ends_at = null`);

/** How long a page lives that is rendered at `time`, in minutes. */
async function lifeAt(time: string, cutOffHour = 24): Promise<number> {
  const policies = { ...services.settings.policies, delivery: { ...services.settings.policies.delivery, cutOffHour } };
  const settings = { ...services.settings, policies };
  return (await createPageLife({ db, settings, now: () => new Date(time) }, () => 0)()) / 60_000;
}

test("a page lives until midnight in India, and until the hour from which an order counts for the next day", async () => {
  expect(await lifeAt("2026-11-24T22:00:00+05:30")).toBe(120);
  expect(await lifeAt("2026-11-24T14:30:00+05:30", 15)).toBe(30);
  expect(await lifeAt("2026-11-24T15:00:00+05:30", 15)).toBe(9 * 60);
});

test("a page lives no longer than until an offer begins or ends", async () => {
  await db.execute(sql`update promotions set ends_at = '2026-11-24T12:00:00+05:30'`);
  expect(await lifeAt("2026-11-24T11:50:00+05:30")).toBe(10);
  await db.execute(sql`update promotions set ends_at = null`);
  await db.execute(sql`update bundles set starts_at = '2026-11-24T12:00:00+05:30'`);
  expect(await lifeAt("2026-11-24T11:45:00+05:30")).toBe(15);
  expect(await lifeAt("2026-11-24T12:00:00+05:30")).toBe(12 * 60);
});

test("while a code with a limited number of uses is announced, a page lives for a minute", async () => {
  await db.execute(sql`update promotions set is_announced = true`);
  expect(await lifeAt("2026-11-24T13:00:00+05:30")).toBe(11 * 60);
  await db.execute(sql`update promotions set redemption_limit = 5`);
  expect(await lifeAt("2026-11-24T13:00:00+05:30")).toBe(1);
});

test("the offers are read again only after a change of the catalogue, or when the time has come", async () => {
  await db.execute(sql`update promotions set is_announced = false`);
  let changes = 0;
  let now = new Date("2026-11-24T13:00:00+05:30");
  let reads = 0;
  const counted = {
    ...db,
    execute: <Row>(statement: Parameters<typeof db.execute>[0]) => ((reads += 1), db.execute<Row>(statement)),
  };
  const lifeMs = createPageLife({ db: counted, settings: services.settings, now: () => now }, () => changes);
  await lifeMs();
  now = new Date("2026-11-24T14:00:00+05:30");
  expect((await lifeMs()) / 60_000).toBe(600);
  expect(reads).toBe(1);
  changes += 1;
  await lifeMs();
  now = new Date("2026-11-25T00:00:00+05:30");
  await lifeMs();
  expect(reads).toBe(3);
});
