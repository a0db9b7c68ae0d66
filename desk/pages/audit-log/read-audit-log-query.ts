import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";

/** Filters of the audit log; invalid values are ignored. */
export interface AuditLogQuery {
  who: string;
  chapter: string;
  /**
   * The subject of an entry, such as `order EP-7K2M9QX4TB`. An order number alone is read as `order` and this number.
   */
  subject: string;
  before: number | null;
}

/** Labels of the chapters, by the first segment of an action's name. */
export const chapters: Record<string, string> = {
  record: "Undone",
  staff: "Staff",
  session: "Sign-outs",
  passkey: "Passkeys",
  desk: "Refusals",
  orders: "Orders and money",
  parcels: "Parcels and papers",
  books: "Books",
  catalogue: "Books and imports",
  stock: "Stock and prices",
  buying: "Suppliers and purchase orders",
  people: "Reviews, messages and letters",
  payouts: "Payouts",
  exports: "Exports",
  programs: "Tills and other programs",
};

/** Actors other than staff, with their labels. */
export const otherActors = {
  "command line": "The command line",
  token: "Tills and other programs",
  shop: "The shop itself",
} as const;

export function readAuditLogQuery(url: string): AuditLogQuery {
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
