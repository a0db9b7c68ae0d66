/** So many books have a field in a trial cart. */
export const trialRows = 6;

/** What a trial cart holds; what is not of its kind is left out. */
export interface TrialQuery {
  code: string;
  email: string;
  /** As the field of a moment has it; empty for now. */
  at: string;
  books: { name: string; copies: number }[];
}

/** Reads the query of the page; a cart takes 20 copies of a book at most. */
export function readTrialQuery(url: string): TrialQuery {
  const query = new URL(url).searchParams;
  const text = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").slice(0, 254).trim();
  const books = Array.from({ length: trialRows }, (_, place) => {
    const typed = text(`copies-${place}`);
    const copies = /^\d{1,4}$/.test(typed) ? Number(typed) : 1;
    return { name: text(`book-${place}`).slice(0, 120), copies: Math.min(20, Math.max(1, copies)) };
  }).filter(({ name }) => name !== "");
  return { code: text("code").slice(0, 40).toUpperCase(), email: text("email"), at: text("at").slice(0, 30), books };
}
