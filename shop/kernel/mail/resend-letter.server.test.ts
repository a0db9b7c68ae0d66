import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { resendLetter } from "./resend-letter.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 10);

test.each(["dead", "sent"])("a letter that is %s and is sent again has all its tries again", async (state) => {
  const { id, number } = await paidOrder(testServices, state, { godan: 1 });
  const { rows } = await db.execute<{ id: string }>(sql`
    update outbox set state = ${state}, tries = 21 where order_id = ${id} returning id::text`);
  expect(await resendLetter(services, number, rows[0]!.id)).toMatchObject({ ok: true });
  const { rows: due } = await db.execute<{ tries: number }>(sql`
    select tries from outbox where order_id = ${id} and state = 'due'`);
  expect(due).toEqual([{ tries: 0 }]);
});
