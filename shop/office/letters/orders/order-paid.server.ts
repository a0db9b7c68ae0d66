import { formatPaise } from "#shop/kernel/money/money.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import { addUpOrder, arrives, beginOrderLetter, billOf, pricedBook, type LetterOrder } from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

interface OrderPaid {
  order: LetterOrder;
}

/** To the reader: a sale that was to be paid on delivery, or was owed on credit, was paid online. */
export const orderPaid: LetterType<OrderPaid> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    return about && { order: about.order };
  },
  write({ order }, shop) {
    const amount = formatPaise(order.totalPaise);
    const nothingLeft = order.payBy ? "Nothing is left to pay." : "You pay nothing when the parcel comes.";
    return {
      ...beginOrderLetter(order, shop),
      subject: `We have received ${amount} for order ${order.number}`,
      preheader: nothingLeft,
      heading: "Your order is paid",
      paragraphs: [`We have received ${amount} for your order ${order.number}. ${nothingLeft}`],
      facts: arrives(order),
      books: { heading: "Your books", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total paid") },
      links: [billOf(order, shop)],
    };
  },
  sample: { order: sampleOrder },
};
