/** A book that somebody may mean, as a form shows it. */
export interface BookChoice {
  id: string;
  /** What names it in a field: `nameOfBook`. */
  name: string;
  title: string;
  /** What tells it from others: author, format and price. */
  about: string;
}

/** What is known of the fields of a form in which books are named. */
export interface KnownBooks {
  /** The titles of books that are known, by what names them. */
  titles: Record<string, string>;
  /** Those that a field may mean, by its name. */
  mayBe: Record<string, BookChoice[]>;
}

/** What is known of the books of a form: those that are saved, with their titles, and what an answer to the form says. */
export function knownBooks(answer: { books?: KnownBooks } | null, titles: Record<string, string>): KnownBooks {
  return { titles: { ...titles, ...answer?.books?.titles }, mayBe: answer?.books?.mayBe ?? {} };
}

/** The field of the book that was chosen for another field, by its id. */
export const pickField = (field: string) => `pick-${field}`;

/** The hidden field of the text that was asked about when books were shown to choose from. */
export const askedField = (field: string) => `was-${field}`;

/** What a field names: the book that was chosen for its text, unless another text was typed since. */
export function bookIn(typed: Record<string, string>, field: string): string {
  const text = (typed[field] ?? "").trim();
  const picked = typed[pickField(field)];
  return picked && typed[askedField(field)] === text ? picked : text;
}
