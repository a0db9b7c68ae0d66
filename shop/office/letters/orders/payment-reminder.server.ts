import { formatPaise } from "#shop/kernel/money/money.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { findLetterOrder } from "./find-letter-order.server.ts";
import { beginOrderLetter, billOf, dayOf, type LetterOrder } from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

interface PaymentReminder {
  order: LetterOrder;
  leftPaise: number;
  /** Until when it is to be paid, as an ISO time or day. */
  by: string;
  /** Whether the books were sold on credit, so that there is a bill. */
  isOnCredit: boolean;
  /** The account for bank transfers, line by line. */
  account: string[];
}

/** To the buyer: what of an order is still to be paid by bank transfer. */
export const paymentReminder: LetterType<PaymentReminder> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (!about?.found.transferPaise) return null;
    const { dueOn, transferPaise, heldUntil } = about.found;
    return {
      order: about.order,
      leftPaise: transferPaise,
      by: dueOn ?? heldUntil,
      isOnCredit: dueOn !== null,
      account: services.settings.quotations.bankAccount,
    };
  },
  write({ order, leftPaise, by, isOnCredit, account }, shop) {
    const left = formatPaise(leftPaise);
    const until = dayOf(by);
    return {
      ...beginOrderLetter(order, shop),
      subject: `${left} to pay for order ${order.number}`,
      preheader: `Please pay by ${until}.`,
      heading: "A payment is still open",
      paragraphs: [
        `For your order ${order.number}, placed on ${dayOf(order.placedAt)}, ${left} is still to be paid, by ${until}. If you have paid it in the last days, there is nothing you need to do.`,
        `Please name ${order.number} with the transfer.`,
      ],
      facts: [
        { label: "To pay", value: left },
        { label: "By", value: until },
        ...(account.length > 0 ? [{ label: "Account", value: account.join(", ") }] : []),
      ],
      links: isOnCredit ? [billOf(order, shop)] : [],
      note: "If something about the order or the bill is not right, simply write to us.",
    };
  },
  sample: {
    order: { ...sampleOrder, duePaise: 93_770, payBy: "2026-12-21" },
    leftPaise: 93_770,
    by: "2026-12-21",
    isOnCredit: true,
    account: ["Endpaper Books", "50100012345678", "HDFC0000123, HDFC Bank, Church Street"],
  },
};
