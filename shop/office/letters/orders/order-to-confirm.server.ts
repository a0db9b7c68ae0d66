import { longMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import {
  addUpOrder,
  beginOrderLetter,
  deliveryAddressOf,
  paysLater,
  pricedBook,
  savesOnline,
  whenPaid,
  type LetterOrder,
} from "./order-letter.ts";
import { sampleCollection, sampleOnDelivery } from "./sample-order.ts";

interface OrderToConfirm {
  order: LetterOrder;
  /** The end of the time to confirm, as an ISO time. */
  until: string;
}

/** To the reader: an order that is paid on delivery is to be confirmed. */
export const orderToConfirm: LetterType<OrderToConfirm> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (about?.found.state !== "to_confirm") return null;
    return { order: about.order, until: about.found.heldUntil };
  },
  write({ order, until }, shop) {
    const start = beginOrderLetter(order, shop);
    const by = longMoment(until);
    return {
      ...start,
      subject: `Please confirm your order ${order.number}`,
      preheader: `We pack it once you have confirmed it. You pay ${formatPaise(order.totalPaise)} ${whenPaid(order)}.`,
      heading: "Please confirm your order",
      paragraphs: [
        `You ordered the books below and want to pay ${formatPaise(order.totalPaise)} ${whenPaid(order)}. Open your order and press “Confirm the order”, by ${by}. After that time it ends by itself, and you owe nothing.`,
        `On the same page you can pay online instead, until we pack it.${savesOnline(order)}`,
      ],
      facts: [{ label: "Confirm by", value: by }, ...paysLater(order)],
      action: { ...start.action, label: "Open and confirm your order" },
      books: {
        heading: "Your books",
        lines: order.lines.map(pricedBook),
        ...addUpOrder(order, `To pay ${whenPaid(order)}`),
      },
      ...deliveryAddressOf(order),
      note: "If you did not order these books, do nothing: nothing is packed without this confirmation.",
    };
  },
  sample: { order: sampleOnDelivery, until: "2026-11-22T10:23:00.000Z" },
  otherSamples: {
    "order-to-confirm-collection": { order: sampleCollection, until: "2026-11-22T10:23:00.000Z" },
  },
};
