import { documentName } from "#shop/sales/documents/document-name.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { maxRefundDays, refundTime } from "#shop/kernel/money/refund-time.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import { namePaidOtherwise, refundReason } from "#shop/sales/orders/refund-labels.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { findLetterOrder, linesOf, linkToDocument } from "./find-letter-order.server.ts";
import type { LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import {
  beginOrderLetter,
  bookOnly,
  describeDue,
  paysLater,
  type LetterLine,
  type LetterOrder,
} from "./order-letter.ts";
import { refundFacts, sampleAccount, type RefundedAmount } from "./refunded-amount.ts";
import { sampleOnDelivery, sampleOrder } from "./sample-order.ts";

interface OrderRefunded extends RefundedAmount {
  order: LetterOrder;
  /** A short phrase for the reader, such as `A copy arrived damaged`; may be empty. */
  reason: string;
  /** Cancelled or returned copies that the refund is for; empty if it is for none in particular. */
  lines: LetterLine[];
  /** How the shop paid if the payment service could not, such as `by UPI on 12 November 2026`; otherwise null. */
  paidOtherwise: string | null;
  /** Whether the reader had paid the carrier. */
  isOnDelivery: boolean;
  /** What is left to pay on delivery or on credit, if the refund lowered it; null for money that was paid back. */
  leftDuePaise: number | null;
  /** The reader's total payment, and the total refunded so far, this refund included. */
  paidPaise: number;
  returnedPaise: number;
  /** Empty if there is no bill to correct. */
  creditNoteUrl: string;
}

/** To the reader: a refund was made. */
export const orderRefunded: LetterType<OrderRefunded, "order-refunded"> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    const refund = about?.found.refunds.find(({ id }) => id === letter.facts.refundId);
    if (!about || !refund) return null;
    const { found, order } = about;
    const gone = found.refunds.filter(
      ({ state, id, isOfDue }) => state === "processed" && id <= refund.id && (!isOfDue || refund.isOfDue),
    );
    return {
      order,
      lines: linesOf(found, refund.copies),
      reason: refundReason(refund),
      refundPaise: refund.amountPaise,
      account: accountOf(refund.payment),
      paidOtherwise: refund.paidOtherwise && namePaidOtherwise(refund.paidOtherwise),
      isOnDelivery: found.isOnDelivery || found.dueOn !== null,
      leftDuePaise: refund.isOfDue ? (order.duePaise ?? 0) : null,
      paidPaise: found.paidPaise,
      returnedPaise: gone.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      creditNoteUrl: refund.isOfBill ? linkToDocument(services, found, documentName(refund.id)) : "",
    };
  },
  write(letter, shop) {
    if (letter.leftDuePaise !== null) return writeLowerDue(letter, letter.leftDuePaise, shop);
    const { order, lines, refundPaise, paidPaise, returnedPaise, account } = letter;
    const amount = formatPaise(refundPaise);
    const reason = cleanText(letter.reason);
    const paid = letter.paidOtherwise && cleanText(letter.paidOtherwise);
    return {
      ...beginOrderLetter(order, shop),
      subject: `Your refund of ${amount} for order ${order.number}`,
      preheader: paid
        ? `We paid it ${paid}.`
        : `It was refunded to ${account}. Banks usually show it within ${refundTime}.`,
      heading: "Your money is refunded",
      paragraphs: [
        paid
          ? `${amount} for your order ${order.number} ${letter.isOnDelivery ? "was paid back to you" : "could not go back the way you paid, so we paid it"} ${paid}. There is nothing you need to do.`
          : `${amount} for your order ${order.number} was refunded to ${account}. Banks usually show it within ${refundTime}. There is nothing you need to do.`,
      ],
      facts: [
        ...(paid
          ? [
              { label: "Paid to you", value: amount },
              { label: "How", value: paid.replace(/^./, (first) => first.toUpperCase()) },
            ]
          : refundFacts("Refunded to you", letter)),
        ...(reason ? [{ label: "Why", value: reason }] : []),
        ...(refundPaise === paidPaise
          ? []
          : [
              { label: "You had paid", value: formatPaise(paidPaise) },
              { label: "Refunded so far", value: formatPaise(returnedPaise) },
            ]),
      ],
      ...(lines.length > 0 && { books: { heading: "What it was paid for", lines: lines.map(bookOnly), sums: [] } }),
      links: letter.creditNoteUrl
        ? [{ label: "Open your credit note", url: linkTo(letter.creditNoteUrl, shop.publicUrl) }]
        : [],
      note: `If the money has not arrived after ${maxRefundDays} working days, write to us, and we will ask the bank.`,
    };
  },
  sample: {
    order: sampleOrder,
    lines: [],
    reason: "A copy of The Guide arrived with a torn cover",
    refundPaise: 29_900,
    paidOtherwise: null,
    account: sampleAccount,
    isOnDelivery: false,
    leftDuePaise: null,
    paidPaise: 1_93_770,
    returnedPaise: 47_400,
    creditNoteUrl: "https://endpaper.example/orders/EP-7K2M9QX4TB/documents/refund-2?key=3b0c5f7e9a1d2c4b6e8f",
  },
  otherSamples: {
    "order-refunded-before-delivery": {
      order: { ...sampleOnDelivery, duePaise: 1_83_700 },
      lines: [],
      reason: "The cover of The Guide is a little worn",
      refundPaise: 10_000,
      paidOtherwise: null,
      account: "your bank account or UPI ID, which we ask you for",
      isOnDelivery: true,
      leftDuePaise: 1_83_700,
      paidPaise: 0,
      returnedPaise: 10_000,
      creditNoteUrl: "https://endpaper.example/orders/EP-7K2M9QX4TB/documents/refund-2?key=3b0c5f7e9a1d2c4b6e8f",
    },
  },
};

/** What the reader pays less on delivery or on credit. */
function writeLowerDue({ order, lines, refundPaise, ...letter }: OrderRefunded, leftPaise: number, shop: LetterShop) {
  const less = formatPaise(refundPaise);
  const left = describeDue({ ...order, duePaise: leftPaise });
  const reason = cleanText(letter.reason);
  return {
    ...beginOrderLetter(order, shop),
    ...(leftPaise > 0
      ? { subject: `You pay ${less} less for order ${order.number}`, heading: "You pay less" }
      : { subject: `You have nothing to pay for order ${order.number}`, heading: "You have nothing to pay" }),
    preheader: left,
    paragraphs: [
      leftPaise > 0
        ? `Your order ${order.number} costs ${less} less than it did. ${left}`
        : `You owe nothing for your order ${order.number}.`,
    ],
    facts: [
      ...(leftPaise > 0 ? [{ label: "Less", value: less }] : []),
      ...paysLater(order),
      ...(reason ? [{ label: "Why", value: reason }] : []),
    ],
    ...(lines.length > 0 && { books: { heading: "What it is for", lines: lines.map(bookOnly), sums: [] } }),
    links: letter.creditNoteUrl
      ? [{ label: "Open your credit note", url: linkTo(letter.creditNoteUrl, shop.publicUrl) }]
      : [],
  };
}
