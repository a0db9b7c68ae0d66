/** Tests which events of an order its timeline lists, in which order and words. */
import { expect, test } from "vitest";

import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import type { OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { OrderRefund } from "#shop/sales/orders/refund-labels.ts";
import { buildTimeline } from "./timeline.ts";
import { orderFlashText } from "./flash-texts.ts";

const visa = { provider: "razorpay", method: "card", network: "Visa", last4: "1007" };
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, "0")}:00.5+00:00`;

const refund = (change: Partial<OrderRefund>): OrderRefund => ({
  id: 1,
  amountPaise: 50_900,
  state: "processed",
  reason: "cancelled",
  note: "",
  copies: [{ position: 0, quantity: 1 }],
  askedAt: at(10),
  endedAt: at(12),
  isOfBill: true,
  isOfDue: false,
  replacedBy: null,
  payment: visa,
  paidOtherwise: null,
  ...change,
});

const parcelWith = (change: Partial<OrderParcel>): OrderParcel => ({
  place: 1,
  carrier: "India Post",
  trackingNumber: "EE1",
  trackingUrl: "",
  shippedAt: at(4),
  keptUntil: null,
  deliveredAt: null,
  replaces: null,
  isExtra: false,
  failure: null,
  failedAt: null,
  copies: null,
  ...change,
});

function orderWith({ refunds = [], cancelled = 0, ...change }: Partial<OrderPage> & { cancelled?: number }): OrderPage {
  const line = { bookId: "gora", title: "Gora", author: "Tagore", format: "paperback", quantity: 2, cancelled };
  return {
    number: "EP-7K2M9QX4TB",
    linkVersion: 0,
    state: "paid",
    paidPaise: 101_800,
    lines: [{ ...line, unitPricePaise: 50_900, totalPaise: 101_800 }],
    moves: [
      { state: "pending_payment", at: at(0) },
      { state: "paid", at: at(1) },
    ],
    refunds,
    returns: [],
    documents: [],
    parcels: [],
    ...change,
  } as OrderPage;
}

const told = (order: OrderPage) =>
  buildTimeline(order).map(({ words, detail }) => (detail ? `${words}: ${detail}` : words));
const start = ["Order placed", "Paid"];
const account = "your Visa card ending in 1007";

test("cancelled copies and the money for them stand between the order's moves, when they happened", () => {
  const order = orderWith({ refunds: [refund({})] });
  order.moves.push({ state: "shipped", at: at(11) });
  expect(told(order)).toEqual([
    ...start,
    `1 copy of Gora cancelled: ₹509.00 goes back to ${account}`,
    "Sent",
    "₹509.00 was refunded to you",
  ]);
});

test("a cancelled order is said to be cancelled once, and its refund to have gone once", () => {
  const order = orderWith({ refunds: [refund({ copies: [{ position: 0, quantity: 2 }], amountPaise: 101_800 })] });
  order.moves.push({ state: "refund_pending", at: at(10) }, { state: "refunded", at: at(12) });
  expect(told(order)).toEqual([...start, "Cancelled", "₹1,018.00 was refunded to you"]);
});

test("an order cancelled when nothing was left to send back is cancelled all the same", () => {
  const order = orderWith({ refunds: [refund({ reason: "bookseller", copies: [], note: "A gift", endedAt: at(3) })] });
  order.moves.push({ state: "refund_pending", at: at(20) });
  expect(told(order).at(-1)).toBe("Cancelled");
});

test("money that the shop gives back has its reason; that which has not gone, or was found, has its own words", () => {
  const gift: Partial<OrderRefund> = { reason: "bookseller", copies: [], note: "A stained cover" };
  expect(told(orderWith({ refunds: [refund({ ...gift, state: "pending" })] }))).toEqual([
    ...start,
    "Refund of ₹509.00: A stained cover",
  ]);
  expect(told(orderWith({ refunds: [refund({ ...gift, state: "failed" })] })).at(-1)).toBe(
    "₹509.00 could not be refunded yet: We are working on it",
  );
  expect(told(orderWith({ refunds: [refund({ reason: "elsewhere", copies: [] })] }))).toEqual([
    ...start,
    "₹509.00 was refunded to you: Your payment was refunded",
  ]);
});

test("a parcel on delivery that came back has one entry, which says that nothing is to be paid", () => {
  const failed = parcelWith({ failure: "came-back", failedAt: at(8) });
  const less = refund({ reason: "returned", isOfDue: true, amountPaise: 101_800, askedAt: at(8), endedAt: at(8) });
  const order = orderWith({ state: "returned", parcels: [failed], refunds: [less] });
  order.moves.push({ state: "shipped", at: at(4) }, { state: "returned", at: at(8) });
  expect(told(order)).toEqual([
    ...start,
    "Sent: Carried by India Post, EE1",
    "The parcel came back to us: You have nothing to pay",
  ]);
});

test("a note says what was done, as the order stands", () => {
  const rest = "We will send you an e-mail about it.";
  expect(orderFlashText("cancelled", orderWith({ refunds: [refund({})], cancelled: 1 }))).toBe(
    `1 copy of Gora is cancelled. ${rest}`,
  );
  expect(orderFlashText("cancelled", orderWith({ refunds: [refund({})], cancelled: 2 }))).toBe(
    `Your order is cancelled. ${rest}`,
  );
  expect(orderFlashText("nothing-back", orderWith({ paidPaise: 0 }))).toContain("No money was taken for it.");
  expect(orderFlashText("nothing-back", orderWith({}))).toContain("Your payment was refunded earlier");
  expect(orderFlashText("too-late", orderWith({ state: "shipped" }))).toContain("has left the shop");
  expect(orderFlashText("too-late", orderWith({ state: "refunded" }))).toBe(
    "There is nothing left to cancel in this order.",
  );
  for (const odd of [null, "", "constructor", "__proto__"]) expect(orderFlashText(odd, orderWith({}))).toBeNull();
});

test("the bill stands beside the payment, the parcel beside its sending, and a return with its answer", () => {
  const order = orderWith({
    documents: [{ number: "EP26-27/000001", kind: "bill" }],
    parcels: [parcelWith({ shippedAt: at(5) })],
    returns: [
      {
        id: 1,
        position: 0,
        quantity: 1,
        reason: "damaged",
        words: "Torn",
        state: "received",
        answer: "A courier rings you.",
        askedAt: at(12),
        answeredAt: at(13),
        receivedAt: at(14),
      },
    ],
    refunds: [refund({ reason: "returned", state: "pending", askedAt: at(14) })],
  });
  order.moves.push({ state: "shipped", at: at(5) });
  expect(told(order)).toEqual([
    "Order placed",
    "Paid: Bill EP26-27/000001",
    "Sent: Carried by India Post, EE1",
    "Return of 1 copy of Gora requested: It came damaged",
    "Return of 1 copy of Gora accepted: A courier rings you.",
    "We received 1 copy of Gora",
    "Refund of ₹509.00: For what you returned",
  ]);
});

test("of an order that went in parts each parcel tells of itself; one whose rest was cancelled reads as any other", () => {
  const one = { copies: [{ position: 0, quantity: 1 }] };
  const first = parcelWith({ ...one, deliveredAt: at(7) });
  const second = parcelWith({ ...one, place: 2, trackingNumber: "EE2", shippedAt: at(6), deliveredAt: at(9) });
  const order = orderWith({ state: "delivered", parcels: [first, second] });
  order.moves.push({ state: "shipped", at: at(6) }, { state: "delivered", at: at(9) });
  expect(told(order)).toEqual([
    ...start,
    "Parcel 1 sent: Carried by India Post, EE1",
    "Parcel 2 sent: Carried by India Post, EE2",
    "Parcel 1 delivered",
    "Parcel 2 delivered",
  ]);
  expect(told(orderWith({ parcels: [parcelWith(one)] })).at(-1)).toBe("Parcel 1 sent: Carried by India Post, EE1");
  const cut = orderWith({ state: "delivered", parcels: [first], cancelled: 1 });
  cut.moves.push({ state: "shipped", at: at(5) }, { state: "delivered", at: at(7) });
  expect(told(cut)).toEqual([...start, "Sent: Carried by India Post, EE1", "Delivered"]);
});
