import { formatPaise } from "#shop/kernel/money/money.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder, linesOf } from "./find-letter-order.server.ts";
import { beginOrderLetter, bookOnly, type LetterLine, type LetterOrder } from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

interface RefundedOrderArrived {
  order: LetterOrder;
  /** The books in the parcel. */
  lines: LetterLine[];
  /** Their price. */
  paise: number;
  /** The shop's UPI ID; null if there is none. */
  upiId: string | null;
}

/** To the reader: the books arrived although their money was refunded; asks for the money, or for the books. */
export const refundedOrderArrived: LetterType<RefundedOrderArrived, "refunded-order-arrived"> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (!about) return null;
    const { paise, copies } = letter.facts;
    return { order: about.order, lines: linesOf(about.found, copies), paise, upiId: services.settings.counter.upiId };
  },
  write({ order, lines, paise, upiId }, shop) {
    const amount = formatPaise(paise);
    return {
      ...beginOrderLetter(order, shop),
      subject: `Your books of order ${order.number} arrived, and were refunded`,
      preheader: `Please pay ${amount} for them, or send them back.`,
      heading: "Your books arrived after all",
      paragraphs: [
        `We refunded your order ${order.number} while it was on its way to you. Now we see that it reached you all the same.`,
        `Would you like to keep the books? Then please pay ${amount} for them. Otherwise we take them back, and pay for the parcel. Simply answer this e-mail, and we tell you how.`,
      ],
      facts: [
        { label: "To pay, if you keep them", value: amount },
        ...(upiId ? [{ label: "Our UPI ID", value: upiId }] : []),
      ],
      books: { heading: "Your books", lines: lines.map(bookOnly), sums: [] },
      note: "If no parcel has reached you, please tell us, and there is nothing you need to do.",
    };
  },
  sample: { order: sampleOrder, lines: sampleOrder.lines, paise: 1_93_770, upiId: "endpaper@okhdfcbank" },
};
