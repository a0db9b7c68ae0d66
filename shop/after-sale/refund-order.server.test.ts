import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { carryRefunds } from "#shop/payments/reconcile.server.ts";
import { paidOrder, refundsOf } from "#tests/support/paid-order.ts";
import { cartOf, orderOf, putOnShelf, shelfOf, stateOf } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { refundOrder } from "./refund-order.server.ts";
import { shipOrder } from "./ship-order.server.ts";

const till = await openTestServices({}, { connections: 20 });
const { db, services } = till;
await putOnShelf(db, "godan", 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("the bookseller gives back a part, then the rest; the books stay where they are", async () => {
  const { number, totalPaise } = await paidOrder(till, "parts", { godan: 1 });
  const shelf = await shelfOf(db, "godan");
  expect(await refundOrder(db, number, 5000, "a bent corner")).toMatchObject({ ok: true, amountPaise: 5000 });
  await carryRefunds(services);
  expect(await stateOf(db, number)).toBe("paid");
  expect(await refundOrder(db, number, undefined, "")).toMatchObject({ ok: true, amountPaise: totalPaise - 5000 });
  await carryRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await shelfOf(db, "godan")).toEqual(shelf);
  expect(await refundOrder(db, number, undefined, "")).toEqual({ ok: false, reason: "nothing-left", leftPaise: 0 });
});

test("an order that is on its way can be refunded, and ends", async () => {
  const { number } = await paidOrder(till, "onitsway", { godan: 1 });
  await shipOrder(db, number, { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" });
  await refundOrder(db, number, undefined, "lost in the post");
  await carryRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
});

test("of many who refund an order at the same moment one does", async () => {
  const { number, totalPaise } = await paidOrder(till, "atonce", { godan: 1 });
  const asked = await Promise.all(Array.from({ length: 10 }, () => refundOrder(db, number, undefined, "")));
  expect(asked.filter((one) => one.ok)).toHaveLength(1);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: totalPaise, reason: "bookseller" }]);
});

test("more than was paid, less than a rupee, an unpaid order and one that is nowhere are refused", async () => {
  const { number, totalPaise } = await paidOrder(till, "refused", { godan: 1 });
  for (const amount of [totalPaise + 1, 99, 0, -500]) {
    const refusal = { ok: false, reason: "too-much", leftPaise: totalPaise };
    expect(await refundOrder(db, number, amount, ""), String(amount)).toEqual(refusal);
  }
  const unpaid = await orderOf(services, cartOf("unpaid"), { godan: 1 });
  expect(await refundOrder(db, unpaid.number, 500, "")).toEqual({ ok: false, reason: "not-paid", leftPaise: 0 });
  const none = await refundOrder(db, "EP-0000000000", 500, "");
  expect(none).toEqual({ ok: false, reason: "no-such-order", leftPaise: 0 });
});
