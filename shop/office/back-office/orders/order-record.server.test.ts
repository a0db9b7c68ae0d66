import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { seedOrders } from "#tests/support/sales/seed-orders.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findOrderRecord } from "./order-record.server.ts";

const { db, url } = await openTestDatabase({ connections: 1 });
await seedOrders({ ownerUrl: url }, 600);

test("an order is read without looking through what other orders have", async () => {
  const { rows } = await db.execute<{ number: string }>(sql`
    select number from orders where state = 'delivered' order by id desc limit 1`);
  const read = await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
    );
    expect(await findOrderRecord(tx, rows[0]!.number)).toMatchObject({ payments: [{ settles: true }] });
    return tx.execute<{ table: string; read: number }>(sql`
      select relname::text as table, (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where seq_tup_read + idx_tup_fetch > 50`);
  });
  expect(read.rows).toEqual([]);
});
