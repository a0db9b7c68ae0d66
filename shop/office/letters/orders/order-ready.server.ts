/** The letter that an order can be collected at the shop, and the reminder before the last day. */
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { hasComeBack } from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import {
  beginOrderLetter,
  billOf,
  bookOnly,
  deliveryAddressOf,
  paysLater,
  summarise,
  type LetterOrder,
} from "./order-letter.ts";
import { sampleCollection } from "./sample-order.ts";

interface OrderReady {
  order: LetterOrder;
  /** The last ISO day on which it is kept. */
  keptUntil: string;
  isReminder: boolean;
}

export const orderReady: LetterType<OrderReady, "order-ready"> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    const keptUntil = about?.found.parcels[0]?.keptUntil;
    if (!about || !keptUntil || about.found.state !== "shipped" || hasComeBack(about.found.parcels)) return null;
    return { order: about.order, keptUntil, isReminder: letter.facts.isReminder };
  },
  write({ order, keptUntil, isReminder }, shop) {
    const day = longDay(keptUntil);
    const start = beginOrderLetter(order, shop);
    return {
      ...start,
      subject: isReminder
        ? `Your books are still here: order ${order.number}, until ${day}`
        : `You can collect your order ${order.number}`,
      preheader: `${summarise(order.lines)}. We keep it for you until ${day}.`,
      heading: isReminder ? "Your books are still here" : "Your books are here",
      paragraphs: [
        `Your order ${order.number} is ready at the shop. Please tell us its number or your name. We keep it for you until ${day}.`,
        ...(order.duePaise === null
          ? []
          : [`You pay ${formatPaise(order.duePaise)} when you collect it, in cash, by UPI or by card.`]),
      ],
      facts: [{ label: "Order number", value: order.number }, { label: "Kept until", value: day }, ...paysLater(order)],
      books: { heading: "Your books", lines: order.lines.map(bookOnly), sums: [] },
      ...deliveryAddressOf(order),
      links: [billOf(order, shop)],
      note: "Can you not come by then? Write to us, and we keep it longer. Somebody else may collect it with the order’s number.",
    };
  },
  sample: { order: sampleCollection, keptUntil: "2026-12-01", isReminder: false },
  otherSamples: {
    "order-ready-reminder": {
      order: { ...sampleCollection, duePaise: null },
      keptUntil: "2026-12-01",
      isReminder: true,
    },
  },
};
