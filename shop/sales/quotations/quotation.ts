import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Business } from "#shop/sales/documents/business.ts";

/** The prices at which a business may order, until a day. Money in paise. */
export interface Quotation {
  id: number;
  /** The contact. A draft may lack it, as it may the address. */
  name: string;
  email: string;
  phone: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  stateCode: string;
  pin: string;
  business: Business | null;
  /** Off the MRP, in hundredths of a per cent, by hand; null for that of the settings. */
  discount: number | null;
  shippingPaise: number;
  /** Days after the order in which it is paid; null if it is paid before the books are sent. */
  creditDays: number | null;
  /** The last day, ISO. */
  validUntil: string;
  /** For the buyer, below the books. */
  words: string;
  madeAt: string;
  /** Null for a draft. */
  sentAt: string | null;
  /** The order that it has become, and the version in the links to it that are valid now. */
  order: { number: string; linkVersion: number } | null;
  lines: QuotationLine[];
}

/** The copies of a book in a quotation; in a draft with the prices of now. */
export interface QuotationLine {
  bookId: string;
  title: string;
  author: string;
  isbn13: string | null;
  copies: number;
  mrpPaise: number;
  /** What a copy costs. */
  pricePaise: number;
  /** Copies that can be sold now. */
  available: number;
}

/** A discount from this many copies on, all books together. */
export interface QuantityDiscount {
  copies: number;
  /** Off the MRP, in hundredths of a per cent. */
  discount: number;
}

export type QuotationState = "draft" | "sent" | "over" | "ordered";

/** The number of a quotation on its papers. */
export function quotationNumber(id: number): string {
  return `QN-${id}`;
}

/** How a quotation stands. `over`: its last day has passed. */
export function stateOfQuotation(
  { sentAt, order, validUntil }: Pick<Quotation, "sentAt" | "order" | "validUntil">,
  now: Date,
): QuotationState {
  if (order) return "ordered";
  if (sentAt === null) return "draft";
  return validUntil < isoDay(now) ? "over" : "sent";
}

/** The discount of the settings for this many copies. */
export function discountFor(copies: number, discounts: readonly QuantityDiscount[]): number {
  return Math.max(0, ...discounts.flatMap((one) => (copies >= one.copies ? one.discount : [])));
}

/** What a copy costs: the MRP less the discount, half up to the paisa, or the shop's own price if that is lower. */
export function quotedPrice({ mrpPaise, pricePaise }: { mrpPaise: number; pricePaise: number }, discount: number) {
  return Math.max(1, Math.min(pricePaise, Math.round((mrpPaise * (10_000 - discount)) / 10_000)));
}

/** The sums of a quotation. */
export function sumQuotation({ lines, shippingPaise }: Pick<Quotation, "lines" | "shippingPaise">) {
  const sum = (valueOf: (line: QuotationLine) => number) => lines.reduce((all, line) => all + valueOf(line), 0);
  const copies = sum((line) => line.copies);
  const atMrpPaise = sum((line) => line.copies * line.mrpPaise);
  const booksPaise = sum((line) => line.copies * line.pricePaise);
  return { copies, savedPaise: atMrpPaise - booksPaise, booksPaise, totalPaise: booksPaise + shippingPaise };
}
