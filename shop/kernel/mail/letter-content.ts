/** What the letters say about the shop; all from settings. */
export interface LetterShop {
  name: string;
  /** Origin readers reach the shop at, without a trailing slash; a letter to a reader links nowhere else. */
  publicUrl: string;
  /** Origin staff reach the desk at, without a trailing slash; null while it is shut. */
  deskUrl: string | null;
  supportEmail: string;
  supportPhone: string;
  /** Who sells, with street and town, on one line. */
  postalAddress: string;
}

/** What a letter says, before it is set in HTML or plain text: both are made from this, so both tell the same. */
export interface LetterContent {
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  /** Set small beside the shop's name, such as the order's number. */
  reference?: string;
  heading: string;
  /** Left out where the paragraphs have one of their own. */
  greeting?: string;
  /** A link among them stands at its place; the first is set as a button. */
  paragraphs: (string | LetterLink)[];
  /** What the reader looks for first. */
  facts: { label: string; value: string }[];
  /** What most will want to press; left out where it is among the paragraphs. */
  action?: LetterLink;
  /** Other ways on, such as to the bill. */
  links: LetterLink[];
  books?: LetterBooks;
  address?: { heading: string; lines: string[] };
  /** A last word, such as what the reader may still do. */
  note?: string;
  /** Why this letter came. */
  because: string;
  /** Who gets the answer, when it is not the address that letters come from. */
  replyTo?: string;
  /** Ends such letters when posted to; mail programs show it as their own button (RFC 8058). */
  unsubscribeUrl?: string;
  /** The list it goes to, for `List-Id` (RFC 2919). */
  list?: "newsletter";
}

export interface LetterLink {
  label: string;
  url: string;
}

/** The list of books in a letter, with the sums below it. */
export interface LetterBooks {
  heading: string;
  lines: { title: string; about: string; amount?: string }[];
  sums: { label: string; amount: string }[];
  /** Set apart from the sums above it. */
  total?: { label: string; amount: string };
}
