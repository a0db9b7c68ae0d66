/** Tests that the migrations 0220 to 0227 give orders of an older version their two states, and count no sale twice. */
import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { migrate } from "./migrate.ts";

const { pool, url } = await openTestDatabase();
const oldUrl = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_older` });
await pool.query(`create database ${oldUrl.pathname.slice(1)}`);
const older = new pg.Pool({ connectionString: oldUrl.toString() });
afterAll(() => older.end());

/** The history of an order of an older version, and the states that it gets. */
const histories: [history: string[], states: string][] = [
  [["pending_payment"], "awaited held"],
  [["pending_payment", "expired"], "none expired"],
  [["pending_payment", "superseded"], "none superseded"],
  [["pending_payment", "cancelled"], "none cancelled"],
  [["pending_payment", "paid"], "paid to_pack"],
  [["pending_payment", "paid", "shipped"], "paid shipped"],
  [["pending_payment", "paid", "shipped", "delivered"], "paid delivered"],
  // Cancelled, but a part of the money was not refunded.
  [["pending_payment", "paid", "cancelled"], "paid cancelled"],
  [["pending_payment", "paid", "refund_pending"], "refund_pending cancelled"],
  [["pending_payment", "paid", "refund_pending", "refunded"], "refunded cancelled"],
  [["pending_payment", "paid", "shipped", "delivered", "refund_pending", "refunded"], "refunded delivered"],
  [["pending_payment", "expired", "refund_pending", "refunded"], "refunded expired"],
];

test("orders of an older version get both states from their history", async () => {
  await migrate(older, undefined, (name) => name < "0220");
  for (const [at, [history]] of histories.entries()) {
    const { rows } = await older.query<{ id: string }>(
      `insert into orders (number, cart_version, state, paid_at, email, name, phone, address_line1, city, state_code, pin,
         subtotal_paise, shipping_paise, total_paise, reserved_until)
       values ($1, 1, $2, $3, 'a@example.com', 'A', '+919876543210', 'x', 'y', 'KA', '560025', 100, 0, 100, now()) returning id`,
      [`EP-${String(at).padStart(10, "0")}`, history.at(-1), history.includes("paid") ? new Date() : null],
    );
    for (const state of history)
      await older.query("insert into order_events (order_id, to_state, cause) values ($1, $2, 'clock')", [
        rows[0]!.id,
        state,
      ]);
  }
  await older.query("delete from documents_due");
  await migrate(older);
  const { rows } = await older.query<{ states: string; state: string; sold: boolean }>(
    `select concat_ws(' ', payment_state, fulfilment_state) as states, state, confirmed_at is not distinct from paid_at as sold
     from orders order by number`,
  );
  expect(rows).toEqual(histories.map(([history, states]) => ({ states, state: history.at(-1), sold: true })));
  const { rows: due } = await older.query("select from documents_due");
  expect(due).toEqual([]);
});
