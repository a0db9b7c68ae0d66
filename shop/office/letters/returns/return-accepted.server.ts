import { formatPaise } from "#shop/kernel/money/money.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import { howToSend, lastDayToSend, describePostage } from "#shop/sales/orders/send-back.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { sampleAccount, type RefundedAmount } from "#shop/office/letters/orders/refunded-amount.ts";
import { answerOf, beginReturnLetter, findReturn, sampleReturn, type ReturnLetter } from "./return-letter.server.ts";

interface ReturnAccepted extends ReturnLetter, RefundedAmount {
  /** The reader keeps the book and gets the refund at once. */
  isKept: boolean;
  /** ISO timestamp of the bookseller's answer. */
  answeredAt: string;
  /** Days from the answer to the last day for sending the book. */
  withinDays: number;
  /** The bookseller's text; may be empty. */
  answer: string;
  /** Lines of the return address. */
  sendTo: string[];
}

/** To the reader: the return is accepted, and the book is to be sent or kept. */
export const returnAccepted: LetterType<ReturnAccepted, "return-accepted"> = {
  async load(services, letter) {
    const about = await findReturn(services, letter);
    if (!about) return null;
    const { legalName, addressLines } = services.settings.seller;
    return {
      ...about.shared,
      refundPaise: letter.facts.refundPaise,
      account: accountOf(about.found.payment),
      isKept: letter.facts.isKept,
      answeredAt: about.request.answeredAt ?? about.request.askedAt,
      withinDays: services.settings.policies.returnDays,
      answer: about.request.answer,
      sendTo: [legalName, ...addressLines],
    };
  },
  write(letter, shop) {
    const { order, isKept, refundPaise, account, sendTo } = letter;
    const answer = answerOf(letter.answer);
    const start = beginReturnLetter(letter, shop);
    if (isKept) {
      const goes =
        refundPaise > 0
          ? `We are sending ${formatPaise(refundPaise)} back to ${account}. It usually arrives there within ${refundTime}, and we write again when the refund is made.`
          : "Your payment for it was refunded earlier, so there is nothing more to refund.";
      return {
        ...start,
        subject: `Your return for order ${order.number}: keep the book`,
        preheader: "There is nothing you need to send.",
        heading: "Keep the book, please",
        paragraphs: [`We are sorry that it was not right. There is nothing you need to send back.`, goes, ...answer],
      };
    }
    const by = lastDayToSend(letter.answeredAt, letter.withinDays);
    return {
      ...start,
      subject: `Your return for order ${order.number}: please send it to us`,
      preheader: `Where to send it, by ${by}, and what happens then.`,
      heading: "Please send it back",
      paragraphs: [
        `Please send it back to the address below by ${by}. ${describePostage(letter.reason)} ${howToSend}`,
        `When it has arrived, we refund what you paid for it within two working days, to ${account}. Then we write to you.`,
        ...answer,
      ],
      facts: [{ label: "Send it by", value: by }, ...start.facts],
      address: { heading: "Send it to", lines: [...sendTo.map(cleanText), `Order ${order.number}`] },
    };
  },
  sample: {
    ...sampleReturn,
    isKept: false,
    answeredAt: "2026-11-23T10:23:00.000Z",
    withinDays: 10,
    answer: "A courier rings you tomorrow.",
    sendTo: ["Endpaper Books", "12 Church Street", "Bengaluru 560001"],
    refundPaise: 0,
    account: sampleAccount,
  },
  otherSamples: {
    "return-accepted-and-kept": {
      ...sampleReturn,
      isKept: true,
      answeredAt: "2026-11-23T10:23:00.000Z",
      withinDays: 10,
      answer: "",
      sendTo: [],
      refundPaise: 29_900,
      account: sampleAccount,
    },
  },
};
