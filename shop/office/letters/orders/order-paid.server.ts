import { formatPaise } from "#shop/kernel/money/money.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import { addUpOrder, arrives, beginOrderLetter, billOf, pricedBook, type LetterOrder } from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

interface OrderPaid {
  order: LetterOrder;
}

/** To the reader: a confirmed order that was to be paid on delivery was paid online. */
export const orderPaid: LetterType<OrderPaid> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    return about && { order: about.order };
  },
  write({ order }, shop) {
    const amount = formatPaise(order.totalPaise);
    return {
      ...beginOrderLetter(order, shop),
      subject: `We have received ${amount} for order ${order.number}`,
      preheader: "There is nothing to pay when the parcel comes.",
      heading: "Your order is paid",
      paragraphs: [`We have received ${amount} for your order ${order.number}. You pay nothing when the parcel comes.`],
      facts: arrives(order),
      books: { heading: "Your books", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total paid") },
      links: [billOf(order, shop)],
    };
  },
  sample: { order: sampleOrder },
};
