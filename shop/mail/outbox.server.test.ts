import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/test-database.ts";
import { listKinds } from "./letter-kinds.ts";
import { countedInSql } from "./outbox.server.ts";

const { db } = await openTestDatabase();

test("the letters that are counted for a mailbox are those of the index that finds them", async () => {
  const { rows } = await db.execute<{ predicate: string }>(sql`
    select pg_get_expr(indpred, indrelid) as predicate from pg_index where indexrelid = 'outbox_mailbox'::regclass`);
  const kindsIn = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, kind]) => kind).sort();
  const counted = listKinds(({ countedFor }) => countedFor !== undefined).sort();
  expect(counted).toEqual(kindsIn(rows[0]!.predicate));
  expect(counted).toEqual(kindsIn(countedInSql));
});
