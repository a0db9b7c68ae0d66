import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { sql } from "./sql.ts";

const { db } = await openTestDatabase();

test("every foreign key with on delete cascade has an index", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select k.conrelid::regclass || '.' || a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confdeltype = 'c' and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])
    order by 1`);
  expect(rows).toEqual([]);
});
