import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import {
  listStates,
  orderStates,
  paidStates,
  parcelStates,
  payableStates,
  describeOrderState,
  type OrderState,
} from "./order-state.ts";

const { db } = await openTestDatabase();
const moves = Object.entries(orderStates).flatMap(([from, { next }]) => next.map((to) => `${from} -> ${to}`));

test("the database lets an order make exactly the moves of the table", async () => {
  const { rows } = await db.execute<{ source: string }>(
    sql`select prosrc as source from pg_proc where proname = 'orders_move_forward'`,
  );
  const allowed = [...rows[0]!.source.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} -> ${to}`);
  expect(allowed.sort()).toEqual(moves.sort());
});

test("the database knows the states of the table and no other", async () => {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_state_check'`,
  );
  const known = [...rows[0]!.definition.matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(known.sort()).toEqual(Object.keys(orderStates).sort());
});

test("nothing that was paid goes back to waiting for payment", () => {
  const reached = new Set<OrderState>();
  const follow = (state: OrderState) => {
    for (const next of orderStates[state].next) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  follow("paid");
  for (const state of ["pending_payment", "expired", "superseded", "paid"] as const) {
    expect(reached.has(state), state).toBe(false);
  }
});

test("only a captured payment makes an order paid: no other state leads there, as the move sells copies", () => {
  expect(listStates(({ next }) => next.includes("paid"))).toEqual(payableStates);
  for (const state of paidStates) expect(orderStates[state].canBePaid, state).toBe(false);
});

test("a refunded order stays so, and every other state leads somewhere", () => {
  expect(parcelStates).toEqual(["paid", "shipped"]);
  expect(listStates(({ next }) => next.length === 0)).toEqual(["refunded"]);
});

test("a paid order of which a part was sent is partly on its way; no other state says so", () => {
  expect(describeOrderState({ state: "paid", isSentInPart: true })).toBe("Partly on its way");
  expect(describeOrderState({ state: "paid", isSentInPart: false })).toBe("Paid");
  expect(describeOrderState({ state: "delivered", isSentInPart: true })).toBe("Delivered");
  expect(describeOrderState({ state: "paid", isSentInPart: true, isBack: true })).toBe("Paid");
});

test("every state has words for the reader, without the machine's underscores", () => {
  for (const { label } of Object.values(orderStates)) expect(label).toMatch(/^[A-Z][a-z ]+$/);
});

test("no query lists states of its own: a new state is judged in the tables only", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = ["shop", "cli", "server", "bench"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => join(folder, file)),
  );
  const list = /state in \('(?:pending_payment|paid|shipped|delivered|expired|superseded|refund_pending)'/;
  expect(files.length).toBeGreaterThan(250);
  expect(files.filter((file) => list.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
