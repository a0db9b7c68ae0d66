interface KindOfLetter {
  /**
   * Whom a letter of this kind belongs to, and is downloaded and deleted with: an order, the account of a reader, the
   * address of who asked for the newsletter, the bookseller, or nobody but the address that it goes to.
   */
  owner: "order" | "reader" | "subscriber" | "shop" | "address";
  /**
   * Limited for a mailbox and day, as anybody can bring it about: an anonymous visitor who types an address into a form, a
   * reader who is signed in, or whoever writes to the shop.
   */
  dailyLimitFor?: "anonymous" | "reader" | "shop";
  /** Goes to many at once, and waits until everything else is sent. */
  isBulk?: true;
  /** Nothing of it is stored after it was sent, or could not be. */
  isForgotten?: true;
}

/** Every kind of letter that the shop sends. What a kind says is in `shop/office/letters`; here is what the outbox must know. */
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
  "account-deleted": { owner: "address", isForgotten: true },
} as const satisfies Record<string, KindOfLetter>;

/** The name of a kind, as it is stored in the outbox. */
export type LetterKind = keyof typeof letterKinds;

/** The kinds that have this rule, such as `{ owner: "subscriber" }`. */
export type KindsWith<Rule extends Partial<KindOfLetter>> = {
  [Kind in LetterKind]: (typeof letterKinds)[Kind] extends Rule ? Kind : never;
}[LetterKind];

/** Lists the kinds that a condition holds for. */
export function listKinds(holds: (kind: KindOfLetter) => boolean): LetterKind[] {
  return (Object.keys(letterKinds) as LetterKind[]).filter((kind) => holds(letterKinds[kind]));
}
