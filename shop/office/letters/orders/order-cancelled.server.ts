import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import type { LetterBooks } from "#shop/kernel/mail/letter-content.ts";
import { findLetterOrder, linesOf } from "./find-letter-order.server.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import {
  beginOrderLetter,
  dayOf,
  describeDue,
  paysLater,
  pricedBook,
  type LetterLine,
  type LetterOrder,
} from "./order-letter.ts";
import { refundFacts, promiseRefund, sampleAccount, type RefundedAmount } from "./refunded-amount.ts";
import { sampleOnDelivery, sampleOrder } from "./sample-order.ts";

interface OrderCancelled extends RefundedAmount {
  order: LetterOrder;
  /** Whether the order was to be paid on delivery or on credit; then the refund lowers what is due. */
  isOnDelivery: boolean;
  /** Whether the whole order is cancelled. */
  isWhole: boolean;
  /** The copies of this cancellation. */
  lines: LetterLine[];
  /** The amount paid for these copies, including delivery if the whole order is cancelled. */
  paidPaise: number;
  /** The part of `paidPaise` that was refunded before. */
  beforePaise: number;
}

/** To the reader: the order, or copies of it, were cancelled. */
export const orderCancelled: LetterType<OrderCancelled, "order-cancelled"> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (!about) return null;
    const { found, order } = about;
    const { copies, ...cancelled } = letter.facts;
    const isOnDelivery =
      order.duePaise !== null || (found.state === "cancelled" && (found.isOnDelivery || found.dueOn !== null));
    return { order, ...cancelled, isOnDelivery, lines: linesOf(found, copies), account: accountOf(found.payment) };
  },
  write(letter, shop) {
    const { order, isWhole, isOnDelivery, lines, refundPaise } = letter;
    const copies = lines.reduce((sum, line) => sum + line.quantity, 0);
    const those = copies === 1 ? "The copy below is" : "The copies below are";
    return {
      ...beginOrderLetter(order, shop),
      subject: `${isWhole ? "Your" : "Part of your"} order ${order.number} is cancelled`,
      preheader: isOnDelivery
        ? describeDue(order)
        : refundPaise > 0
          ? `We refund ${formatPaise(refundPaise)} to you.`
          : explainNoRefund(letter),
      heading: `${isWhole ? "Your order" : "Part of your order"} is cancelled`,
      paragraphs: [
        isWhole
          ? `Your order ${order.number}, placed on ${dayOf(order.placedAt)}, is cancelled.${order.collectAt ? "" : " Nothing of it will be sent."}`
          : `${those} cancelled${order.collectAt ? "" : " and will not be sent"}. The rest of your order ${order.number} goes ahead as before.`,
        isOnDelivery
          ? describeDue(order)
          : refundPaise > 0
            ? `We are sending ${formatPaise(refundPaise)} back to ${letter.account}. ${promiseRefund(", with the credit note,")}`
            : explainNoRefund(letter),
      ],
      facts: isOnDelivery ? paysLater(order) : refundPaise > 0 ? refundFacts("Refund to you", letter) : [],
      books: {
        heading: "Cancelled",
        lines: lines.map(pricedBook),
        ...(isOnDelivery ? { sums: [] } : addUpCancelled(letter)),
      },
    };
  },
  sample: {
    order: sampleOrder,
    isOnDelivery: false,
    isWhole: true,
    lines: sampleOrder.lines,
    paidPaise: 1_93_770,
    beforePaise: 0,
    refundPaise: 1_93_770,
    account: sampleAccount,
  },
  otherSamples: {
    "order-cancelled-in-part": {
      order: sampleOrder,
      isOnDelivery: false,
      isWhole: false,
      lines: [{ ...requiredItem(sampleOrder.lines, 1), quantity: 1, totalPaise: 25_000 }],
      paidPaise: 17_500,
      beforePaise: 0,
      refundPaise: 17_500,
      account: sampleAccount,
    },
    "order-cancelled-in-part-on-delivery": {
      order: { ...sampleOnDelivery, duePaise: 1_76_200 },
      isOnDelivery: true,
      isWhole: false,
      lines: [{ ...requiredItem(sampleOrder.lines, 1), quantity: 1, totalPaise: 25_000 }],
      paidPaise: 17_500,
      beforePaise: 0,
      refundPaise: 17_500,
      account: "your bank account or UPI ID, which we ask you for",
    },
  },
};

/** Why a cancellation has no refund. */
function explainNoRefund({ paidPaise, beforePaise }: OrderCancelled): string {
  if (beforePaise > 0) return `Your payment for it was refunded earlier, so there is nothing more to refund.`;
  if (paidPaise > 0) return `You paid ${formatPaise(paidPaise)} for it; banks cannot refund less than ₹1.00.`;
  return "You paid nothing for it, so there is nothing to refund.";
}

/** Adds up from the price of the cancelled copies to the refund, to the paisa. */
function addUpCancelled(letter: OrderCancelled): Pick<LetterBooks, "sums" | "total"> {
  const { order, isWhole, lines, paidPaise, beforePaise, refundPaise } = letter;
  const shippingPaise = isWhole ? order.shippingPaise : 0;
  const overPaise = refundPaise + beforePaise - paidPaise;
  const discountPaise = lines.reduce((sum, line) => sum + line.totalPaise, shippingPaise) - paidPaise;
  const sums = [
    { label: "Discounts on these", paise: -discountPaise },
    { label: "Shipping", paise: shippingPaise },
    { label: "Refunded earlier", paise: -beforePaise },
    { label: overPaise > 0 ? "Still owed to you from earlier" : "Too little for a bank to refund", paise: overPaise },
  ];
  return {
    sums: sums.filter(({ paise }) => paise !== 0).map(({ label, paise }) => ({ label, amount: formatSigned(paise) })),
    total: { label: "Refund to you", amount: formatPaise(refundPaise) },
  };
}
