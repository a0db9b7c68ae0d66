/** A book that a typed text may mean, as a form offers it. */
export interface BookChoice {
  id: string;
  /** Its name in a field, by `nameOfBook`. */
  name: string;
  title: string;
  /** Author, format and price, to tell it from others. */
  about: string;
}

/** The books found for the fields of a form that name books. */
export interface KnownBooks {
  /** Titles of the found books, by their name in a field. */
  titles: Record<string, string>;
  /** Candidates by field name. */
  mayBe: Record<string, BookChoice[]>;
}

/** Merges the titles of a form's saved books with the books that the action found. */
export function knownBooks(answer: { books?: KnownBooks } | null, titles: Record<string, string>): KnownBooks {
  return { titles: { ...titles, ...answer?.books?.titles }, mayBe: answer?.books?.mayBe ?? {} };
}

/** Name of the radio buttons that choose a book for another field, by book id. */
export const pickField = (field: string) => `pick-${field}`;

/** Name of the hidden field with the text for which books were offered. */
export const askedField = (field: string) => `was-${field}`;

/** The book that was chosen for a field's text, unless the text has been changed since; else the text. */
export function readChosenBook(typed: Record<string, string>, field: string): string {
  const text = (typed[field] ?? "").trim();
  const picked = typed[pickField(field)];
  return picked && typed[askedField(field)] === text ? picked : text;
}
