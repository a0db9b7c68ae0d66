import { formatPaise } from "#shop/money/money.ts";
import { cleanText, linkTo } from "#shop/text/clean-text.ts";
import type { Letter, LetterShop, RefundedAmount } from "./letter.ts";
import type { LetterBooks, LetterContent } from "#shop/mail/letter-content.ts";
import { addUpOrder, beginOrderLetter, bookOnly, dayOf, pricedBook } from "./order-letter.ts";

type LetterOf<Kind extends Letter["kind"]> = Extract<Letter, { kind: Kind }>;

/** Words for a cancelled order, or copies of one. */
export function renderCancelledContent(letter: LetterOf<"order-cancelled">, shop: LetterShop): LetterContent {
  const { order, isWhole, lines, refundPaise } = letter;
  const copies = lines.reduce((sum, line) => sum + line.quantity, 0);
  const those = copies === 1 ? "The copy below is" : "The copies below are";
  return {
    ...beginOrderLetter(order, shop),
    subject: `${isWhole ? "Your" : "Part of your"} order ${order.number} is cancelled`,
    preheader: refundPaise > 0 ? `We refund ${formatPaise(refundPaise)} to you.` : sayNothingGoes(letter),
    heading: `${isWhole ? "Your order" : "Part of your order"} is cancelled`,
    paragraphs: [
      isWhole
        ? `Your order ${order.number}, placed on ${dayOf(order.placedAt)}, is cancelled. Nothing of it will be sent.`
        : `${those} cancelled and will not be sent. The rest of your order ${order.number} goes ahead as before.`,
      refundPaise > 0
        ? `We are sending ${formatPaise(refundPaise)} back to ${letter.account}. ${promise(", with the credit note,")}`
        : sayNothingGoes(letter),
    ],
    facts: refundPaise > 0 ? goesBack("Refund to you", letter) : [],
    books: { heading: "Cancelled", lines: lines.map(pricedBook), ...addUpCancelled(letter) },
  };
}

/** Why no money follows a cancellation. */
function sayNothingGoes({ paidPaise, beforePaise }: LetterOf<"order-cancelled">): string {
  if (beforePaise > 0) return `Your payment for it was refunded earlier, so there is nothing more to refund.`;
  if (paidPaise > 0) return `You paid ${formatPaise(paidPaise)} for it; banks cannot refund less than ₹1.00.`;
  return "You paid nothing for it, so there is nothing to refund.";
}

/** From the price of the cancelled copies to what goes back, to the paisa. */
function addUpCancelled(letter: LetterOf<"order-cancelled">): Pick<LetterBooks, "sums" | "total"> {
  const { order, isWhole, lines, paidPaise, beforePaise, refundPaise } = letter;
  const shippingPaise = isWhole ? order.shippingPaise : 0;
  const overPaise = refundPaise + beforePaise - paidPaise;
  const discountPaise = lines.reduce((sum, line) => sum + line.totalPaise, shippingPaise) - paidPaise;
  const sums = [
    { label: "Discounts on these", paise: -discountPaise },
    { label: "Shipping", paise: shippingPaise },
    { label: "Refunded earlier", paise: -beforePaise },
    { label: overPaise > 0 ? "Owed to you from before" : "Too little for a bank to refund", paise: overPaise },
  ];
  return {
    sums: sums.filter(({ paise }) => paise !== 0).map(({ label, paise }) => ({ label, amount: formatPaise(paise) })),
    total: { label: "Refund to you", amount: formatPaise(refundPaise) },
  };
}

/** Words for money that has gone back. */
export function renderRefundedContent(letter: LetterOf<"order-refunded">, shop: LetterShop): LetterContent {
  const { order, lines, refundPaise, paidPaise, returnedPaise, account } = letter;
  const amount = formatPaise(refundPaise);
  const reason = cleanText(letter.reason);
  return {
    ...beginOrderLetter(order, shop),
    subject: `Your refund of ${amount} for order ${order.number}`,
    preheader: `It was refunded to ${account}. Banks usually show it within 5 to 7 working days.`,
    heading: "Your money is refunded",
    paragraphs: [
      `${amount} for your order ${order.number} was refunded to ${account}. Banks usually show it within 5 to 7 working days. There is nothing you need to do.`,
    ],
    facts: [
      ...goesBack("Refunded to you", letter),
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
    note: "Nothing there after 7 working days? Write to us, and we will follow it up with the bank.",
  };
}

/** Words for a payment that came too late. */
export function renderSoldOutContent(letter: LetterOf<"order-sold-out">, shop: LetterShop): LetterContent {
  const { order, paidInstead, refundPaise, account } = letter;
  const amount = formatPaise(refundPaise);
  const late = `Your payment for order ${order.number} reached us after the time for which we had held your books`;
  return {
    ...beginOrderLetter(order, shop),
    subject: `Your order ${order.number} ${paidInstead ? "was paid twice" : "sold out"}; you get ${amount} back`,
    preheader: `Your payment came too late, and we refund ${amount} to you.`,
    heading: paidInstead ? "You had paid your newer order" : "We are sorry, your books are gone",
    paragraphs: [
      paidInstead
        ? `${late}, and you had paid your newer order ${paidInstead} instead. That one goes ahead; this one will not be sent.`
        : `${late}, and by then there were not enough copies left. So we cannot send your order.`,
      `We are sending all of this payment, ${amount}, back to ${account}. ${promise()}`,
    ],
    facts: goesBack("Refund to you", letter),
    books: { heading: "What you had ordered", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total") },
    ...(paidInstead === null && {
      note: "On the page of a book that is sold out, you can ask us to write to you when it is back.",
    }),
  };
}

/** When to expect it, and that one more letter follows. */
function promise(withWhat = ""): string {
  return `It usually arrives there within 5 to 7 working days, and we write once more${withWhat} when it has left us. There is nothing you need to do.`;
}

function goesBack(label: string, { refundPaise, account }: RefundedAmount): LetterContent["facts"] {
  return [
    { label, value: formatPaise(refundPaise) },
    { label: "To", value: cleanText(account.replace(/^./, (first) => first.toUpperCase())) },
  ];
}
