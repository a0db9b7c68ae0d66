import { formatPaise } from "#shop/kernel/money/money.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import {
  addUpOrder,
  arrives,
  beginOrderLetter,
  billOf,
  dayOf,
  deliveryAddressOf,
  platesOf,
  pricedBook,
  savesOnline,
  summarise,
  whenPaid,
  type LetterOrder,
} from "./order-letter.ts";
import { sampleCollection, sampleOnDelivery, sampleOrder } from "./sample-order.ts";

interface OrderConfirmed {
  order: LetterOrder;
  /** Whether the shop has the money; else it is paid on delivery or on credit, or the order has ended meanwhile. */
  isPaid: boolean;
}

/** To the reader: the order is paid, or is confirmed and paid on delivery. */
export const orderConfirmed: LetterType<OrderConfirmed> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (!about) return null;
    const { found, order } = about;
    return { order, isPaid: order.duePaise === null && (!found.isOnDelivery || found.state === "paid") };
  },
  write({ order, isPaid }, shop) {
    const books = summarise(order.lines);
    const { duePaise, payBy, collectAt } = order;
    const due = formatPaise(duePaise ?? order.totalPaise);
    const toPay = payBy ? `To pay by ${dayOf(payBy)}` : `To pay ${whenPaid(order)}`;
    return {
      ...beginOrderLetter(order, shop),
      subject: `We’re packing ${books}, order ${order.number}`,
      preheader: `${isPaid ? "Paid" : toPay}: ${due}. We write again when ${collectAt ? "you can collect it" : "the parcel leaves"}.`,
      heading: "Thank you. We’re packing your books.",
      paragraphs: [
        isPaid
          ? `We have received ${formatPaise(order.totalPaise)} for your order ${order.number}, placed on ${dayOf(order.placedAt)}.`
          : payBy
            ? `Your order ${order.number}, placed on ${dayOf(order.placedAt)}, is confirmed. Please pay ${due} by ${dayOf(payBy)}; the account is on the order’s page.`
            : `Your order ${order.number}, placed on ${dayOf(order.placedAt)}, is confirmed. ${collectAt ? `You pay ${due} at the shop, in cash, by UPI or by card` : `Please have ${due} ready when the parcel comes`}. Until we pack it, you can also pay online, on the order’s page.${savesOnline(order)}`,
        ...(collectAt ? ["Please come when we have written to you that your books are ready."] : []),
        ...(order.addressLines.length > 0 ? ["When the parcel leaves us, we will send you its tracking number."] : []),
      ],
      facts: [...arrives(order), ...platesOf(order)],
      books: {
        heading: "Your books",
        lines: order.lines.map(pricedBook),
        ...addUpOrder(order, isPaid ? "Total paid" : toPay),
      },
      ...deliveryAddressOf(order),
      // While it may be paid online at a saving, there is no bill.
      links: order.onlineSavingPaise > 0 ? [] : [billOf(order, shop)],
      note: collectAt
        ? "Changed your mind? Until your books are ready, you can cancel a book or the whole order on the order’s page."
        : "Changed your mind? Until the parcel leaves us, you can cancel a book or the whole order on the order’s page.",
    };
  },
  sample: { order: sampleOrder, isPaid: true },
  otherSamples: {
    "order-confirmed-on-delivery": { order: sampleOnDelivery, isPaid: false },
    "order-confirmed-collection": { order: sampleCollection, isPaid: false },
    "order-confirmed-on-credit": { order: { ...sampleOrder, duePaise: 1_93_770, payBy: "2026-12-21" }, isPaid: false },
  },
};
