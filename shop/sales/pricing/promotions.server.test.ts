/** Tests which codes can be used, when and by whom, and that parallel orders never exceed their limits. */

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { summer20 } from "#tests/support/sales/promotion-rule.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import {
  findAnnouncedPromotion,
  findUsablePromotion,
  foldCode,
  reserveRedemption,
  releaseRedemption,
  spendRedemption,
} from "./promotions.server.ts";
import type { PromotionRule } from "./discount-line.ts";
import { promotionMessages } from "./promotion-messages.ts";

const { db, pool } = await openTestDatabase();
const now = new Date("2026-03-01T10:00:00Z");

interface Made {
  startsAt?: string;
  endsAt?: string;
  limit?: number;
  limitPerEmail?: number;
}

/** Creates a promotion of 10 % off everything and returns its rule. */
async function promote(code: string, { startsAt = "2026-01-01", endsAt, limit, limitPerEmail }: Made = {}) {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, ends_at, redemption_limit, redemption_limit_per_email)
    values (${code}, 'Ten', 'everything', 10, ${startsAt}::timestamptz, ${endsAt ?? null}::timestamptz, ${limit ?? null},
      ${limitPerEmail ?? null})`);
  const rule: PromotionRule = { ...summer20, code, label: "Ten", percentOff: 10, appliesTo: "everything" };
  return rule;
}

/** Creates an unpaid order with a cart of its own. */
async function waitingOrder(): Promise<{ orderId: number; cartId: number }> {
  const { rows } = await db.execute<{ orderId: string; cartId: string }>(sql`
    with cart as (
      insert into carts (token_hash) values (decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'))
      returning id)
    insert into orders (number, cart_id, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
      subtotal_paise, shipping_paise, total_paise, reserved_until)
    select 'EP-' || lpad(id::text, 10, '0'), id, 1, 'pending_payment', 'a@example.com', 'A', '+919876543210', 'x', 'y', 'KA',
      '560025', 100, 0, 100, now() from cart
    returning id as order_id, cart_id`);
  return { orderId: Number(rows[0]!.orderId), cartId: Number(rows[0]!.cartId) };
}

type Promotion = Awaited<ReturnType<typeof promote>>;
const hold = (promotion: Promotion, orderId: number, email = "asha@example.com", at = now) =>
  inTransaction(db, (tx) => reserveRedemption(tx, { promotion, orderId, email, now: at }));
const find = (code: string, email: string | null = null, cartId?: number) =>
  findUsablePromotion(db, code, email, now, cartId);

async function heldOrUsed(code: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from redemptions where promotion_code = ${code} and state in ('held', 'used')`,
  );
  return rows[0]!.count;
}

test("a code is known however it is typed", async () => {
  for (const typed of ["SUMMER20", " summer20 ", "Summer20\n"]) {
    expect(await findUsablePromotion(db, typed, null, new Date())).toEqual({ ok: true, promotion: summer20 });
  }
});

test("what cannot be a code is not looked up, and unknown as any other", async () => {
  for (const typed of [
    "",
    " ",
    "A".repeat(21),
    "SUMMER 20",
    "SUMMER-20",
    "' or 1=1 --",
    "ＳＵＭＭＥＲ20",
    "straße",
    "\0",
  ]) {
    expect(foldCode(typed), typed).toBeNull();
    expect(await find(typed), typed).toEqual({ ok: false, reason: "unknown" });
  }
  expect(await find("WINTER99")).toEqual({ ok: false, reason: "unknown" });
});

test("a code is good from its first moment until its last", async () => {
  const promotion = await promote("MARCH", { startsAt: "2026-03-01T00:00:00Z", endsAt: "2026-04-01T00:00:00Z" });
  const { orderId } = await waitingOrder();
  const moments = [
    ["2026-02-28T23:59:59.999Z", { ok: false, reason: "not-started" }],
    ["2026-03-01T00:00:00.000Z", { ok: true, promotion }],
    ["2026-03-31T23:59:59.999Z", { ok: true, promotion }],
    ["2026-04-01T00:00:00.000Z", { ok: false, reason: "expired" }],
  ] as const;
  for (const [moment, expected] of moments) {
    expect(await findUsablePromotion(db, "MARCH", null, new Date(moment)), moment).toEqual(expected);
    expect(await hold(promotion, orderId, undefined, new Date(moment)), moment).toEqual(expected);
  }
});

test("fifty orders that hold a one-use code at the same moment get it once", async () => {
  const promotion = await promote("ONCE", { limit: 1 });
  const waiting = await Promise.all(Array.from({ length: 50 }, waitingOrder));
  await warm(pool, 10);
  const held = await Promise.all(
    waiting.map(({ orderId }, reader) => hold(promotion, orderId, `r${reader}@example.com`)),
  );
  expect(held.filter((one) => one.ok)).toHaveLength(1);
  expect(held.filter((one) => !one.ok && one.reason === "used-up")).toHaveLength(49);
  expect(await heldOrUsed("ONCE")).toBe(1);
  expect(await find("ONCE")).toEqual({ ok: false, reason: "used-up" });
});

test("one reader with many orders at once gets the code as often as each reader may, however the address is written", async () => {
  const promotion = await promote("TWICE", { limitPerEmail: 2 });
  const waiting = await Promise.all(Array.from({ length: 20 }, waitingOrder));
  const spellings = ["asha@example.com", "Asha@Example.com", " asha@example.com "];
  await warm(pool, 10);
  const held = await Promise.all(waiting.map(({ orderId }, at) => hold(promotion, orderId, spellings[at % 3])));
  expect(held.filter((one) => one.ok)).toHaveLength(2);
  expect(held.filter((one) => !one.ok && one.reason === "used-by-you")).toHaveLength(18);
  expect(await find("TWICE", "ASHA@example.com")).toEqual({ ok: false, reason: "used-by-you" });
  expect(await find("TWICE", "ravi@example.com")).toMatchObject({ ok: true });
  expect(await find("TWICE")).toMatchObject({ ok: true });
});

test("aliases of one mailbox are one reader to a code that each may use once", async () => {
  const promotion = await promote("EACHONE", { limitPerEmail: 1 });
  const same = { ok: false, reason: "used-by-you" };
  const order = async () => (await waitingOrder()).orderId;
  expect(await hold(promotion, await order(), "one@example.com")).toMatchObject({ ok: true });
  expect(await hold(promotion, await order(), "one+1@example.com")).toEqual(same);
  expect(await hold(promotion, await order(), "ONE+two@Example.com")).toEqual(same);
  expect(await hold(promotion, await order(), "o.ne@example.com")).toMatchObject({ ok: true });
  expect(await hold(promotion, await order(), "asha.rao@gmail.com")).toMatchObject({ ok: true });
  expect(await hold(promotion, await order(), "a.sharao@gmail.com")).toEqual(same);
  expect(await hold(promotion, await order(), "asharao+books@googlemail.com")).toEqual(same);
  expect(await find("EACHONE", "ash.arao@gmail.com")).toEqual(same);
});

test("whether a mailbox has used a code is known without reading every use of it", async () => {
  const promotion = await promote("POPULAR", { limitPerEmail: 1 });
  const { orderId, cartId } = await waitingOrder();
  await db.execute(sql`
    with orders_made as (
      insert into orders (number, cart_id, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
        subtotal_paise, shipping_paise, total_paise, reserved_until)
      select 'EP-P' || lpad(n::text, 9, '0'), ${cartId}, 1, 'expired', 'a@example.com', 'A', '+919876543210', 'x', 'y',
        'KA', '560025', 100, 0, 100, now() from generate_series(1, 3000) n
      returning id)
    insert into redemptions (promotion_code, order_id, email, state)
    select 'POPULAR', id, 'reader' || id || '@example.com', 'used' from orders_made`);
  await db.execute(sql`analyze redemptions`);
  const rowsRead = await inTransaction(db, async (tx) => {
    expect(await findUsablePromotion(tx, "POPULAR", null, now)).toMatchObject({ ok: true });
    expect(await findUsablePromotion(tx, "POPULAR", "asha@example.com", now)).toMatchObject({ ok: true });
    expect(await reserveRedemption(tx, { promotion, orderId, email: "asha@example.com", now })).toMatchObject({
      ok: true,
    });
    const { rows } = await tx.execute<{ count: number }>(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
      where relname = 'redemptions'`);
    return rows[0]!.count;
  });
  expect(rowsRead).toBeLessThan(100);
});

test("a code without limits is held by all who ask, none waiting for another's commit", async () => {
  const promotion = await promote("ALWAYS");
  const [first, second] = [await waitingOrder(), await waitingOrder()];
  await inTransaction(db, async (tx) => {
    await reserveRedemption(tx, { promotion, orderId: first.orderId, email: "a@example.com", now });
    expect(await hold(promotion, second.orderId)).toMatchObject({ ok: true });
  });
  expect(await heldOrUsed("ALWAYS")).toBe(2);
});

test("a use that is given back can be had again; twice gives back one", async () => {
  const promotion = await promote("BACK", { limit: 2 });
  const [first, second, third, fourth] = await Promise.all([0, 1, 2, 3].map(waitingOrder));
  await hold(promotion, first!.orderId);
  await hold(promotion, second!.orderId);
  expect(await hold(promotion, third!.orderId)).toEqual({ ok: false, reason: "used-up" });
  await releaseRedemption(db, first!.orderId);
  await releaseRedemption(db, first!.orderId);
  expect(await find("BACK")).toMatchObject({ ok: true });
  expect(await hold(promotion, third!.orderId)).toMatchObject({ ok: true });
  expect(await hold(promotion, fourth!.orderId)).toEqual({ ok: false, reason: "used-up" });
});

test("an order that is undone has held nothing", async () => {
  const promotion = await promote("UNDONE", { limit: 1 });
  const { orderId } = await waitingOrder();
  const undone = inTransaction(db, async (tx) => {
    await reserveRedemption(tx, { promotion, orderId, email: "asha@example.com", now });
    throw new Error("sold out");
  });
  await expect(undone).rejects.toThrow("sold out");
  expect(await find("UNDONE")).toMatchObject({ ok: true });
});

test("what the open order of a reader's own cart holds does not stand in the reader's way", async () => {
  const promotion = await promote("MINE", { limit: 1, limitPerEmail: 1 });
  const { orderId, cartId } = await waitingOrder();
  await hold(promotion, orderId);
  expect(await find("MINE", "asha@example.com", cartId)).toMatchObject({ ok: true });
  expect(await find("MINE", "ravi@example.com")).toEqual({ ok: false, reason: "used-up" });
  const beside = await waitingOrder();
  expect(await find("MINE", "ravi@example.com", beside.cartId)).toEqual({ ok: false, reason: "used-up" });
  expect(await hold(promotion, orderId, "asha.rao@example.com")).toMatchObject({ ok: true });
  const { rows } = await db.execute(sql`select email, state from redemptions where order_id = ${orderId}`);
  expect(rows).toEqual([{ email: "asha.rao@example.com", state: "held" }]);
  await spendRedemption(db, orderId);
  expect(await find("MINE", "asha.rao@example.com", cartId)).toEqual({ ok: false, reason: "used-by-you" });
});

test("a paid use stays used, and one paid after it was given back is taken again", async () => {
  const promotion = await promote("PAID", { limit: 1 });
  const [late, early] = [await waitingOrder(), await waitingOrder()];
  await hold(promotion, late.orderId);
  await releaseRedemption(db, late.orderId);
  await hold(promotion, early.orderId);
  await spendRedemption(db, early.orderId);
  await releaseRedemption(db, early.orderId);
  expect(await heldOrUsed("PAID")).toBe(1);
  await spendRedemption(db, late.orderId);
  expect(await heldOrUsed("PAID")).toBe(2);
});

test("an order holds one code at a time, the newest, and holds it again after it was given back", async () => {
  const [first, second] = [await promote("FIRST", { limit: 1 }), await promote("SECOND", { limit: 1 })];
  const { orderId } = await waitingOrder();
  await hold(first, orderId);
  expect(await hold(second, orderId)).toMatchObject({ ok: true });
  expect([await heldOrUsed("FIRST"), await heldOrUsed("SECOND")]).toEqual([0, 1]);
  await releaseRedemption(db, orderId);
  expect(await hold(second, orderId)).toMatchObject({ ok: true });
  expect(await heldOrUsed("SECOND")).toBe(1);
});

test("a limit that the bookseller sets holds from the next order on, and a code that is gone is unknown", async () => {
  const promotion = await promote("CHANGED");
  const [first, second] = [await waitingOrder(), await waitingOrder()];
  await hold(promotion, first.orderId);
  await db.execute(sql`update promotions set redemption_limit = 1 where code = 'CHANGED'`);
  expect(await hold(promotion, second.orderId)).toEqual({ ok: false, reason: "used-up" });
  expect(await hold({ ...promotion, code: "GONE" }, second.orderId)).toEqual({ ok: false, reason: "unknown" });
});

test("every refusal has its own words", () => {
  expect(new Set(Object.values(promotionMessages)).size).toBe(6);
});

test("of the codes that are announced the first that works is told of, and none when none does", async () => {
  const told = async () => (await findAnnouncedPromotion(db, new Date()))?.code ?? null;
  await db.execute(sql`update promotions set starts_at = now() - interval '1 day' where code = 'SUMMER20'`);
  expect(await told()).toBe("SUMMER20");
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, is_announced)
    values ('LATER', 'Later', 'everything', 10, now() + interval '1 day', true),
      ('QUIET', 'Quiet', 'everything', 10, now() - interval '1 hour', false)`);
  expect(await told()).toBe("SUMMER20");
  await db.execute(sql`update promotions set starts_at = now() - interval '1 hour' where code = 'LATER'`);
  expect(await told()).toBe("LATER");
  await db.execute(sql`update promotions set ends_at = now() - interval '1 second' where code = 'LATER'`);
  expect(await told()).toBe("SUMMER20");
  await db.execute(sql`update promotions set ends_at = now() - interval '1 second' where code = 'SUMMER20'`);
  expect(await told()).toBeNull();
});
