import { longMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findWaitingRequest } from "#shop/office/approvals/find-requests.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkToDesk } from "#shop/office/letters/link-to.ts";

interface RefundForOwner {
  /** Number of the order. */
  number: string;
  amountPaise: number;
  /** The reason, as the reader will see it; empty if the reader's data was erased. */
  note: string;
  askedBy: string;
  /** ISO timestamp. */
  askedAt: string;
}

/** To each owner: staff request a refund above their limit. */
export const refundForOwner: LetterType<RefundForOwner, "refund-for-owner"> = {
  load: ({ db, settings }, { facts }) =>
    settings.deskUrl === null ? Promise.resolve(null) : findWaitingRequest(db, facts.requestId),
  write({ number, amountPaise, note, askedBy, askedAt }, shop) {
    const sum = formatPaise(amountPaise);
    const who = shorten(cleanText(askedBy), 60);
    return {
      subject: `A refund of ${sum} waits for you: order ${number}`,
      preheader: `${who} asks you to look at it.`,
      reference: `Order ${number}`,
      heading: "A refund waits for you",
      greeting: "Hello,",
      paragraphs: [
        `${who} would like to refund ${sum} of order ${number}. Together with earlier refunds, that is more than a bookseller may refund alone, so nothing was refunded yet. On the order’s page you can approve it, or decline it and say why.`,
      ],
      facts: [
        { label: "To be refunded", value: sum },
        ...(note === "" ? [] : [{ label: "Why", value: cleanText(note) }]),
        { label: "Asked by", value: `${who}, ${longMoment(askedAt)}` },
      ],
      action: { label: "Look at the order", url: linkToDesk(`/orders/${number}`, shop.deskUrl) },
      links: [],
      note: "Only one owner has to answer. When another one has done so, there is nothing left for you to do.",
      because: `You get this e-mail because you are an owner of ${cleanText(shop.name)}.`,
    };
  },
  sample: {
    number: "EP-7K2M9QX4TB",
    amountPaise: 6_500_00,
    note: "Both volumes came with torn covers.",
    askedBy: "Ravi Kumar",
    askedAt: "2026-11-21T10:23:00.000Z",
  },
};
