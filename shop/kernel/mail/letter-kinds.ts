/** Every kind of letter that the shop sends, with its rules for the outbox and the facts that are stored with it. */
import { z } from "zod";

import { typedKeys } from "#shop/kernel/text/object-keys.ts";

interface LetterRules {
  /**
   * Whose data a letter of this kind belongs to: of an order, a reader's account, a newsletter subscriber, the
   * bookseller, or only the recipient's address. It is exported and deleted with that data.
   */
  owner: "order" | "reader" | "subscriber" | "shop" | "address";
  /** What is stored with a waiting letter: the facts that cannot be read from its order or reader when it is sent. */
  facts: z.ZodObject;
  /**
   * Set if these letters are limited per mailbox and day, because outsiders can trigger them. `anonymous`: visitors who
   * type an address into a form; `reader`: signed-in readers; `shop`: people who write to the shop.
   */
  dailyLimitFor?: "anonymous" | "reader" | "shop";
  /** Set if the letter is sent to many recipients, so that it waits until all other letters are sent. */
  isBulk?: true;
  /** Set if the letter is deleted completely after it was sent or has failed. */
  deletedAfterSending?: true;
}

/** Older versions stored some ids as text. */
const id = z.coerce.number().int();

const nothing = z.object({});
/** Older versions omitted the number of the first parcel. */
const ofParcel = z.object({ parcel: z.number().default(1) });
const ofCopies = z.array(z.object({ position: z.number(), quantity: z.number() }));
const ofReturn = z.object({ returnId: id });
const ofWish = z.object({ readerId: id, bookId: z.string() });
const ofReviewDecision = z.object({ decisionId: id });
const ofRefundRequest = z.object({ requestId: id });
const ofTicket = z.object({ ticket: z.string() });
const ofSubscriber = z.object({ token: z.string() });

/** The kinds of letters; `shop/office/letters` contains their texts. */
export const letterKinds = {
  "order-confirmed": { owner: "order", facts: nothing },
  // An order that is paid on delivery was placed: its reader is asked to confirm it.
  "payment-reminder": { owner: "order", facts: nothing },
  "quotation-accepted": { owner: "order", facts: nothing },
  "order-to-confirm": { owner: "order", facts: nothing, dailyLimitFor: "anonymous" },
  "order-not-confirmed": { owner: "order", facts: nothing },
  // An order that was to be paid on delivery was paid online.
  "order-paid": { owner: "order", facts: nothing },
  // An order that is collected waits at the shop.
  "order-ready": { owner: "order", facts: z.object({ isReminder: z.boolean() }) },
  "order-shipped": { owner: "order", facts: ofParcel },
  "tracking-corrected": { owner: "order", facts: ofParcel },
  "order-cancelled": {
    owner: "order",
    facts: z.object({
      isWhole: z.boolean(),
      paidPaise: z.number(),
      beforePaise: z.number(),
      refundPaise: z.number(),
      copies: ofCopies,
    }),
  },
  "order-refunded": { owner: "order", facts: z.object({ refundId: id }) },
  "order-sold-out": { owner: "order", facts: nothing },
  // A parcel arrived after its order was refunded in full: its reader is asked for the money or the books.
  "refunded-order-arrived": { owner: "order", facts: z.object({ paise: z.number(), copies: ofCopies }) },
  "return-asked": { owner: "order", facts: ofReturn },
  "return-for-shop": { owner: "order", facts: ofReturn },
  "return-accepted": {
    owner: "order",
    facts: ofReturn.extend({ isKept: z.boolean().default(false), refundPaise: z.number().default(0) }),
  },
  "return-refused": { owner: "order", facts: ofReturn },
  "back-in-stock": { owner: "address", facts: z.object({ bookId: z.string() }) },
  "wish-cheaper": { owner: "reader", facts: ofWish },
  "wish-back": { owner: "reader", facts: ofWish },
  "review-hidden": { owner: "reader", facts: ofReviewDecision },
  "review-shown": { owner: "reader", facts: ofReviewDecision },
  "review-for-shop": { owner: "shop", facts: z.object({ reviewId: id, version: z.number() }) },
  "review-ask": { owner: "order", facts: z.object({ orderId: id }) },
  "refund-for-owner": { owner: "shop", facts: ofRefundRequest },
  "refund-answered": { owner: "shop", facts: ofRefundRequest },
  "staff-invitation": { owner: "address", facts: z.object({ invitationId: z.string() }) },
  "daily-for-owner": { owner: "shop", facts: z.object({ day: z.string(), staffId: id }) },
  quotation: { owner: "address", facts: z.object({ quotationId: id }) },
  "purchase-order": { owner: "shop", facts: z.object({ orderId: id }) },
  "contact-received": { owner: "address", facts: ofTicket, dailyLimitFor: "anonymous" },
  "contact-answered": { owner: "address", facts: ofTicket },
  "contact-for-shop": { owner: "shop", facts: ofTicket, dailyLimitFor: "shop" },
  "contact-gathered": { owner: "shop", facts: nothing },
  "book-request-received": { owner: "address", facts: ofTicket, dailyLimitFor: "anonymous" },
  "book-request-answered": { owner: "address", facts: ofTicket },
  "book-request-for-shop": { owner: "shop", facts: ofTicket, dailyLimitFor: "shop" },
  "newsletter-confirm": { owner: "subscriber", facts: ofSubscriber, dailyLimitFor: "anonymous" },
  "newsletter-welcome": { owner: "subscriber", facts: ofSubscriber },
  // Without a token it is a test letter to the bookseller.
  "newsletter-issue": {
    owner: "subscriber",
    facts: z.object({ issueId: id, token: z.string().optional() }),
    isBulk: true,
  },
  "confirm-email": { owner: "reader", facts: z.object({ changeId: z.string() }), dailyLimitFor: "reader" },
  "email-changed": { owner: "reader", facts: z.object({ readerName: z.string() }) },
  "account-deleted": {
    owner: "address",
    facts: z.object({ readerName: z.string(), orderCount: z.number().default(0) }),
    deletedAfterSending: true,
  },
} as const satisfies Record<string, LetterRules>;

/** The name of a kind, as the outbox stores it. */
export type LetterKind = keyof typeof letterKinds;

/** The kinds with this rule, such as `{ owner: "subscriber" }`. */
export type KindsWith<Rule extends Partial<LetterRules>> = {
  [Kind in LetterKind]: (typeof letterKinds)[Kind] extends Rule ? Kind : never;
}[LetterKind];

export function listKinds(holds: (kind: LetterRules) => boolean): LetterKind[] {
  return typedKeys(letterKinds).filter((kind) => holds(letterKinds[kind]));
}

/** The facts of each kind of letter. */
export type LetterFacts = { [Kind in LetterKind]: z.output<(typeof letterKinds)[Kind]["facts"]> };

/** Parses the stored facts of a letter. Throws if they do not match its kind. */
export function readLetterFacts(kind: LetterKind, stored: unknown): LetterFacts[LetterKind] {
  const read = letterKinds[kind].facts.safeParse(stored);
  if (read.success) return read.data;
  throw new Error(`The facts of an e-mail of the kind "${kind}" cannot be read: ${z.prettifyError(read.error)}`);
}
