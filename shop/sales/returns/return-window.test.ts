/** Tests until when books can be returned, and which copies. */

import { expect, test } from "vitest";

import type { OrderState } from "#shop/sales/orders/order-state.ts";
import { listReturnable, returnsEnd } from "./return-window.ts";

const settings: Parameters<typeof returnsEnd>[1] = {
  returnDays: 10,
  delivery: {
    packingDays: 2,
    cities: [2, 4],
    rest: [4, 8],
    far: [7, 12],
    cutOffHour: 24,
    packsOn: [1, 2, 3, 4, 5],
    carriersOn: [1, 2, 3, 4, 5],
    daysOff: [],
  },
};
const move = (state: OrderState, at: string) => ({ state, at });
const shipped = move("shipped", "2026-11-01T10:00:00Z");
const delivered = move("delivered", "2026-11-03T20:00:00Z"); // the 4th in India

const whole = { copies: null, replaces: null, shippedAt: shipped.at, deliveredAt: null };

type Order = Parameters<typeof listReturnable>[0];
const order = (lines: Order["lines"], returns: Order["returns"] = [], state: OrderState = "delivered"): Order => ({
  state,
  isCollection: false,
  lines,
  moves: [shipped, delivered],
  returns,
  parcels: state === "delivered" ? [whole] : [],
});
const soon = new Date("2026-11-05T00:00:00Z");

test("a book may be sent back until the end of the last day, in India, after the day the parcel came", () => {
  expect(returnsEnd({ moves: [shipped, delivered], parcels: [whole] }, settings)?.toISOString()).toBe(
    "2026-11-14T18:30:00.000Z",
  );
});

test("while nobody has told that the parcel came, the slowest parcel's days are added", () => {
  expect(returnsEnd({ moves: [shipped], parcels: [whole] }, settings)?.toISOString()).toBe("2026-11-27T18:30:00.000Z");
});

test("what was not sent cannot be sent back", () => {
  expect(returnsEnd({ moves: [move("paid", shipped.at)], parcels: [] }, settings)).toBeNull();
  expect(listReturnable(order([{ quantity: 1, cancelled: 0 }], [], "paid"), settings, soon)).toEqual([]);
});

test("copies that were cancelled, or are on their way back, are not sent back again; refused ones may be asked about", () => {
  const returns: Order["returns"] = [
    { position: 0, quantity: 1, state: "accepted" },
    { position: 1, quantity: 1, state: "asked" },
    { position: 2, quantity: 2, state: "refused" },
  ];
  const lines = [
    { quantity: 3, cancelled: 1 },
    { quantity: 2, cancelled: 0 },
    { quantity: 2, cancelled: 0 },
    { quantity: 1, cancelled: 1 },
  ];
  expect(listReturnable(order(lines, returns), settings, soon)).toEqual([
    { position: 0, quantity: 1 },
    { position: 2, quantity: 2 },
  ]);
});

test("when the time is over nothing is left to send back", () => {
  const one = order([{ quantity: 1, cancelled: 0 }]);
  expect(listReturnable(one, settings, new Date("2026-11-14T18:29:59Z"))).toHaveLength(1);
  expect(listReturnable(one, settings, new Date("2026-11-14T18:30:00Z"))).toEqual([]);
});

test("of an order that went in part, what was sent may be sent back, from its own day on; of several the last day counts", () => {
  const paid = move("paid", "2026-10-30T10:00:00Z");
  const part = (copies: { position: number; quantity: number }[], shippedAt: string, deliveredAt: string | null) => ({
    copies,
    replaces: null,
    shippedAt,
    deliveredAt,
  });
  const first = part([{ position: 0, quantity: 1 }], shipped.at, delivered.at);
  const lines = [
    { quantity: 2, cancelled: 0 },
    { quantity: 1, cancelled: 0 },
  ];
  const returns: Order["returns"] = [];
  const half: Order = { state: "paid", isCollection: false, lines, moves: [paid], returns, parcels: [first] };
  expect(returnsEnd(half, settings)?.toISOString()).toBe("2026-11-14T18:30:00.000Z");
  expect(listReturnable(half, settings, soon)).toEqual([{ position: 0, quantity: 1 }]);
  const asked: Order = { ...half, returns: [{ position: 0, quantity: 1, state: "accepted" }] };
  expect(listReturnable(asked, settings, soon)).toEqual([]);
  const rest = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ];
  const second = part(rest, "2026-11-10T10:00:00Z", null);
  const all: Order = {
    ...half,
    state: "shipped",
    moves: [paid, move("shipped", second.shippedAt)],
    parcels: [first, second],
  };
  expect(returnsEnd(all, settings)?.toISOString()).toBe("2026-12-06T18:30:00.000Z");
  expect(listReturnable(all, settings, soon)).toEqual([
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ]);
});
