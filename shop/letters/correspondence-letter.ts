/** A letter about what a reader wrote or asked for, beside any order. */
export type CorrespondenceLetter =
  /** To whoever filled in the contact form. It repeats nothing they wrote, not the name either: anybody may have typed the address. */
  | { kind: "contact-received"; ticket: string; url: string }
  /** The same to the shop, with the words. */
  | {
      kind: "contact-for-shop";
      ticket: string;
      name: string;
      email: string;
      subject: string;
      /** May have several lines. */
      message: string;
      url: string;
    }
  /** Once a day, when more messages have come than are sent by letter. */
  | { kind: "contact-gathered" }
  /** Asks whether it was really this reader who wants the newsletter. */
  | { kind: "newsletter-confirm"; confirmUrl: string }
  | { kind: "newsletter-welcome"; unsubscribeUrl: string }
  | {
      kind: "newsletter-issue";
      subject: string;
      paragraphs: string[];
      links: { label: string; url: string }[];
      /** Null when the bookseller tries it. */
      unsubscribeUrl: string | null;
    };

const kinds: Record<CorrespondenceLetter["kind"], true> = {
  "contact-received": true,
  "contact-for-shop": true,
  "contact-gathered": true,
  "newsletter-confirm": true,
  "newsletter-welcome": true,
  "newsletter-issue": true,
};

/** Whether a letter is about correspondence, not about an order or a book. */
export function isCorrespondence(kind: string): kind is CorrespondenceLetter["kind"] {
  return Object.hasOwn(kinds, kind);
}
