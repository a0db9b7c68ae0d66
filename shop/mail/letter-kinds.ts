interface KindOfLetter {
  /**
   * Whom a letter of this kind belongs to, and is downloaded and deleted with: an order, the account of a reader, the
   * address of who asked for the newsletter, the bookseller, or nobody but the address that it goes to.
   */
  whose: "order" | "reader" | "subscriber" | "shop" | "address";
  /**
   * Counted for a mailbox and day, as anybody can bring it about: a stranger who types an address into a form, a reader who
   * is signed in, or whoever writes to the shop.
   */
  countedFor?: "stranger" | "reader" | "shop";
  /** Goes to many at once, and waits until everything else is sent. */
  isBulk?: true;
  /** Nothing of it is stored after it was sent, or could not be. */
  isForgotten?: true;
}

/** Every kind of letter that the shop sends. What a kind says is in `shop/letters`; here is what the outbox must know. */
export const letterKinds = {
  "order-confirmed": { whose: "order" },
  "order-shipped": { whose: "order" },
  "order-cancelled": { whose: "order" },
  "order-refunded": { whose: "order" },
  "order-sold-out": { whose: "order" },
  "return-asked": { whose: "order" },
  "return-for-shop": { whose: "order" },
  "return-accepted": { whose: "order" },
  "return-refused": { whose: "order" },
  "back-in-stock": { whose: "address" },
  "wish-cheaper": { whose: "reader" },
  "wish-back": { whose: "reader" },
  "review-hidden": { whose: "reader" },
  "review-shown": { whose: "reader" },
  "review-for-shop": { whose: "shop" },
  "review-ask": { whose: "order" },
  "contact-received": { whose: "address", countedFor: "stranger" },
  "contact-for-shop": { whose: "shop", countedFor: "shop" },
  "contact-gathered": { whose: "shop" },
  "newsletter-confirm": { whose: "subscriber", countedFor: "stranger" },
  "newsletter-welcome": { whose: "subscriber" },
  "newsletter-issue": { whose: "subscriber", isBulk: true },
  "confirm-email": { whose: "reader", countedFor: "reader" },
  "email-changed": { whose: "reader" },
  "account-deleted": { whose: "address", isForgotten: true },
} as const satisfies Record<string, KindOfLetter>;

/** The name of a kind, as it is stored in the outbox. */
export type LetterKind = keyof typeof letterKinds;

/** The kinds that have this rule, such as `{ whose: "subscriber" }`. */
export type KindsWith<Rule extends Partial<KindOfLetter>> = {
  [Kind in LetterKind]: (typeof letterKinds)[Kind] extends Rule ? Kind : never;
}[LetterKind];

/** Lists the kinds that a condition holds for. */
export function listKinds(holds: (kind: KindOfLetter) => boolean): LetterKind[] {
  return (Object.keys(letterKinds) as LetterKind[]).filter((kind) => holds(letterKinds[kind]));
}
