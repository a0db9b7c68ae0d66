/** Parts that all letters about an order share: its data, books, sums, address, arrival and links. */
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterBooks, LetterContent, LetterLink, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { nameArrival, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import { describePlate, type PlateWords } from "#shop/sales/orders/plates/plate-words.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

/** Copies of one book of an order. */
export interface LetterLine {
  title: string;
  author: string;
  /** Such as `paperback` or `board-book`. */
  format: string;
  quantity: number;
  /** All copies together, before discounts. */
  totalPaise: number;
}

/** An order as letters show it; amounts are in paise. */
export interface LetterOrder {
  number: string;
  /** The order's page, for this reader. */
  url: string;
  readerName: string;
  /** ISO time. */
  placedAt: string;
  lines: LetterLine[];
  subtotalPaise: number;
  /** Amounts are positive, and are subtracted. */
  discounts: { label: string; amountPaise: number }[];
  shippingPaise: number;
  totalPaise: number;
  /** Name, street, town and so on, one per line; empty when nothing is shipped. */
  addressLines: string[];
  /** The shop's name, address and hours, one per line, for an order that is collected there; else null. */
  collectAt: string[] | null;
  /** The promised arrival, or the day on which it is ready at the shop; null without a promise. */
  arrival: Arrival | null;
  /**
   * What is to be paid on delivery, when it is collected, or on credit; null if the order is paid in another way, or
   * the money was collected.
   */
  duePaise: number | null;
  /** What it costs less if it is paid online before it is packed. */
  onlineSavingPaise: number;
  /** Until when an order on credit is to be paid, as an ISO day; absent for other orders. */
  payBy?: string | null;
  /** The words of its bookplates; null for none. */
  bookplate: PlateWords | null;
  /** The bill's page, for this reader. */
  billUrl: string;
}

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });

/** The content that all letters about an order share. Throws when it would link outside the shop. */
export function beginOrderLetter(order: LetterOrder, shop: LetterShop) {
  return {
    reference: `Order ${order.number}`,
    greeting: salutation(order.readerName),
    facts: [],
    action: { label: "See your order", url: linkTo(order.url, shop.publicUrl) },
    links: [],
    because: `You get this e-mail because you ordered at ${cleanText(shop.name)}.`,
  };
}

/** Such as `21 November 2026`, in Indian time. */
export function dayOf(isoTime: string): string {
  return day.format(new Date(isoTime));
}

export function billOf({ billUrl }: LetterOrder, shop: LetterShop): LetterLink {
  return { label: "Open your bill", url: linkTo(billUrl, shop.publicUrl) };
}

export function deliveryAddressOf({ addressLines, collectAt }: LetterOrder): Pick<LetterContent, "address"> {
  if (collectAt) return { address: { heading: "Collect it at", lines: collectAt.map(cleanText) } };
  if (addressLines.length === 0) return {};
  return { address: { heading: "Delivery address", lines: addressLines.map(cleanText) } };
}

/** The arrival of the parcel, or when the order is ready, as a fact of the letter. */
export function arrives({ arrival, collectAt }: LetterOrder): LetterContent["facts"] {
  return arrival ? [{ label: collectAt ? "Ready by" : "Arrives", value: nameArrival(arrival) }] : [];
}

/** When an order is paid that is not paid online. */
export function whenPaid({ collectAt }: Pick<LetterOrder, "collectAt">): "on delivery" | "when you collect it" {
  return collectAt ? "when you collect it" : "on delivery";
}

/** What paying online before the packing saves, in a sentence; empty if nothing. */
export function savesOnline({ duePaise, onlineSavingPaise }: LetterOrder): string {
  if (duePaise === null || onlineSavingPaise === 0) return "";
  return ` Then you pay ${formatPaise(duePaise - onlineSavingPaise)}, and save ${formatPaise(onlineSavingPaise)}.`;
}

/** What the reader pays on delivery or on credit, as a fact of the letter. */
export function paysLater(order: LetterOrder): LetterContent["facts"] {
  const { duePaise, payBy } = order;
  if (duePaise === null) return [];
  return [{ label: payBy ? `To pay by ${dayOf(payBy)}` : `To pay ${whenPaid(order)}`, value: formatPaise(duePaise) }];
}

/** What the reader pays on delivery or on credit, as a sentence. */
export function describeDue(order: LetterOrder): string {
  const { duePaise, payBy } = order;
  if (!duePaise) return "You owe nothing.";
  return payBy
    ? `Please pay ${formatPaise(duePaise)} by ${dayOf(payBy)}.`
    : `You pay ${formatPaise(duePaise)} ${whenPaid(order)}.`;
}

/** What the bookplates that come with the bill say, as a fact of the letter. */
export function platesOf({ bookplate, lines }: LetterOrder): LetterContent["facts"] {
  return bookplate ? [{ label: lines.length > 1 ? "Bookplates" : "Bookplate", value: describePlate(bookplate) }] : [];
}

/** A line with the price of its copies before discounts. */
export function pricedBook(line: LetterLine) {
  return { ...bookOnly(line), amount: formatPaise(line.totalPaise) };
}

export function bookOnly({ title, author, format, quantity }: LetterLine) {
  const copies = `${quantity} ${quantity === 1 ? "copy" : "copies"}`;
  return {
    title: cleanText(title),
    about: [cleanText(author), cleanText(format).replaceAll("-", " "), copies].filter(Boolean).join(", "),
  };
}

/** The sums of the whole order. */
export function addUpOrder(order: LetterOrder, totalLabel: string): Pick<LetterBooks, "sums" | "total"> {
  const delivery = order.shippingPaise === 0 ? "Free" : formatPaise(order.shippingPaise);
  return {
    sums: [
      { label: "Subtotal", amount: formatPaise(order.subtotalPaise) },
      ...order.discounts.map(({ label, amountPaise }) => ({
        label: cleanText(label),
        amount: formatSigned(-amountPaise),
      })),
      ...(order.addressLines.length > 0 ? [{ label: "Shipping", amount: delivery }] : []),
    ],
    total: { label: totalLabel, amount: formatPaise(order.totalPaise) },
  };
}

/** The first book and how many more copies there are, such as `The Guide and 2 more`. */
export function summarise(lines: LetterLine[]): string {
  const more = lines.reduce((sum, line) => sum + line.quantity, 0) - 1;
  const first = shorten(cleanText(lines[0]?.title ?? "Your books"), 60);
  return more > 0 ? `${first} and ${more} more` : first;
}
