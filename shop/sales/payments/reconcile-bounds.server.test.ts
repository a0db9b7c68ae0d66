import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { seedOrders } from "#tests/support/sales/seed-orders.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { reconcilePayments } from "./reconcile.server.ts";

const { db, url, services } = await openTestServices();
await seedOrders({ ownerUrl: url }, 600);
// The seeded orders are unknown to the stand-in, whose ledger is compared with the database after the file.
afterAll(() => db.execute(sql`truncate orders cascade`));

test("looks for unreported payments without reading all orders", async () => {
  const read = await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
    );
    await reconcilePayments({ ...services, db: tx });
    return tx.execute<{ read: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'payment_attempts'`);
  });
  expect(read.rows[0]!.read).toBeLessThan(20);
});
