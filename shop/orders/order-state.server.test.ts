import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/test-database.ts";
import { orderMoves, orderStateLabels, orderStates, type OrderState } from "./order-state.ts";

const { db } = await openTestDatabase();
const moves = Object.entries(orderMoves).flatMap(([from, tos]) => tos.map((to) => `${from} -> ${to}`));

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
  expect(known.sort()).toEqual([...orderStates].sort());
  expect(Object.keys(orderMoves).sort()).toEqual([...orderStates].sort());
});

test("nothing that was paid goes back to waiting for payment", () => {
  const reached = new Set<OrderState>();
  const follow = (state: OrderState) => {
    for (const next of orderMoves[state]) {
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

test("a refunded order stays so, and every other state leads somewhere", () => {
  for (const state of orderStates) expect(orderMoves[state].length === 0, state).toBe(state === "refunded");
});

test("every state has words for the reader, without the machine's underscores", () => {
  for (const state of orderStates) expect(orderStateLabels[state]).toMatch(/^[A-Z][a-z ]+$/);
});
