/** A simple model of carts, orders and refunds, with which the model tests compare the real shop. */
import type { OrderState } from "#shop/sales/orders/order-state.ts";

/** One step of a reader, the bank, the clock or the bookseller; `order` counts from the first of the run. */
export type Step =
  | { does: "add" | "add-and-checkout"; reader: number; bookId: string }
  | { does: "set"; reader: number; bookId: string; quantity: number }
  | { does: "checkout"; reader: number }
  | { does: "pay" | "pay-unheard" | "hear" | "fail" | "expire" | "cancel" | "ship"; order: number }
  | { does: "cancel-copies" | "ship-copies"; order: number; bookId: string; quantity: number }
  | { does: "deliver"; order: number; parcel: number }
  | { does: "refund"; order: number; isHalf: boolean }
  | { does: "carry-refunds" }
  | { does: "restock"; bookId: string; quantity: number };

type Copies = Record<string, number>;

interface ModelOrder {
  reader: number;
  version: number;
  state: OrderState;
  lines: Copies;
  cancelled: Copies;
  parcels: { copies: Copies; isPart: boolean; isThere: boolean }[];
  totalPaise: number;
  /** The payment has succeeded at the bank. */
  isPaidThere: boolean;
  /** The shop knows of the payment. */
  isNoticed: boolean;
  isSettled: boolean;
  refunds: { amount: number; state: "requested" | "processed" }[];
}

/** The model of a shop, in plain objects. */
export interface Model {
  perform: (step: Step) => void;
  seen: () => unknown;
  /** Half of the unrefunded part of an order's payment. */
  halfOf: (order: number) => number;
}

/** A shop with this stock, and `readers` readers with empty carts. */
export function openModel(given: { stock: Copies; prices: Copies; readers: number }): Model {
  const onHand: Copies = { ...given.stock };
  const carts = Array.from({ length: given.readers }, (): { lines: Copies; version: number } => ({
    lines: {},
    version: 0,
  }));
  const orders: ModelOrder[] = [];

  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const isWaiting = (order: ModelOrder) => order.state === "pending_payment";
  const held = (bookId: string, of = orders) => sum(of.filter(isWaiting).map((order) => order.lines[bookId] ?? 0));
  const free = (bookId: string) => onHand[bookId]! - held(bookId);
  const costOf = (lines: Copies) => sum(Object.entries(lines).map(([id, copies]) => given.prices[id]! * copies));
  const leftOf = (order: ModelOrder) => order.totalPaise - sum(order.refunds.map(({ amount }) => amount));
  const sent = (order: ModelOrder, bookId: string) => sum(order.parcels.map(({ copies }) => copies[bookId] ?? 0));
  /** Copies that wait to be sent. */
  const remaining = (order: ModelOrder, bookId: string) =>
    (order.lines[bookId] ?? 0) - (order.cancelled[bookId] ?? 0) - sent(order, bookId);
  const isOver = (order: ModelOrder) => Object.keys(order.lines).every((id) => remaining(order, id) === 0);

  function change(reader: number, bookId: string, wanted: number, current: number) {
    const cart = carts[reader]!;
    const own = held(
      bookId,
      orders.filter((order) => order.reader === reader),
    );
    const quantity = Math.min(wanted, 20, free(bookId) + own);
    if (wanted > current && quantity <= current) return;
    // A change without effect makes no new version, so an open order still belongs to the cart.
    if (Math.max(0, quantity) !== current) cart.version += 1;
    if (quantity > 0) cart.lines[bookId] = quantity;
    else delete cart.lines[bookId];
  }

  function checkOut(reader: number) {
    const { lines, version } = carts[reader]!;
    if (Object.keys(lines).length === 0) return;
    const waiting = orders.filter((order) => order.reader === reader && isWaiting(order));
    if (waiting.some((order) => order.version === version)) return;
    const own = (bookId: string) => held(bookId, waiting);
    if (Object.entries(lines).some(([id, copies]) => free(id) + own(id) < copies)) return;
    for (const order of waiting) order.state = "superseded";
    orders.push({
      reader,
      version,
      state: "pending_payment",
      lines: { ...lines },
      cancelled: {},
      parcels: [],
      totalPaise: costOf(lines),
      isPaidThere: false,
      isNoticed: false,
      isSettled: false,
      refunds: [],
    });
  }

  /** The shop checks the payment at Razorpay. */
  function hear(order: ModelOrder) {
    if (!order.isPaidThere || order.isNoticed) return;
    order.isNoticed = true;
    const isReplaced = orders.some(
      (one, at) => at > orders.indexOf(order) && one.reader === order.reader && one.isSettled,
    );
    const isThere = Object.entries(order.lines).every(([id, copies]) => free(id) >= copies);
    if (order.state === "cancelled") return refundPayment(order, order.totalPaise);
    if (!isWaiting(order) && (isReplaced || !isThere)) {
      order.state = "refund_pending";
      return refundPayment(order, order.totalPaise);
    }
    order.state = "paid";
    order.isSettled = true;
    const cart = carts[order.reader]!;
    cart.version += 1;
    for (const [id, copies] of Object.entries(order.lines)) {
      onHand[id]! -= copies;
      if ((cart.lines[id] ?? 0) > copies) cart.lines[id]! -= copies;
      else delete cart.lines[id];
    }
  }

  function refundPayment(order: ModelOrder, wanted: number) {
    const amount = Math.min(wanted, leftOf(order));
    if (amount >= 100) order.refunds.push({ amount, state: "requested" });
  }

  function cancel(order: ModelOrder, copies: Copies | null) {
    if (isWaiting(order) && !copies) {
      order.state = "cancelled";
      return;
    }
    if (order.state !== "paid") return;
    const wantedCopies = copies ?? Object.fromEntries(Object.keys(order.lines).map((id) => [id, remaining(order, id)]));
    if (Object.entries(wantedCopies).some(([id, quantity]) => quantity > remaining(order, id))) return;
    for (const [id, quantity] of Object.entries(wantedCopies)) {
      order.cancelled[id] = (order.cancelled[id] ?? 0) + quantity;
      onHand[id]! += quantity;
    }
    refundPayment(order, costOf(wantedCopies));
    if (!isOver(order)) return;
    order.state = order.parcels.length === 0 ? "refund_pending" : "shipped";
    arrive(order);
  }

  /** A fully refunded order is not sent. */
  function ship(order: ModelOrder, copies: Copies) {
    if (order.state !== "paid" || leftOf(order) === 0) return;
    if (Object.entries(copies).some(([id, quantity]) => quantity > remaining(order, id))) return;
    order.parcels.push({ copies, isPart: true, isThere: false });
    if (isOver(order)) order.state = "shipped";
    if (order.parcels.length === 1 && isOver(order)) order.parcels[0]!.isPart = false;
  }

  function deliver(order: ModelOrder, parcel: number) {
    const one = order.parcels[parcel - 1];
    if (!one || (order.state !== "paid" && order.state !== "shipped")) return;
    one.isThere = true;
    arrive(order);
  }

  function arrive(order: ModelOrder) {
    if (order.state === "shipped" && order.parcels.every(({ isThere }) => isThere)) order.state = "delivered";
  }

  function processRefunds() {
    for (const order of orders) {
      if (!order.refunds.some(({ state }) => state === "requested")) continue;
      for (const refund of order.refunds) refund.state = "processed";
      if (leftOf(order) === 0) order.state = "refunded";
    }
  }

  function refund(order: ModelOrder, amount: number) {
    if (order.isSettled && amount >= 100 && amount <= leftOf(order)) order.refunds.push({ amount, state: "requested" });
  }

  function performOn(order: ModelOrder, step: Extract<Step, { order: number }>) {
    if (step.does === "pay" || step.does === "pay-unheard") order.isPaidThere = true;
    if (step.does === "pay" || step.does === "hear" || step.does === "fail" || step.does === "expire") hear(order);
    if (step.does === "expire" && isWaiting(order)) order.state = "expired";
    if (step.does === "cancel") cancel(order, null);
    if (step.does === "cancel-copies") cancel(order, { [step.bookId]: step.quantity });
    if (step.does === "ship") {
      const left = Object.keys(order.lines).map((id): [string, number] => [id, remaining(order, id)]);
      ship(order, Object.fromEntries(left.filter(([, quantity]) => quantity > 0)));
    }
    if (step.does === "ship-copies") ship(order, { [step.bookId]: step.quantity });
    if (step.does === "deliver") deliver(order, step.parcel);
    if (step.does === "refund") refund(order, step.isHalf ? Math.floor(leftOf(order) / 2) : leftOf(order));
  }

  const orderAt = (place: number) => orders[place % Math.max(1, orders.length)];

  return {
    halfOf(place) {
      const order = orderAt(place);
      return order ? Math.floor(leftOf(order) / 2) : 0;
    },
    perform(step) {
      if ("order" in step) {
        const order = orderAt(step.order);
        if (order) performOn(order, step);
        return;
      }
      if (step.does === "checkout") return checkOut(step.reader);
      if (step.does === "carry-refunds") return processRefunds();
      if (step.does === "restock") {
        onHand[step.bookId]! += step.quantity;
        return;
      }
      const current = carts[step.reader]!.lines[step.bookId] ?? 0;
      change(step.reader, step.bookId, step.does === "set" ? step.quantity : current + 1, current);
      if (step.does === "add-and-checkout") checkOut(step.reader);
    },
    seen: () => ({
      stock: Object.fromEntries(Object.keys(onHand).map((id) => [id, { onHand: onHand[id]!, reserved: held(id) }])),
      carts: carts.map(({ lines }) => ({ ...lines })),
      orders: orders.map(({ state, refunds, parcels }) => ({
        state,
        refunds: refunds.map((refund) => ({ ...refund })),
        // For an order in one parcel, the order's own state shows whether it arrived.
        parcels: parcels.map(({ copies, isPart, isThere }) => (isPart ? { copies: { ...copies }, isThere } : null)),
      })),
    }),
  };
}
