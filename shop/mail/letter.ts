import type { AccountLetter } from "./account-letter.ts";

/** What the letters say about the shop; all from settings. */
export interface LetterShop {
  name: string;
  /** Origin readers reach the shop at, without a trailing slash; a letter links nowhere else. */
  publicUrl: string;
  supportEmail: string;
  supportPhone: string;
}

/** Some copies of one book of an order. */
export interface LetterLine {
  title: string;
  author: string;
  /** Such as `paperback` or `board-book`. */
  format: string;
  quantity: number;
  /** All copies together, before discounts. */
  totalPaise: number;
}

/** An order as its letters tell of it; all money in paise. */
export interface LetterOrder {
  number: string;
  /** The order's page, for this reader. */
  url: string;
  readerName: string;
  /** ISO time. */
  placedAt: string;
  lines: LetterLine[];
  subtotalPaise: number;
  /** Each amount is positive; it is taken off. */
  discounts: { label: string; amountPaise: number }[];
  shippingPaise: number;
  totalPaise: number;
  /** Name, street, town and so on, one a line; empty when nothing is shipped. */
  addressLines: string[];
  /** The bill; in a letter about money going back, the credit note. */
  documentUrl?: string;
}

/** A letter to a reader. */
export type Letter =
  | { kind: "order-confirmed"; order: LetterOrder }
  | {
      kind: "order-shipped";
      order: LetterOrder;
      carrier: string;
      trackingNumber: string;
      /** The carrier's page, linked when it is an https address; empty when there is none. */
      trackingUrl: string;
    }
  | {
      kind: "order-cancelled";
      order: LetterOrder;
      /** The copies that were cancelled; null when it is the whole order. */
      cancelledLines: LetterLine[] | null;
      /** What goes back to the reader; 0 when nothing had been paid. */
      refundPaise: number;
    }
  | {
      kind: "order-refunded";
      order: LetterOrder;
      refundPaise: number;
      /** A short phrase for the reader, such as `A copy arrived damaged`; may be empty. */
      reason: string;
    }
  /** A late payment came when the books were gone; the order's total goes back. */
  | { kind: "order-sold-out"; order: LetterOrder }
  | AccountLetter
  | { kind: "back-in-stock"; book: { title: string; author: string; url: string; pricePaise: number } };
