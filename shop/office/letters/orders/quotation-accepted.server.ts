import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import { addUpOrder, beginOrderLetter, deliveryAddressOf, pricedBook, type LetterOrder } from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

interface AcceptedQuotation {
  order: LetterOrder;
  /** Until when the copies are held, as an ISO time. */
  until: string;
  /** The account for bank transfers, line by line. */
  account: string[];
}

/** To the buyer: the quotation is an order, and how it is paid. */
export const quotationAccepted: LetterType<AcceptedQuotation> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (about?.found.state !== "pending_payment") return null;
    return { order: about.order, until: about.found.heldUntil, account: services.settings.quotations.bankAccount };
  },
  write({ order, until, account }, shop) {
    const start = beginOrderLetter(order, shop);
    const by = longDay(until);
    const total = formatPaise(order.totalPaise);
    return {
      ...start,
      subject: `Your order ${order.number}: please pay ${total}`,
      preheader: `We hold the copies until ${by}.`,
      heading: "Thank you for your order",
      paragraphs: [
        `We hold your copies until ${by}, and send them once they are paid.`,
        account.length > 0
          ? `Please pay ${total} by bank transfer to the account below, and name ${order.number} with it. On the page of your order you can pay online instead.`
          : "Please pay on the page of your order.",
      ],
      facts: [
        { label: "Pay by", value: by },
        ...(account.length > 0 ? [{ label: "Account", value: account.join(", ") }] : []),
      ],
      action: { ...start.action, label: "Open the order and pay" },
      books: { heading: "Your books", lines: order.lines.map(pricedBook), ...addUpOrder(order, "To pay") },
      ...deliveryAddressOf(order),
      note: "If you do not want the books after all, cancel the order on its page.",
    };
  },
  sample: {
    order: sampleOrder,
    until: "2026-12-01T10:23:00.000Z",
    account: ["Endpaper Books", "50100012345678", "HDFC0000123, HDFC Bank, Church Street"],
  },
};
