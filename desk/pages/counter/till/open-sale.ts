/** The sale that is open at a till, and its changes. */
import type { ChangedPrice, CounterSale, ShortAs } from "#shop/sales/counter/counter-sale.ts";
import {
  mostCopies,
  priceSale,
  type GivenDiscount,
  type PricedSale,
  type TypedBook,
} from "#shop/sales/counter/price-sale.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";

/** A book in the open sale. */
export interface OpenLine extends TillBook {
  copies: number;
  discount: GivenDiscount | null;
  /** Set if the shop does not know the book. */
  typed?: TypedBook;
}

/** The sale at a till that is not paid yet. */
export interface OpenSale {
  lines: OpenLine[];
  /** The marked line, which keys change; the last one added. */
  marked: string | null;
  discount: GivenDiscount | null;
  phone: string;
  /** The name on the bill; empty for none. */
  name: string;
  business: Business | null;
  /** Of the business. */
  address: string;
  /** The books that are sold although too few copies are free. */
  short: Record<string, ShortAs>;
}

const noBuyer = { phone: "", name: "", business: null, address: "" };
export const emptySale: OpenSale = { lines: [], marked: null, discount: null, ...noBuyer, short: {} };

export type SaleChange =
  | { kind: "add"; book: TillBook & Pick<OpenLine, "typed">; copies: number }
  | { kind: "copies"; copies: number }
  | { kind: "more" | "less" | "remove" | "up" | "down" }
  | { kind: "mark" | "take-off"; bookId: string }
  | { kind: "line-discount" | "discount"; discount: GivenDiscount | null }
  | { kind: "buyer"; buyer: Partial<Pick<OpenSale, "phone" | "name" | "business" | "address">> | null }
  | { kind: "other-mrp" }
  | { kind: "short"; bookId: string; as: ShortAs }
  | { kind: "prices"; books: ChangedPrice[] }
  | { kind: "open"; sale: OpenSale };

/** Applies a change to the open sale. */
export function changeSale(sale: OpenSale, change: SaleChange): OpenSale {
  const line = sale.lines.find(({ bookId }) => bookId === sale.marked);
  switch (change.kind) {
    case "add": {
      const known = sale.lines.find(({ bookId }) => bookId === change.book.bookId);
      const copies = Math.min(mostCopies, (known?.copies ?? 0) + change.copies);
      // The MRP that was chosen for the copies before stays.
      const chosen = known && { mrpPaise: known.mrpPaise, pricePaise: known.pricePaise };
      const isOnHand = change.book.mrps?.some(({ mrpPaise }) => mrpPaise === known?.mrpPaise);
      const added: OpenLine = { ...change.book, ...(isOnHand && chosen), copies, discount: known?.discount ?? null };
      const others = sale.lines.filter((one) => one !== known);
      return { ...sale, lines: [...others, added], marked: added.bookId };
    }
    case "copies":
      return line ? setCopies(sale, line, change.copies) : sale;
    case "more":
      return line ? setCopies(sale, line, line.copies + 1) : sale;
    case "less":
      return line ? setCopies(sale, line, Math.max(1, line.copies - 1)) : sale;
    case "remove":
      return line ? setCopies(sale, line, 0) : sale;
    case "take-off": {
      const off = sale.lines.find(({ bookId }) => bookId === change.bookId);
      return off ? setCopies(sale, off, 0) : sale;
    }
    case "up":
    case "down": {
      const place = sale.lines.findIndex(({ bookId }) => bookId === sale.marked) + (change.kind === "up" ? -1 : 1);
      return { ...sale, marked: sale.lines[place]?.bookId ?? sale.marked };
    }
    case "mark":
      return { ...sale, marked: change.bookId };
    case "line-discount":
      return line ? withLine(sale, { ...line, discount: change.discount }) : sale;
    case "other-mrp":
      return line ? withLine(sale, { ...line, ...nextMrp(line) }) : sale;
    case "discount":
      return { ...sale, discount: change.discount };
    case "buyer":
      return { ...sale, ...(change.buyer ?? noBuyer) };
    case "short":
      return { ...sale, short: { ...sale.short, [change.bookId]: change.as } };
    case "prices":
      return change.books.reduce((changed, { bookId, pricePaise, mrpPaise }) => {
        const known = changed.lines.find((one) => one.bookId === bookId);
        return known ? withLine(changed, { ...known, pricePaise, mrpPaise }) : changed;
      }, sale);
    case "open":
      return change.sale;
  }
}

function setCopies(sale: OpenSale, line: OpenLine, copies: number): OpenSale {
  if (copies > 0) return withLine(sale, { ...line, copies: Math.min(mostCopies, copies) });
  const lines = sale.lines.filter((one) => one !== line);
  return { ...sale, lines, marked: lines.at(-1)?.bookId ?? null };
}

function withLine(sale: OpenSale, line: OpenLine): OpenSale {
  return { ...sale, lines: sale.lines.map((one) => (one.bookId === line.bookId ? line : one)) };
}

/** The next MRP of copies on hand, with its price; undefined if all have the same. */
export function nextMrp({ mrps = [], mrpPaise }: OpenLine): Pick<OpenLine, "mrpPaise" | "pricePaise"> | undefined {
  const place = mrps.findIndex((mrp) => mrp.mrpPaise === mrpPaise);
  const next = mrps[(place + 1) % mrps.length];
  return next && { mrpPaise: next.mrpPaise, pricePaise: next.pricePaise };
}

/** The lines as the shop prices and records them. */
export function linesToSell({ lines }: OpenSale) {
  return lines.map(({ bookId, copies, pricePaise, mrpPaise, discount, typed = null }) => ({
    typed,
    bookId,
    copies,
    unitPricePaise: pricePaise,
    unitMrpPaise: mrpPaise,
    discount,
  }));
}

/** The open sale as the till sends it, with its payment. */
export function saleToSend(
  sale: OpenSale,
  { id, payment, totalPaise }: Pick<CounterSale, "id" | "payment" | "totalPaise">,
): CounterSale {
  return {
    id,
    madeAt: new Date().toISOString(),
    lines: linesToSell(sale),
    discount: sale.discount,
    name: sale.name,
    phone: sale.phone,
    business: sale.business,
    address: sale.address,
    payment,
    totalPaise,
    short: sale.short,
    isOffline: false,
  };
}

/** The prices of the open sale. */
export function priceOpenSale(sale: OpenSale): PricedSale {
  return priceSale(linesToSell(sale), sale.discount);
}

/** Says that fewer copies of a book are free than are in the sale. */
export function describeFew({ title, free, held }: TillBook, wanted: number): string {
  const others = held > 0 ? ` ${held} more ${held === 1 ? "is" : "are"} held for orders.` : "";
  const known = free <= 0 ? "no copy" : `${free} of ${wanted}`;
  return `“${shorten(title, 60)}”: ${known} free by the shop’s stock.${others}`;
}

/** Whom the open sale is billed to, as the receipt names them; null if the buyer was not asked. */
export function nameBuyer({ name, business, address }: OpenSale) {
  const billed = business?.name || name;
  if (billed === "") return null;
  return { name: billed, addressLines: [address].filter(Boolean), ...(business?.gstin && { gstin: business.gstin }) };
}

/** Says that prices are others by now. */
export function describeChangedPrices(books: ChangedPrice[]): string {
  return `The price of ${books.map(({ title }) => `“${title}”`).join(", ")} is another one now. Look at the total.`;
}
