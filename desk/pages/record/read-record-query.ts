import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";

/** What the form above the record asks for; what is not of its kind is not asked. */
export interface RecordQuery {
  who: string;
  chapter: string;
  /** What a line is about, such as `order EP-7K2M9QX4TB`; a bare number of an order means that order. */
  subject: string;
  before: number | null;
}

/** Chapters of the record in words, by the first word of its actions. */
export const chapters: Record<string, string> = {
  record: "Taken back",
  staff: "Staff",
  session: "Sign-outs",
  passkey: "Passkeys",
  desk: "Refusals",
  orders: "Orders and money",
  parcels: "Parcels and papers",
  books: "Books",
  catalogue: "Books and imports",
  stock: "Stock and prices",
  people: "Reviews, messages and letters",
  payouts: "Payouts",
  exports: "Exports",
  programs: "Tills and other programs",
};

/** What acts beside the staff, in words. */
export const otherActors = {
  "command line": "The command line",
  token: "Tills and other programs",
  shop: "The shop itself",
} as const;

/** Reads the query of the page. */
export function readRecordQuery(url: string): RecordQuery {
  const query = new URL(url).searchParams;
  const text = (name: string) => (query.get(name) ?? "").slice(0, 200).trim();
  const before = text("before");
  const who = text("who");
  const subject = text("subject");
  const isOrder = orderNumberPattern.test(subject.toUpperCase());
  return {
    who: /^[1-9]\d{0,14}$/.test(who) || Object.hasOwn(otherActors, who) ? who : "",
    chapter: Object.hasOwn(chapters, text("chapter")) ? text("chapter") : "",
    subject: isOrder ? `order ${subject.toUpperCase()}` : subject,
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}
