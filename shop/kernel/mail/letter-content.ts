import type { TextBlock } from "#shop/kernel/text/formatted-text.ts";
import type { Look } from "#shop/kernel/look/look.ts";

/** The shop's details in letters, from its settings. */
export interface LetterShop {
  name: string;
  /** Origin of the shop, without a trailing slash; letters to readers link to no other origin. */
  publicUrl: string;
  /** Origin of the desk (the back office), without a trailing slash; null if the desk is disabled. */
  deskUrl: string | null;
  supportEmail: string;
  supportPhone: string;
  /** The seller with street and town, on one line. */
  postalAddress: string;
  look: Look;
}

/** The content of a letter, from which both its HTML and its plain text are rendered. */
export interface LetterContent {
  subject: string;
  /** The text that an inbox shows next to the subject. */
  preheader: string;
  /** A reference such as the order's number, shown small next to the shop's name. */
  reference?: string;
  heading: string;
  /** Absent if the paragraphs contain a greeting. */
  greeting?: string;
  /**
   * Paragraphs, formatted text, links and books in the order in which they are shown; the first link is shown as a
   * button.
   */
  paragraphs: (string | TextBlock | LetterLink | LetterBook)[];
  /** The facts that the reader looks for first. */
  facts: { label: string; value: string }[];
  /** The main link, shown as a button; absent if it is among the paragraphs. */
  action?: LetterLink;
  /** Secondary links, such as to the bill. */
  links: LetterLink[];
  books?: LetterBooks;
  address?: { heading: string; lines: string[] };
  /** A closing remark, such as what the reader can still do. */
  note?: string;
  /** Why the recipient gets this letter. */
  because: string;
  /** The address for replies; by default the sender's. */
  replyTo?: string;
  /**
   * Link at the foot that unsubscribes, as does a POST to its address: the List-Unsubscribe header has it, for which
   * mail programs show a button (RFC 8058).
   */
  unsubscribe?: LetterLink;
  /** The mailing list to which the letter is sent, for the `List-Id` header (RFC 2919). */
  list?: "newsletter";
}

export interface LetterLink {
  label: string;
  url: string;
}

/** A book among the paragraphs, with a link to its page. */
export interface LetterBook {
  title: string;
  about: string;
  amount: string;
  url: string;
}

/** The list of books in a letter, with the sums below it. */
export interface LetterBooks {
  heading: string;
  lines: { title: string; about: string; amount?: string }[];
  sums: { label: string; amount: string }[];
  total?: { label: string; amount: string };
}

/** A file that is attached to a letter. */
export interface AttachedFile {
  filename: string;
  contentType: string;
  content: Buffer;
}
