import type { CorrespondenceLetter } from "./correspondence-letter.ts";
import type { WishLetter } from "./wish-letter.ts";
import type { AccountLetter } from "./account-letter.ts";
import type { ReturnLetter } from "./return-letter.ts";
import type { ReviewLetter } from "./review-letter.ts";

/** What the letters say about the shop; all from settings. */
export interface LetterShop {
  name: string;
  /** Origin readers reach the shop at, without a trailing slash; a letter links nowhere else. */
  publicUrl: string;
  supportEmail: string;
  supportPhone: string;
  /** Who sells, with street and town, on one line. */
  postalAddress: string;
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
  /** The bill's page, for this reader. */
  billUrl: string;
}

/** Money on its way back to the reader. */
export interface RefundedAmount {
  /** In paise. */
  refundPaise: number;
  /** What it goes back to: `your Visa card ending in 1007`, `the UPI account you paid with`. */
  account: string;
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
  | ({
      kind: "order-cancelled";
      order: LetterOrder;
      /** Whether nothing is left of the order. */
      isWhole: boolean;
      /** The copies that were cancelled now. */
      lines: LetterLine[];
      /** What had been paid for them, with delivery when nothing is left of the order. */
      paidPaise: number;
      /** What of it had been sent back before. */
      beforePaise: number;
    } & RefundedAmount)
  | ({
      kind: "order-refunded";
      order: LetterOrder;
      /** A short phrase for the reader, such as `A copy arrived damaged`; may be empty. */
      reason: string;
      /** Cancelled or returned copies that the money was paid for; empty when it is for none in particular. */
      lines: LetterLine[];
      /** All that the reader had paid, and what of it has gone back so far, this included. */
      paidPaise: number;
      returnedPaise: number;
      /** Empty when there is no bill that it would correct. */
      creditNoteUrl: string;
    } & RefundedAmount)
  /** A late payment came when the order could not be filled any more; all of it goes back. */
  | ({
      kind: "order-sold-out";
      order: LetterOrder;
      /** Number of the newer order that was paid instead; null when the books are gone. */
      paidInstead: string | null;
    } & RefundedAmount)
  | ReturnLetter
  | CorrespondenceLetter
  | WishLetter
  | ReviewLetter
  | AccountLetter
  | { kind: "back-in-stock"; book: { title: string; author: string; url: string; pricePaise: number } };
