/** A book that a typed text may refer to, as a form offers it. */
export interface BookChoice {
  id: string;
  /** The text that names the book in a form field, from `nameOfBook`. */
  name: string;
  title: string;
  /** Author, format and price, to distinguish books of the same title. */
  about: string;
}

/** A book as it is shown where books are chosen: with its cover and the copies that can be sold now. */
export interface PickableBook extends BookChoice {
  coverKey: string;
  copies: number;
}

/** The books found for the fields of a form that name books. */
export interface KnownBooks {
  /** The titles of the found books, by the text that names each in a form field. */
  titles: Record<string, string>;
  /** The books that a field's text may refer to, by field name. */
  mayBe: Record<string, BookChoice[]>;
}

/** Merges the titles of a form's saved books with the books that the action found. */
export function knownBooks(answer: { books?: KnownBooks } | null, titles: Record<string, string>): KnownBooks {
  return { titles: { ...titles, ...answer?.books?.titles }, mayBe: answer?.books?.mayBe ?? {} };
}

/** Name of the radio buttons that choose a book for another field, by book id. */
export const pickField = (field: string) => `pick-${field}`;

/** Name of the hidden field with the text for which the radio buttons were offered. */
export const askedField = (field: string) => `was-${field}`;

/** The book that was chosen for a field's text; the text itself if none was chosen, or the text has changed since. */
export function readChosenBook(typed: Record<string, string>, field: string): string {
  const text = (typed[field] ?? "").trim();
  const picked = typed[pickField(field)];
  return picked && typed[askedField(field)] === text ? picked : text;
}
