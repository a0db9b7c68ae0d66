import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import {
  fulfilmentMoves,
  moveAtCounter,
  orderStates,
  confirmedStates,
  parcelStates,
  payableStates,
  paymentMoves,
  refundableStates,
  statePairs,
  summariseStates,
  describeOrderState,
  type FulfilmentState,
  type PaymentState,
} from "./order-state.ts";

const { db } = await openTestDatabase();
type Pair = readonly [PaymentState, FulfilmentState];
const pairs: Pair[] = typedKeys(statePairs).flatMap((payment) =>
  statePairs[payment].map((fulfilment): Pair => [payment, fulfilment]),
);

/** Whether an order may go from one pair of states to another. */
function canMove([payment, fulfilment]: Pair, [toPayment, toFulfilment]: Pair): boolean {
  if (payment !== toPayment && !paymentMoves[payment].includes(toPayment)) return false;
  if (fulfilment !== toFulfilment && !fulfilmentMoves[fulfilment].includes(toFulfilment)) return false;
  return (
    payment === toPayment ||
    toPayment !== "paid" ||
    payment === "owed" ||
    toFulfilment === (payment === "collected" ? "delivered" : "to_pack")
  );
}

/** Whether the shop has, or had, the money. */
const hasPaid = (payment: PaymentState) => ["paid", "refund_pending", "refunded"].includes(payment);

/** Inserts an order in these states, and returns its number. */
async function insertOrder([payment, fulfilment]: Pair, method = "online"): Promise<string> {
  const isPaid = hasPaid(payment);
  const { rows } = await db.execute<{ number: string }>(sql`
    insert into orders (number, cart_version, state, payment_state, fulfilment_state, paid_at, email, name, phone,
      address_line1, city, state_code, pin, subtotal_paise, shipping_paise, total_paise, reserved_until, payment_method)
    select 'EP-' || lpad((count(*) + 1)::text, 10, '0'), 1, '', ${payment}, ${fulfilment}, ${isPaid ? sql`now()` : sql`null`},
      'a@example.com', 'A', '+919876543210', 'x', 'y', 'KA', '560025', 100, 0, 100, now(), ${method} from orders
    returning number`);
  return rows[0]!.number;
}

test("the database lets an order make exactly the moves of the tables, and summarises its states likewise", async () => {
  for (const from of pairs) {
    const number = await insertOrder(from);
    for (const to of pairs) {
      const [payment, fulfilment] = to;
      const moved = inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<{ state: string }>(sql`
          update orders set payment_state = ${payment}, fulfilment_state = ${fulfilment},
            paid_at = case when ${payment} = 'paid' then coalesce(paid_at, now()) else paid_at end
          where number = ${number} returning state`);
        throw new Undone(rows[0]!.state);
      }).catch((error: unknown) => (error instanceof Undone ? error.state : null));
      expect(await moved, `${from.join(" ")} -> ${to.join(" ")}`).toBe(
        canMove(from, to) ? summariseStates(payment, fulfilment) : null,
      );
    }
  }
});

test("only a sale at the counter is handed over at once when it is paid", async () => {
  const { from, to } = moveAtCounter;
  const pay = async (method: string) =>
    db.execute(sql`
      update orders set payment_state = ${to[0]}, fulfilment_state = ${to[1]}, paid_at = now()
      where number = ${await insertOrder(from, method)}`);
  expect((await pay("counter")).rowCount).toBe(1);
  await expect(pay("online")).rejects.toThrow();
  expect(canMove(from, to)).toBe(false);
});

/** Thrown to roll a move back. */
class Undone extends Error {
  readonly state: string;

  constructor(state: string) {
    super("undone");
    this.state = state;
  }
}

test("the database knows the pairs of the table and no other", async () => {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_states_check'`,
  );
  const known = [...rows[0]!.definition.matchAll(/'(\w+ \w+)'/g)].map(([, pair]) => pair);
  expect(known.sort()).toEqual(pairs.map((pair) => pair.join(" ")).sort());
});

test("a process of the previous version moves both states by the one word", async () => {
  const number = await insertOrder(["awaited", "held"]);
  const seen: string[] = [];
  for (const state of ["expired", "paid", "shipped", "delivered", "refund_pending", "refunded"]) {
    const { rows } = await db.execute<{ states: string }>(sql`
      update orders set state = ${state}, paid_at = case when ${state} = 'paid' then now() else paid_at end
      where number = ${number} returning concat_ws(' ', state, payment_state, fulfilment_state, confirmed_at = paid_at) as states`);
    seen.push(rows[0]!.states);
  }
  expect(seen).toEqual([
    "expired none expired",
    "paid paid to_pack t",
    "shipped paid shipped t",
    "delivered paid delivered t",
    "refund_pending refund_pending delivered t",
    "refunded refunded delivered t",
  ]);
});

test("no walk leads to money that was not paid, or back from money that was", () => {
  const after = (from: Pair) => pairs.filter((to) => canMove(from, to));
  const reachable = (from: Pair): Set<Pair> => {
    const reached = new Set<Pair>();
    const todo = [from];
    for (let one = todo.pop(); one; one = todo.pop())
      for (const to of after(one)) if (!reached.has(to)) todo.push((reached.add(to), to));
    return reached;
  };
  for (const from of pairs) {
    const [payment, fulfilment] = from;
    for (const [to, where] of reachable(from)) {
      if (hasPaid(payment)) expect(hasPaid(to), `${from.join(" ")} -> ${to}`).toBe(true);
      // Copies that were sold are never held again, and copies of an ended order are sold only with a payment.
      if (fulfilment !== "held") expect(where).not.toBe("held");
    }
    // Sending a parcel changes no money: an order becomes paid before it, or after the carrier collected the money or
    // the buyer owed it.
    for (const [to, where] of after(from))
      if (to === "paid" && where !== "to_pack")
        expect(["paid", "collected", "owed"], `${from.join(" ")} -> ${to} ${where}`).toContain(payment);
  }
});

test("states by what may follow", () => {
  expect(parcelStates).toEqual(["paid", "to_pack", "shipped"]);
  const payable = ["expired", "pending_payment", "superseded", "to_confirm", "to_pack"];
  expect([...payableStates].sort()).toEqual(payable);
  const refundable = ["cancelled", "delivered", "expired", "paid", "returned", "shipped", "superseded", "to_pack"];
  expect([...refundableStates].sort()).toEqual(refundable);
  for (const state of confirmedStates) if (state !== "to_pack") expect(payableStates).not.toContain(state);
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
