import { typedKeys } from "#shop/kernel/text/object-keys.ts";

interface LetterRules {
  /**
   * Whose data a letter of this kind belongs to: of an order, a reader's account, a newsletter subscriber, the
   * bookseller, or only the recipient's address. It is exported and deleted with that data.
   */
  owner: "order" | "reader" | "subscriber" | "shop" | "address";
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

/**
 * Every kind of letter that the shop sends, with its rules for the outbox; `shop/office/letters` contains their texts.
 */
export const letterKinds = {
  "order-confirmed": { owner: "order" },
  "order-shipped": { owner: "order" },
  "tracking-corrected": { owner: "order" },
  "order-cancelled": { owner: "order" },
  "order-refunded": { owner: "order" },
  "order-sold-out": { owner: "order" },
  "return-asked": { owner: "order" },
  "return-for-shop": { owner: "order" },
  "return-accepted": { owner: "order" },
  "return-refused": { owner: "order" },
  "back-in-stock": { owner: "address" },
  "wish-cheaper": { owner: "reader" },
  "wish-back": { owner: "reader" },
  "review-hidden": { owner: "reader" },
  "review-shown": { owner: "reader" },
  "review-for-shop": { owner: "shop" },
  "review-ask": { owner: "order" },
  "refund-for-owner": { owner: "shop" },
  "refund-answered": { owner: "shop" },
  "staff-invitation": { owner: "address" },
  "daily-for-owner": { owner: "shop" },
  "contact-received": { owner: "address", dailyLimitFor: "anonymous" },
  "contact-answered": { owner: "address" },
  "contact-for-shop": { owner: "shop", dailyLimitFor: "shop" },
  "contact-gathered": { owner: "shop" },
  "book-request-received": { owner: "address", dailyLimitFor: "anonymous" },
  "book-request-answered": { owner: "address" },
  "book-request-for-shop": { owner: "shop", dailyLimitFor: "shop" },
  "newsletter-confirm": { owner: "subscriber", dailyLimitFor: "anonymous" },
  "newsletter-welcome": { owner: "subscriber" },
  "newsletter-issue": { owner: "subscriber", isBulk: true },
  "confirm-email": { owner: "reader", dailyLimitFor: "reader" },
  "email-changed": { owner: "reader" },
  "account-deleted": { owner: "address", deletedAfterSending: true },
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
