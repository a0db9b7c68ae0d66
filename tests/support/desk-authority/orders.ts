/** The permissions of orders, parcels and papers at the desk, for the authorization test. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { issueChallan } from "#shop/sales/documents/challans/issue-challan.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { collectionTerms, openTerms, orderOnDelivery, orderToCollect } from "#tests/support/sales/order-on-delivery.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { addStaff, type TestDesk } from "#tests/support/desk/desk.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { ofOwners, ofPackers, ofSellers, type AuthorityCase } from "./authority-case.ts";

let sales = 0;
/** Makes a paid order of one copy; returns its number. */
async function sold(desk: TestDesk): Promise<string> {
  const { number } = await paidOrder(desk, `order-desk-${(sales += 1)}`, { godan: 1 });
  return number;
}

/** Makes an order whose parcel was handed to the carrier; returns its number. */
export async function onItsWay(desk: TestDesk): Promise<string> {
  const number = await sold(desk);
  await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" });
  return number;
}

/** Sends the newest order that waits, with a challan. */
export async function knownChallan({ db, services }: Pick<TestDesk, "db" | "services">): Promise<void> {
  const { rows } = await db.execute<{ number: string }>(
    sql`select number from orders where state = 'paid' order by id desc limit 1`,
  );
  const { number } = oneRow(rows);
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" });
  await issueChallan(services, number, 1);
}

/** Makes an order that is collected and paid at the shop; returns its number. */
function collected({ services }: TestDesk, stage: "confirmed" | "ready"): Promise<string> {
  services.settings.collection = collectionTerms;
  return orderToCollect(services, `collected-${(sales += 1)}`, { godan: 1 }, stage);
}

/** The ISO day after `days`. */
const lastDay = ({ services }: TestDesk, days = 7) => isoDay(new Date(services.now().getTime() + days * 86_400_000));

/** Makes an order with a return in this state; returns the fields that identify it. */
async function returned(desk: TestDesk, state: "asked" | "accepted"): Promise<Record<string, string>> {
  const order = await sold(desk);
  const { rows } = await desk.db.execute<{ id: string }>(sql`
    insert into returns (order_id, line_position, quantity, reason, state, answered_at)
    select id, 0, 1, 'damaged', ${state}, case when ${state}::text = 'accepted' then now() end
    from orders where number = ${order} returning id`);
  return { order, return: rows[0]!.id, answer: "Yes" };
}

/** For owners and booksellers; one passkey check per session is enough. */
const ofSelling = { ...ofSellers, done: 303, old: 303 } as const;

/** Makes a refund that a bookseller has requested from the owners; returns the fields that identify it. */
async function asked(desk: TestDesk): Promise<Record<string, string>> {
  const { number, id, paymentId } = await paidOrder(desk, `order-desk-${(sales += 1)}`, { godan: 1 });
  const { rows } = await desk.db.execute<{ id: string }>(sql`
    insert into refund_requests (order_id, payment_id, amount_paise, note, asked_by, asked_at)
    values (${id}, ${paymentId}, 1000, 'Torn', ${await addStaff(desk, "bookseller")}, now()) returning id`);
  return { order: number, request: rows[0]!.id, answer: "Not torn" };
}

/** Makes an order with a booking in this state; returns the fields that identify it. */
async function bookedOrder(desk: TestDesk, state: "booked" | "unknown"): Promise<Record<string, string>> {
  const order = await sold(desk);
  const { rows } = await desk.db.execute<{ id: string }>(sql`
    insert into parcel_bookings (order_id, reference, carrier, state, contents, grams, length_mm, width_mm, height_mm,
      asked_at, tracking_number, news, news_at)
    select id, number || '-P1', 'delhivery', ${state}, '[]', 400, 240, 180, 50, now() - interval '1 hour', '41', 'lost', now()
    from orders where number = ${order} returning id`);
  return { order, booking: rows[0]!.id };
}

const unfilledBusiness = JSON.stringify({ businessName: "", gstin: "", businessAddress: "", purchaseOrder: "" });
const aBusiness = { businessName: "St. Anne’s School", gstin: "29AAATS1429B1ZS", purchaseOrder: "PO/7" };

/** The expected answers of each action on orders, parcels and papers. */
export const orderLines: Record<string, AuthorityCase> = {
  "orders.confirm": {
    ...ofSelling,
    form: async (_, { services }) => {
      services.settings.onDelivery = openTerms;
      return { order: await orderOnDelivery(services, `to-confirm-${(sales += 1)}`, { godan: 1 }, "placed") };
    },
  },
  "orders.ready": {
    ...ofPackers,
    form: async (_, desk) => ({ order: await collected(desk, "confirmed"), left: "godan:1", until: lastDay(desk) }),
  },
  "orders.hand-over": {
    ...ofSelling,
    form: async (_, desk) => {
      const order = await collected(desk, "ready");
      const { rows } = await desk.db.execute<{ paise: string }>(
        sql`select total_paise as paise from orders where number = ${order}`,
      );
      return { order, due: rows[0]!.paise, paidBy: "cash", reference: "" };
    },
  },
  "orders.keep-longer": {
    ...ofSelling,
    form: async (_, desk) => ({ order: await collected(desk, "ready"), until: lastDay(desk, 20) }),
  },
  "orders.save-view": { ...ofSelling, form: () => ({ name: "To pack", query: "state=paid" }) },
  "orders.remove-view": { ...ofSelling, form: () => ({ view: "1", query: "" }) },
  "orders.note": { ...ofSelling, form: async (_, desk) => ({ order: await sold(desk), words: "Wrap it" }) },
  "orders.send-again": {
    ...ofSelling,
    form: async (_, desk) => {
      const order = await sold(desk);
      const { rows } = await desk.db.execute<{ id: string }>(sql`
        update outbox set state = 'sent', sent_at = now() where order_id = (select id from orders where number = ${order})
        returning id`);
      return { order, letter: rows[0]!.id };
    },
  },
  "orders.correct-address": {
    ...ofSelling,
    form: async (_, desk) => {
      const order = await sold(desk);
      const was = Object.entries(delivery).map(([field, value]) => [`was-${field}`, value]);
      return { ...delivery, ...Object.fromEntries(was), order, city: "Mysuru", pin: "570001" };
    },
  },
  "orders.correct-email": {
    ...ofSellers,
    done: 303,
    form: async (_, desk) => {
      const order = await sold(desk);
      const { rows } = await desk.db.execute<{ email: string }>(sql`select email from orders where number = ${order}`);
      return { order, "was-email": rows[0]!.email, email: "meera@example.org" };
    },
  },
  "orders.correct-business": {
    ...ofSellers,
    done: 303,
    form: async (_, desk) => ({ order: await sold(desk), was: unfilledBusiness, ...aBusiness }),
  },
  "orders.correct-tracking": {
    ...ofSelling,
    form: async (_, desk) => ({
      order: await onItsWay(desk),
      carrier: "Delhivery",
      trackingNumber: "D1",
      trackingUrl: "",
    }),
  },
  "orders.issue-challan": {
    ...ofSelling,
    form: async (_, desk) => ({ order: await onItsWay(desk), parcel: "1" }),
  },
  "orders.take-back-arrival": {
    ...ofSelling,
    form: async (_, desk) => {
      const order = await onItsWay(desk);
      await deliverOrder(desk.services, order);
      return { order };
    },
  },
  "orders.send-parcel-again": {
    ...ofSelling,
    form: async (_, desk) => ({
      order: await onItsWay(desk),
      trouble: "came-back",
      carrier: "Delhivery",
      trackingNumber: "D2",
      trackingUrl: "",
    }),
  },
  "orders.refund-parcel": {
    ...ofSellers,
    done: 303,
    form: async (_, desk) => ({ order: await onItsWay(desk), trouble: "lost" }),
  },
  "orders.end-refunded-parcel": {
    ...ofSelling,
    form: async (_, desk) => {
      const order = await onItsWay(desk);
      await refundOrder(desk.services, order, undefined, "");
      await processRefunds(desk.services);
      return { order, parcel: "1", end: "came-back" };
    },
  },
  "orders.close-refund": {
    ...ofOwners,
    done: 303,
    form: async (_, desk) => {
      const { number, id, paymentId } = await paidOrder(desk, `order-desk-${(sales += 1)}`, { godan: 1 });
      const { rows } = await desk.db.execute<{ id: string }>(sql`
        insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state)
        values (${paymentId}, ${id}, 1000, 'bookseller', ${`rf_failed_${number}`}, 'failed') returning id`);
      const on = isoDay(desk.services.now());
      return { order: number, refund: rows[0]!.id, by: "upi", on, reference: "4711" };
    },
  },
  "orders.approve-refund": { ...ofOwners, done: 303, form: (_, desk) => asked(desk) },
  "orders.decline-refund": { ...ofOwners, done: 303, form: (_, desk) => asked(desk) },
  "returns.accept": { ...ofSellers, done: 303, form: (_, desk) => returned(desk, "asked") },
  "returns.refuse": { ...ofSellers, done: 303, form: (_, desk) => returned(desk, "asked") },
  "returns.receive": { ...ofSellers, done: 303, form: (_, desk) => returned(desk, "accepted") },
  "parcels.scan": { ...ofPackers, form: async (_, desk) => ({ order: await sold(desk), position: "0" }) },
  "parcels.preview-tracking": {
    ...ofPackers,
    done: 200,
    old: 200,
    form: async (_, desk) => ({ text: `${await sold(desk)},India Post,EK1`, carrier: "" }),
  },
  "parcels.send-tracking": {
    ...ofPackers,
    form: async (_, desk) => ({ text: `${await sold(desk)},India Post,EK1`, carrier: "" }),
  },
  "parcels.book": {
    ...ofPackers,
    form: async (_, desk) => ({
      order: await sold(desk),
      left: "godan:1",
      quote: "delhivery  ",
      grams: "400",
      length: "24",
      width: "18",
      height: "5",
    }),
  },
  "parcels.book-again": { ...ofPackers, form: (_, desk) => bookedOrder(desk, "unknown") },
  "parcels.cancel-booking": { ...ofPackers, form: (_, desk) => bookedOrder(desk, "booked") },
  "parcels.ask-pickup": { ...ofPackers, form: (_, desk) => bookedOrder(desk, "booked") },
  "parcels.dismiss-news": { ...ofPackers, form: (_, desk) => bookedOrder(desk, "booked") },
  "parcels.take-out": {
    ...ofPackers,
    form: async (_, desk) => {
      const order = await sold(desk);
      await desk.db.execute(sql`
        insert into packed_copies (order_id, line_position, packed_at) select id, 0, now() from orders where number = ${order}`);
      return { order, position: "0" };
    },
  },
};

/** The roles that see each page of orders, parcels and papers. */
export const orderPages = {
  "/orders/:number/business": ofSellers.may,
  "/returns": ofSellers.may,
  "/returns/list.csv": ofSellers.may,
  "/parcels/print": ofPackers.may,
  "/parcels/tracking": ofPackers.may,
  "/parcels/booked": ofPackers.may,
  "/parcels/collect": ofPackers.may,
  "/parcels/:number/book": ofPackers.may,
  "/parcels/:number": ofPackers.may,
  "/shelf-labels": ofPackers.may,
};

/** Routes that answer with a PDF; `papers.test.ts` and `reports.test.ts` in `tests/requests/desk` request them. */
export const orderPapers = [
  "/orders/:number/challans/:parcel",
  "/documents/:document",
  "/parcels/print/:paper",
  "/shelf-labels/print",
];
