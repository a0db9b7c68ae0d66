/** The facts that the outbox stores with each kind of letter, and their schemas. */
import { z } from "zod";

import type { LetterKind } from "./letter-kinds.ts";

/** Older versions stored some ids as text. */
const id = z.coerce.number().int();

const nothing = z.object({});
/** Older versions omitted the number of the first parcel. */
const ofParcel = z.object({ parcel: z.number().default(1) });
const ofReturn = z.object({ returnId: id });
const ofWish = z.object({ readerId: id, bookId: z.string() });
const ofReviewDecision = z.object({ decisionId: id });
const ofRefundRequest = z.object({ requestId: id });
const ofTicket = z.object({ ticket: z.string() });
const ofSubscriber = z.object({ token: z.string() });

/**
 * The facts stored with a waiting letter of each kind: those that cannot be read from its order or reader when it is
 * sent.
 */
const letterFacts = {
  "order-confirmed": nothing,
  "order-shipped": ofParcel,
  "tracking-corrected": ofParcel,
  "order-cancelled": z.object({
    isWhole: z.boolean(),
    paidPaise: z.number(),
    beforePaise: z.number(),
    refundPaise: z.number(),
    copies: z.array(z.object({ position: z.number(), quantity: z.number() })),
  }),
  "order-refunded": z.object({ refundId: id }),
  "order-sold-out": nothing,
  "return-asked": ofReturn,
  "return-for-shop": ofReturn,
  "return-accepted": ofReturn.extend({ isKept: z.boolean().default(false), refundPaise: z.number().default(0) }),
  "return-refused": ofReturn,
  "back-in-stock": z.object({ bookId: z.string() }),
  "wish-cheaper": ofWish,
  "wish-back": ofWish,
  "review-hidden": ofReviewDecision,
  "review-shown": ofReviewDecision,
  "review-for-shop": z.object({ reviewId: id, version: z.number() }),
  "review-ask": z.object({ orderId: id }),
  "refund-for-owner": ofRefundRequest,
  "refund-answered": ofRefundRequest,
  "staff-invitation": z.object({ invitationId: z.string() }),
  "daily-for-owner": z.object({ day: z.string(), staffId: id }),
  "contact-received": ofTicket,
  "contact-answered": ofTicket,
  "contact-for-shop": ofTicket,
  "contact-gathered": nothing,
  "book-request-received": ofTicket,
  "book-request-answered": ofTicket,
  "book-request-for-shop": ofTicket,
  "newsletter-confirm": ofSubscriber,
  "newsletter-welcome": ofSubscriber,
  /** Without a token it is a test letter to the bookseller. */
  "newsletter-issue": z.object({ issueId: id, token: z.string().optional() }),
  "confirm-email": z.object({ changeId: z.string() }),
  "email-changed": z.object({ readerName: z.string() }),
  "account-deleted": z.object({ readerName: z.string(), orderCount: z.number().default(0) }),
} satisfies Record<LetterKind, z.ZodType>;

/** The facts of each kind of letter. */
export type LetterFacts = { [Kind in LetterKind]: z.output<(typeof letterFacts)[Kind]> };

/** Parses the stored facts of a letter. Throws if they do not match its kind. */
export function readLetterFacts(kind: LetterKind, stored: unknown): LetterFacts[LetterKind] {
  const read = letterFacts[kind].safeParse(stored);
  if (read.success) return read.data;
  throw new Error(`The facts of an e-mail of the kind "${kind}" cannot be read: ${z.prettifyError(read.error)}`);
}
