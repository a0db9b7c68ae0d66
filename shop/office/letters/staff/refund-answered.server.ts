import { longMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findAnsweredRequest, type AnsweredRequest } from "#shop/office/approvals/find-requests.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkToDesk } from "#shop/office/letters/link-to.ts";

const sample: AnsweredRequest = {
  number: "EP-7K2M9QX4TB",
  amountPaise: 6_500_00,
  note: "Both volumes came with torn covers.",
  isMade: false,
  answer: "The covers can be mended: offer a new jacket first.",
  answeredBy: "Asha Rao",
  answeredAt: "2026-11-21T11:02:00.000Z",
};

/** To the requester of a refund: an owner approved it, or declined it with a reason. */
export const refundAnswered: LetterType<AnsweredRequest, "refund-answered"> = {
  load: ({ db, settings }, { facts }) =>
    settings.deskUrl === null ? Promise.resolve(null) : findAnsweredRequest(db, facts.requestId),
  write({ number, amountPaise, note, isMade, answer, answeredBy, answeredAt }, shop) {
    const sum = formatPaise(amountPaise);
    const who = shorten(cleanText(answeredBy), 60);
    const outcome = isMade ? "approved" : "declined";
    return {
      subject: `Your refund of ${sum} was ${outcome}: order ${number}`,
      preheader: isMade
        ? `${who} approved it, and the money is being refunded.`
        : `${who} says why. Nothing was refunded.`,
      reference: `Order ${number}`,
      heading: `The refund was ${outcome}`,
      greeting: "Hello,",
      paragraphs: [
        isMade
          ? `You asked the owners to refund ${sum} of order ${number}. ${who} approved it: the money is being refunded, and the reader gets an e-mail when the refund is made.`
          : `You asked the owners to refund ${sum} of order ${number}. ${who} declined it, so nothing was refunded. The reader was not told about it.`,
      ],
      facts: [
        ...(answer === "" ? [] : [{ label: "Why not", value: cleanText(answer) }]),
        ...(note === "" ? [] : [{ label: "You had written", value: cleanText(note) }]),
        { label: isMade ? "Approved by" : "Declined by", value: `${who}, ${longMoment(answeredAt)}` },
      ],
      action: { label: "Look at the order", url: linkToDesk(`/orders/${number}`, shop.deskUrl) },
      links: [],
      because: `You get this e-mail because you asked for this refund at the desk of ${cleanText(shop.name)}.`,
    };
  },
  sample,
  otherSamples: { "refund-answered, approved": { ...sample, isMade: true, answer: "" } },
};
