import { formatPaise } from "#shop/kernel/money/money.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import { describeReplaced, type ReplacingOrder } from "#shop/sales/orders/refund-labels.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { addUpOrder, beginOrderLetter, pricedBook, type LetterOrder } from "./order-letter.ts";
import { refundFacts, promiseRefund, type RefundedAmount } from "./refunded-amount.ts";
import { sampleOrder } from "./sample-order.ts";

interface OrderSoldOut extends RefundedAmount {
  order: LetterOrder;
  /** The newer order that replaced it; null when the books are sold out. */
  replacedBy: ReplacingOrder | null;
}

/** To the reader: the payment came when the order could no longer be filled. The payment is refunded in full. */
export const orderSoldOut: LetterType<OrderSoldOut> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    const refund = about?.found.refunds.find(({ reason }) => reason === "sold-out");
    if (!about || !refund) return null;
    const { amountPaise: refundPaise, replacedBy, payment } = refund;
    return { order: about.order, refundPaise, replacedBy, account: accountOf(payment) };
  },
  write(letter, shop) {
    const { order, replacedBy, refundPaise, account } = letter;
    const amount = formatPaise(refundPaise);
    const late = `Your payment for order ${order.number} reached us after the time for which we had reserved your books`;
    return {
      ...beginOrderLetter(order, shop),
      subject: `Your order ${order.number} ${describeEnd(replacedBy)}; you get ${amount} back`,
      preheader: `Your payment came too late, and we refund ${amount} to you.`,
      heading: replacedBy
        ? `You had ${replacedBy.isOnDelivery ? "confirmed" : "paid"} your newer order`
        : "We are sorry, your books are gone",
      paragraphs: [
        replacedBy
          ? `${late}, and ${describeReplaced(replacedBy).replace(/^Y/, "y")}. We send the newer order, and not this one.`
          : `${late}, and by then there were not enough copies left. So we cannot send your order.`,
        `We are sending all of this payment, ${amount}, back to ${account}. ${promiseRefund()}`,
      ],
      facts: refundFacts("Refund to you", letter),
      books: { heading: "What you had ordered", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total") },
      ...(replacedBy === null && {
        note: "On the page of a book that is sold out, you can ask us to write to you when it is back.",
      }),
    };
  },
  sample: {
    order: sampleOrder,
    replacedBy: null,
    refundPaise: 1_93_770,
    account: "the UPI account you paid with",
  },
};

function describeEnd(replacedBy: ReplacingOrder | null): string {
  if (!replacedBy) return "sold out";
  return replacedBy.isOnDelivery ? "was replaced by your newer one" : "was paid twice";
}
