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
  type LetterOrder,
} from "./order-letter.ts";
import { sampleOnDelivery, sampleOrder } from "./sample-order.ts";

interface OrderConfirmed {
  order: LetterOrder;
  /** Whether the shop has the money; else it is paid on delivery, or the order has ended meanwhile. */
  isPaid: boolean;
}

/** To the reader: the order is paid, or is confirmed and paid on delivery. */
export const orderConfirmed: LetterType<OrderConfirmed> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    return about && { order: about.order, isPaid: !about.found.isOnDelivery || about.found.state === "paid" };
  },
  write({ order, isPaid }, shop) {
    const books = summarise(order.lines);
    const { duePaise } = order;
    return {
      ...beginOrderLetter(order, shop),
      subject: `We’re packing ${books}, order ${order.number}`,
      preheader: `${isPaid ? "Paid" : "To pay on delivery"}: ${formatPaise(duePaise ?? order.totalPaise)}. We write again when the parcel leaves.`,
      heading: "Thank you. We’re packing your books.",
      paragraphs: [
        isPaid
          ? `We have received ${formatPaise(order.totalPaise)} for your order ${order.number}, placed on ${dayOf(order.placedAt)}.`
          : `Your order ${order.number}, placed on ${dayOf(order.placedAt)}, is confirmed. Please have ${formatPaise(duePaise ?? order.totalPaise)} ready when the parcel comes. Until we pack it, you can also pay online, on the order’s page.${savesOnline(order)}`,
        ...(order.addressLines.length > 0 ? ["When the parcel leaves us, we will send you its tracking number."] : []),
      ],
      facts: [...arrives(order), ...platesOf(order)],
      books: {
        heading: "Your books",
        lines: order.lines.map(pricedBook),
        ...addUpOrder(order, isPaid ? "Total paid" : "To pay on delivery"),
      },
      ...deliveryAddressOf(order),
      // While it may be paid online at a saving, there is no bill.
      links: order.onlineSavingPaise > 0 ? [] : [billOf(order, shop)],
      note: "Changed your mind? Until the parcel leaves us, you can cancel a book or the whole order on the order’s page.",
    };
  },
  sample: { order: sampleOrder, isPaid: true },
  otherSamples: { "order-confirmed-on-delivery": { order: sampleOnDelivery, isPaid: false } },
};
