import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { listMoneyConcerns, markConcernsSeen } from "./money-concerns.server.ts";

const { db, services } = await openTestServices();

/** An alert and a webhook event that was set aside, both with this number. */
async function addBoth(id: string): Promise<void> {
  await db.execute(sql`
    insert into alerts (id, kind, message) overriding system value values (${id}::bigint, 'ledger', 'A sum is missing')`);
  await db.execute(sql`
    insert into webhook_events (id, event_id, body_sha256, type, body, state) overriding system value
    values (${id}::bigint, ${id}, ${id}, 'payment.captured', '{}', 'dead')`);
}

test("marking a concern as seen leaves those of another kind that have the same number", async () => {
  for (const id of ["7001", "7002"]) await addBoth(id);
  const all = await listMoneyConcerns(services);
  expect(all).toHaveLength(4);
  const keysOf = (concerns: { id: string | null; what: string }[]) => concerns.map(({ id, what }) => `${what} ${id}`);
  for (const [count, seen] of all.entries()) {
    await markConcernsSeen(services, [seen]);
    const left = keysOf(await listMoneyConcerns(services));
    expect(left, `${seen.what} ${seen.id}`).toEqual(keysOf(all.slice(count + 1)));
  }
});
