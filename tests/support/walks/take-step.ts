/** Takes a step of a walk: calls the shop's functions, and enters what they answer in the ledger. */
import { sql } from "#db/sql.ts";

import { isoDay } from "#shop/kernel/dates/dates.ts";
import { sellAtCounter } from "#shop/sales/counter/sell-at-counter.server.ts";
import { takeBack } from "#shop/sales/counter/return-at-counter.server.ts";
import { handOver } from "#shop/sales/orders/collection/hand-over.server.ts";
import { lastDayKept } from "#shop/sales/orders/collection/last-day-kept.ts";
import { confirmOrder } from "#shop/sales/orders/confirm-order.server.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { transferLeftSql } from "#shop/sales/orders/due-transfer.server.ts";
import { deliverOrder, takeBackArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { openPaymentBeforeDelivery } from "#shop/sales/orders/placing/open-payment.server.ts";
import { placeOnDelivery, placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { recordTransfer } from "#shop/sales/payments/bank-transfers.server.ts";
import { closeRefund } from "#shop/sales/payments/close-refund.server.ts";
import { expireReservations, processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { recordRemittance } from "#shop/sales/remittances/record-remittance.server.ts";
import { acceptReturn, receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { endRefundedParcel } from "#shop/sales/returns/end-refunded-parcel.server.ts";
import { refundParcel, resendParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { counterSale } from "#tests/support/sales/counter-sale.ts";
import { noAddress, trackingOf } from "#tests/support/sales/order-on-delivery.ts";
import { orderOfQuotation } from "#tests/support/sales/quoted.ts";
import { cartOf, deliveryOf, fillCart } from "#tests/support/sales/sale.ts";
import type { TestServices } from "#tests/support/shop/test-services.ts";
import { copiesToSend, moveCopies, type WalkLedger, type WalkOrder } from "./walk-ledger.ts";
import type { Deed, OrderKind, WalkStep } from "./walk-steps.ts";

/** A walk in a shop of a test. */
export interface Walk {
  testServices: TestServices;
  staffId: number;
  ledger: WalkLedger;
}

let carts = 0;
let references = 0;
const nextReference = () => `UTR${String((references += 1)).padStart(9, "0")}`;

export async function takeStep(walk: Walk, step: WalkStep): Promise<void> {
  if (step.does === "buy") {
    await buy(walk, step.kind, step.bookId, step.copies);
    return;
  }
  const { orders } = walk.ledger;
  // Counted from the newest, so that most orders go on for some steps.
  const order = orders[orders.length - 1 - (step.order % Math.max(1, orders.length))];
  if (order) await deeds[step.does](walk, order, step);
}

/** Buys copies in one of the ways; nothing happens if too few are left. */
async function buy(walk: Walk, kind: OrderKind, bookId: string, copies: number): Promise<void> {
  const { services, db } = walk.testServices;
  if (kind === "at the counter") return void (await sell(walk, bookId, copies));
  const cart = cartOf(`walk${(carts += 1)}`);
  const isCollected = kind.startsWith("collected");
  const { email, name } = deliveryOf(cart);
  const phone = `+919${String(carts).padStart(9, "0")}`;
  const stateCode = services.settings.seller.stateCode;
  const to = isCollected
    ? { ...noAddress, stateCode, email, name, phone, isCollection: true as const }
    : { ...deliveryOf(cart), phone };
  let placed: { number: string; providerOrderId: string } | null = null;
  if (kind === "by transfer" || kind === "on credit") {
    const { rows } = await db.execute<{ free: number }>(
      sql`select on_hand - reserved as free from stock where book_id = ${bookId}`,
    );
    if (rows[0]!.free < copies) return;
    const number = await orderOfQuotation(
      services,
      walk.staffId,
      { [bookId]: copies },
      kind === "on credit" ? { creditDays: 30 } : {},
    );
    placed = { number, providerOrderId: "" };
  } else {
    await fillCart(db, cart, { [bookId]: copies });
    if (kind === "on delivery" || kind === "collected, paid at the shop") {
      const done = await placeOnDelivery(services, cart, to);
      if (done.ok) placed = { number: done.number, providerOrderId: "" };
    } else {
      const done = await placeOrder(services, cart, to);
      if (done.ok) placed = done.order;
    }
  }
  if (placed) await enter(walk, kind, bookId, placed, kind === "on credit");
}

/** Enters a new order in the ledger. */
async function enter(
  { testServices, ledger }: Walk,
  kind: OrderKind,
  bookId: string,
  { number, providerOrderId }: Pick<WalkOrder, "number" | "providerOrderId">,
  isSold: boolean,
): Promise<WalkOrder> {
  const { rows } = await testServices.db.execute<{ ordered: number }>(sql`
    select sum(l.quantity)::int as ordered from order_lines l join orders o on o.id = l.order_id where o.number = ${number}`);
  const { ordered } = rows[0]!;
  const order: WalkOrder = {
    number,
    kind,
    bookId,
    providerOrderId,
    ordered,
    isSold: false,
    cancelled: 0,
    parcels: [],
    returned: 0,
    takenPaise: 0,
  };
  ledger.orders.push(order);
  if (isSold) becomeSold(ledger, order);
  return order;
}

function becomeSold({ onHand }: WalkLedger, order: WalkOrder): void {
  if (order.isSold) return;
  order.isSold = true;
  moveCopies(onHand, order.bookId, -order.ordered);
}

/** Sells copies at the till, in cash; nothing happens if too few are free. */
async function sell(walk: Walk, bookId: string, copies: number): Promise<void> {
  const { services, db } = walk.testServices;
  const sale = await counterSale(db, { [bookId]: copies });
  const seller = { staffId: walk.staffId, actor: "Ravi", till: "T1", mostPercent: null };
  // The till sends it twice, as after a lost answer.
  const [sold] = await Promise.all([sellAtCounter(services, sale, seller), sellAtCounter(services, sale, seller)]);
  if (!sold.ok) return;
  const number = sold.sale.orderNumber;
  const order = await enter(walk, "at the counter", bookId, { number, providerOrderId: "" }, true);
  order.parcels.push({ copies: order.ordered, end: "arrived" });
  order.takenPaise = sale.totalPaise;
  walk.ledger.cashPaise += sale.totalPaise;
  moveCopies(walk.ledger.inShop, bookId, -order.ordered);
}

/** Copies come back into the shop: for sale again, or as waste. */
function comeBack({ inShop, onHand }: WalkLedger, { bookId }: WalkOrder, copies: number, isFit: boolean): void {
  if (!isFit) return;
  moveCopies(inShop, bookId, copies);
  moveCopies(onHand, bookId, copies);
}

type Take = (
  walk: Walk,
  order: WalkOrder,
  step: { copies: number; parcel: number; isFit: boolean },
) => Promise<unknown>;

const actor = "Ravi";
const carrier = "Delhivery";

/** What is due for an order, in paise, by the shop's own page. */
async function readDue({ testServices: { db } }: Walk, number: string): Promise<{ collect: number; transfer: number }> {
  const { rows } = await db.execute<{ collect: number; transfer: number | null }>(
    sql`select ${collectSql} as collect, (${transferLeftSql})::float8 as transfer from orders o where o.number = ${number}`,
  );
  return { collect: rows[0]!.collect, transfer: rows[0]!.transfer ?? 0 };
}

async function transfer(walk: Walk, order: WalkOrder, part: number): Promise<void> {
  const { services } = walk.testServices;
  const { transfer: left } = await readDue(walk, order.number);
  const amountPaise = Math.max(1_00, Math.floor(left * part));
  const by = { actor, staffId: walk.staffId };
  const sent = { utr: nextReference(), paidOn: "2026-01-05", amountPaise };
  const done = await recordTransfer(services, order.number, sent, by);
  if (!done.ok) return;
  order.takenPaise += amountPaise;
  // An order in advance is sold when all of it has come.
  if (left > 0 && done.leftPaise === 0) becomeSold(walk.ledger, order);
}

async function send(walk: Walk, order: WalkOrder, copies: number | undefined): Promise<void> {
  const { services } = walk.testServices;
  const left = copiesToSend(order);
  const sent = order.kind.startsWith("collected")
    ? await shipOrder(services, order.number, { keptUntil: lastDayKept(services.settings, services.now()) })
    : await shipOrder(
        services,
        order.number,
        { carrier, trackingNumber: trackingOf(order.number), trackingUrl: "" },
        actor,
        { copies: copies === undefined ? undefined : [{ bookId: order.bookId, quantity: copies }] },
      );
  if (!sent.ok) return;
  order.parcels.push({ copies: order.kind.startsWith("collected") ? left : (copies ?? left), end: "on its way" });
  moveCopies(walk.ledger.inShop, order.bookId, -order.parcels.at(-1)!.copies);
}

async function cancel(walk: Walk, order: WalkOrder, quantity: number | undefined): Promise<void> {
  const copies = quantity === undefined ? undefined : [{ bookId: order.bookId, quantity }];
  const done = await cancelOrder(walk.testServices.services, {
    number: order.number,
    by: { actor },
    cause: "bookseller",
    ...(copies && { copies }),
  });
  if (!done.ok || !order.isSold) return;
  const cancelled = quantity ?? copiesToSend(order);
  order.cancelled += cancelled;
  moveCopies(walk.ledger.onHand, order.bookId, cancelled);
}

async function remit(walk: Walk, order: WalkOrder, part: number): Promise<void> {
  const { services, db } = walk.testServices;
  const { rows } = await db.execute<{ due: number }>(sql`
    select p.amount_paise - coalesce((select sum(r.amount_paise) from refunds r where r.payment_id = p.id
      and r.state = 'processed' and r.paid_by is null), 0)::float8 as due
    from payments p join orders o on o.id = p.order_id where o.number = ${order.number} and p.provider = 'on-delivery' and p.settles`);
  const amountPaise = Math.floor((rows[0]?.due ?? 0) * part);
  if (amountPaise <= 0) return;
  const lines = [{ trackingNumber: "", orderNumber: order.number, amountPaise }];
  const given = { carrier, utr: nextReference(), paidOn: "2026-01-05", amountPaise, deductedPaise: 0, lines };
  const done = await recordRemittance(services, given, { actor, staffId: walk.staffId });
  if (!done.ok) return;
  const [line] = done.lines;
  // What is paid twice, or for a parcel that came back, is the carrier's, and stays in the lines to look at.
  if (line?.outcome === "short" || line?.outcome === "settled") order.takenPaise += amountPaise;
  if (line?.outcome === "over") order.takenPaise += amountPaise - (await surplusOf(walk, order, amountPaise));
  if (line?.outcome === "settled" || line?.outcome === "over") for (const one of travelling(order)) one.end = "arrived";
}

/** What a carrier has paid too much with its last line. */
async function surplusOf(walk: Walk, order: WalkOrder, amountPaise: number): Promise<number> {
  const { rows } = await walk.testServices.db.execute<{ total: number }>(sql`
    select (total_paise - coalesce((select sum(r.amount_paise) from refunds r where r.order_id = o.id
      and r.state = 'processed' and r.paid_by is null), 0))::float8 as total from orders o where number = ${order.number}`);
  return Math.max(0, order.takenPaise + amountPaise - rows[0]!.total);
}

const travelling = ({ parcels }: WalkOrder) => parcels.filter(({ end }) => end === "on its way");

async function failParcel(
  walk: Walk,
  order: WalkOrder,
  { parcel: place, isFit }: { parcel: number; isFit: boolean },
  failure: "came-back" | "lost",
): Promise<void> {
  const given = { number: order.number, place, failure, isFit, withDelivery: isFit, actor };
  const done = await refundParcel(walk.testServices.services, given);
  if (!done.ok) return;
  endParcel(walk, order, { place, copies: done.copies, isBack: failure === "came-back" && isFit });
}

function endParcel(
  { ledger }: Walk,
  order: WalkOrder,
  { place, copies, isBack }: { place: number; copies: number; isBack: boolean },
): void {
  order.parcels[place - 1]!.end = "gone";
  order.returned += copies;
  comeBack(ledger, order, copies, isBack);
}

/** The payment online of an order; one that is paid in another way may be paid online instead. Null if it cannot be paid. */
async function openPayment({ services }: TestServices, { number, providerOrderId, kind }: WalkOrder) {
  if (providerOrderId === "") {
    if (kind === "at the counter") return null;
    return (await openPaymentBeforeDelivery(services, number, { linkVersion: 0 }))?.order ?? null;
  }
  const { rows } = await services.db.execute<{ totalPaise: number }>(
    sql`select total_paise::float8 as total_paise from orders where number = ${number}`,
  );
  return { providerOrderId, totalPaise: rows[0]!.totalPaise };
}

const deeds: Record<Deed, Take> = {
  async pay({ testServices, ledger }, order) {
    const { services } = testServices;
    const opened = await openPayment(testServices, order);
    if (!opened) return;
    const { status } = await payByCard(testServices, { orderId: opened.providerOrderId });
    if (status === 200) order.takenPaise += opened.totalPaise;
    const { outcome } = await settlePayment(services, opened.providerOrderId, "browser");
    if (outcome === "paid") becomeSold(ledger, order);
  },
  async confirm({ testServices, ledger }, order) {
    const done = await confirmOrder(testServices.services, order.number, "link");
    if (done.ok) becomeSold(ledger, order);
  },
  transfer: (walk, order) => transfer(walk, order, 1),
  "transfer a part": (walk, order) => transfer(walk, order, 0.4),
  async expire({ testServices: { services, db } }, { number }) {
    await db.execute(sql`update orders set reserved_until = now() - interval '1 second'
      where number = ${number} and fulfilment_state = 'held'`);
    await expireReservations(services);
  },
  cancel: (walk, order) => cancel(walk, order, undefined),
  "cancel copies": (walk, order, { copies }) => cancel(walk, order, copies),
  send: (walk, order) => send(walk, order, undefined),
  "send copies": (walk, order, { copies }) => send(walk, order, copies),
  async deliver({ testServices }, order, { parcel }) {
    const done = await deliverOrder(testServices.services, order.number, actor, parcel);
    if (done.ok) order.parcels[parcel - 1]!.end = "arrived";
  },
  async "undo the delivery"({ testServices }, order, { parcel }) {
    const done = await takeBackArrival(testServices.services, order.number, actor, parcel);
    if (done.ok) order.parcels[parcel - 1]!.end = "on its way";
  },
  async "hand over"(walk, order) {
    const { collect: duePaise } = await readDue(walk, order.number);
    const payment = { by: "cash", reference: "" } as const;
    const done = await handOver(walk.testServices.services, order.number, { duePaise, payment, actor });
    if (!done.ok) return;
    order.takenPaise += duePaise;
    for (const one of travelling(order)) one.end = "arrived";
  },
  remit: (walk, order) => remit(walk, order, 1),
  "remit a part": (walk, order) => remit(walk, order, 0.6),
  refund: ({ testServices }, order, { copies }) =>
    refundOrder(testServices.services, order.number, copies * 10_00, "A worn cover"),
  "refund all": ({ testServices }, order) => refundOrder(testServices.services, order.number, undefined, "Sorry"),
  "parcel came back": (walk, order, step) => failParcel(walk, order, step, "came-back"),
  "parcel was lost": (walk, order, step) => failParcel(walk, order, step, "lost"),
  async "send again"({ testServices, ledger }, order, { parcel: place, isFit }) {
    const was = order.parcels[place - 1];
    const again = { carrier, trackingNumber: `${trackingOf(order.number)}R${order.parcels.length}`, trackingUrl: "" };
    const asked = { number: order.number, place, trouble: "came-back", isFit, parcel: again, actor } as const;
    const done = await resendParcel(testServices.services, asked);
    if (!done.ok || !was) return;
    const { rows } = await testServices.db.execute<{ copies: number }>(sql`
      select sum(x.quantity)::int as copies from shipment_lines x join orders o on o.id = x.order_id
      where o.number = ${order.number} and x.place = ${done.place}`);
    const { copies } = rows[0]!;
    was.end = "gone";
    order.parcels.push({ copies: 0, end: "on its way" });
    if (isFit) return;
    moveCopies(ledger.inShop, order.bookId, -copies);
    moveCopies(ledger.onHand, order.bookId, -copies);
  },
  async "end of a refunded parcel"(walk, order, { parcel: place, copies, isFit }) {
    const end = (["came-back", "ask", "write-off"] as const)[copies - 1]!;
    const asked = { number: order.number, place, end, isFit, actor };
    const done = await endRefundedParcel(walk.testServices.services, asked);
    if (!done.ok) return;
    if (end === "came-back") endParcel(walk, order, { place, copies: done.copies, isBack: isFit });
    else order.parcels[place - 1]!.end = "arrived";
  },
  async return({ testServices, ledger }, order, { copies: quantity, isFit }) {
    const { services } = testServices;
    const input = { bookId: order.bookId, quantity, reason: "damaged", words: "" } as const;
    const asked = await askReturn(services, { number: order.number, by: "link", input });
    if (!asked.ok) return;
    order.returned += quantity;
    await acceptReturn(services, asked.returnId, { isKept: false, answer: "" });
    const done = await receiveReturn(services, asked.returnId, { isFit });
    if (!done.ok) throw new Error(`The return of ${order.number} is not received: ${done.reason}`);
    comeBack(ledger, order, quantity, isFit);
    for (const one of order.kind === "on delivery" ? travelling(order) : []) one.end = "arrived";
  },
  "take back": (walk, order, step) => takeBackAtCounter(walk, order, step),
  async exchange(walk, order, step) {
    if (!(await takeBackAtCounter(walk, order, step))) return;
    await sell(walk, order.bookId, step.copies);
  },
  "send refunds": ({ testServices }) => processRefunds(testServices.services),
  async "pay refunds by hand"({ testServices: { services, db }, staffId }, order) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select r.id::int as id from refunds r join orders o on o.id = r.order_id where o.number = ${order.number} and r.state = 'requested'`);
    for (const { id: refundId } of rows) {
      const paid = { by: "upi", on: isoDay(services.now()), reference: "4711" } as const;
      await closeRefund(services, order.number, { refundId, closedBy: staffId, paid });
    }
  },
};

/** Takes copies of a sale at the counter back, and gives the cash. Returns whether that was possible. */
async function takeBackAtCounter(
  { testServices, staffId, ledger }: Walk,
  order: WalkOrder,
  { copies, isFit }: { copies: number; isFit: boolean },
): Promise<boolean> {
  const lines = [{ position: 0, copies }];
  const asked = {
    orderNumber: order.number,
    lines,
    isFit,
    why: "A gift twice",
    paidBy: "cash",
    reference: "",
  } as const;
  const done = await takeBack(testServices.services, asked, { staffId, till: "T1", limits: undefined });
  if (!done.ok) return false;
  order.returned += copies;
  ledger.cashPaise -= done.refundPaise;
  comeBack(ledger, order, copies, isFit);
  return true;
}
