import type { Business } from "#shop/sales/documents/business.ts";
import type { GivenDiscount, LineToSell } from "./price-sale.ts";

/** What was paid in each way. `given` is the cash that was handed over, before the change. */
export interface CounterPayment {
  cashPaise: number;
  upiPaise: number;
  cardPaise: number;
  givenPaise: number;
  /** The number of the UPI payment or of the card's slip; may be empty. */
  reference: string;
}

/**
 * How a book with too few free copies is sold: `held`, with copies that are reserved for unpaid
 * orders; `uncounted`, with copies that the stock does not have.
 */
export type ShortAs = "held" | "uncounted";

/** The name on the bill of a buyer who was not asked for one. */
export const counterBuyer = "Counter sale";

/** A sale as a till makes it. */
export interface CounterSale {
  /** Made by the till, so that a sale that is sent again is recorded once. */
  id: string;
  /** The time by the till's clock, ISO. */
  madeAt: string;
  lines: LineToSell[];
  discount: GivenDiscount | null;
  /** Of the buyer; empty if they were not asked for. */
  name: string;
  phone: string;
  /** The business that it is billed to; null for none. */
  business: Business | null;
  /** Of the business; may be empty. */
  address: string;
  payment: CounterPayment;
  totalPaise: number;
  /** The books that are sold although too few copies are free. */
  short: Record<string, ShortAs>;
  /** Whether it was made while the shop could not be reached; then it is recorded as it was made. */
  isOffline: boolean;
}

/** A book with too few free copies. */
export interface ShortBook {
  bookId: string;
  title: string;
  wanted: number;
  free: number;
  /** Copies of readers who are paying now, and until when they are held. */
  held: number;
  heldUntil: string | null;
  /** Orders that have copies of it, wait to be confirmed or packed, or for a payment at a till, and are not sold to others. */
  orders: string[];
}

/** A book whose price is another one by now. */
export interface ChangedPrice {
  bookId: string;
  title: string;
  pricePaise: number;
  mrpPaise: number;
}
