import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import { addUpOrder, beginOrderLetter, pricedBook, type LetterOrder } from "./order-letter.ts";
import { sampleOnDelivery } from "./sample-order.ts";

interface OrderNotConfirmed {
  order: LetterOrder;
}

/** To the reader: an order that was to be paid on delivery has ended without a confirmation. */
export const orderNotConfirmed: LetterType<OrderNotConfirmed> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    return about && { order: about.order };
  },
  write({ order }, shop) {
    return {
      ...beginOrderLetter(order, shop),
      subject: `Your order ${order.number} was not confirmed`,
      preheader: "It has ended, and you owe nothing.",
      heading: "Your order has ended",
      paragraphs: [
        `Your order ${order.number} was not confirmed in time, so we do not pack it, and you owe nothing. If you would still like these books, you can order them again from the order’s page.`,
      ],
      books: { heading: "What you had ordered", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total") },
    };
  },
  sample: { order: { ...sampleOnDelivery, duePaise: null } },
};
