/** The routes of the desk: the file, permission, navigation label and body limits of each. */
import type { Capability } from "#shop/people/staff/roles.ts";
import type { NavigationGroup } from "./navigation-groups.ts";

export interface DeskRoute {
  /** The path of the route's module, relative to `desk/`. */
  file: `pages/${string}`;
  /**
   * The permission that the page needs; null for pages before the sign-in. The loader of the page must check this
   * permission (`requireStaff`).
   */
  needs: Capability | null;
  /** The label in the navigation. A page without a label is not listed there. */
  label?: string;
  /** The name by which the desk's search finds the page, in addition to the label. */
  foundAs?: string;
  /**
   * Set if the page's form uploads a file, which is streamed to disk, or as many pictures. `intent` is the action that
   * receives it.
   */
  uploads?: { maxBytes: number; intent: string; mostPictures: number };
  /** The limits for the body of the page's forms; by default `usualBody`. Files are accepted only with `takesFiles`. */
  body?: { maxBytes: number; takesFiles?: true };
  /** The group in the navigation; by default that of the permission (`desk/navigation.ts`). */
  group?: NavigationGroup;
}

/** Every route of the desk by its React Router path; those with a label form the navigation. */
export const deskRoutes = {
  "/": { file: "pages/today/route.tsx", needs: "today", label: "Today" },
  "/parcels": { file: "pages/parcels/route.tsx", needs: "parcels", label: "Parcels" },
  "/parcels/print": {
    file: "pages/print/route.tsx",
    needs: "parcels",
    foundAs: "Print papers",
  },
  "/parcels/print/:paper": { file: "pages/print/paper.route.ts", needs: "parcels" },
  "/parcels/tracking": { file: "pages/tracking/route.tsx", needs: "parcels", foundAs: "Tracking numbers" },
  "/parcels/booked": { file: "pages/booked/route.tsx", needs: "parcels", foundAs: "Booked parcels" },
  "/parcels/collect": { file: "pages/collect/route.tsx", needs: "parcels", foundAs: "Orders at the shop" },
  "/parcels/:number/book": { file: "pages/book-parcel/route.tsx", needs: "parcels" },
  "/parcels/:number": { file: "pages/pack/route.tsx", needs: "parcels" },
  "/orders": { file: "pages/orders/route.tsx", needs: "orders", label: "Orders" },
  "/orders/:number": { file: "pages/order/route.tsx", needs: "orders" },
  "/orders/:number/business": { file: "pages/order/business/business.route.tsx", needs: "orders" },
  "/orders/:number/challans/:parcel": { file: "pages/order/parcels/challan.route.ts", needs: "orders" },
  "/quotations": {
    file: "pages/quotations/list.route.tsx",
    needs: "orders",
    label: "Quotations",
    group: "Selling",
  },
  "/quotations/:quotation": { file: "pages/quotations/quotation.route.tsx", needs: "orders" },
  "/quotations/:quotation/pdf": { file: "pages/quotations/pdf.route.ts", needs: "orders" },
  "/counter": { file: "pages/counter/tills.route.tsx", needs: "counter", label: "Counter" },
  "/counter/find": { file: "pages/counter/till/finding/find.route.ts", needs: "counter" },
  "/counter/list": { file: "pages/counter/till/finding/list.route.ts", needs: "counter" },
  "/counter/orders/:number": { file: "pages/counter/online-order.route.tsx", needs: "counter" },
  "/counter/bills/:bill": { file: "pages/counter/bill.route.tsx", needs: "counter" },
  "/counter/:till/cash": { file: "pages/counter/cash.route.tsx", needs: "counter" },
  "/counter/:till/day": { file: "pages/counter/day.route.tsx", needs: "counter" },
  "/counter/:till": { file: "pages/counter/till/till.route.tsx", needs: "counter" },
  "/counter/:till/sell": { file: "pages/counter/till/sell.route.ts", needs: "counter" },
  "/counter/:till/code": { file: "pages/counter/qr/code.route.ts", needs: "counter" },
  "/returns": { file: "pages/returns/route.tsx", needs: "orders", label: "Returns" },
  "/returns/list.csv": { file: "pages/returns/csv.route.ts", needs: "orders" },
  "/stock": { file: "pages/stock/route.tsx", needs: "stock", label: "Stock" },
  "/stock/to-order.csv": { file: "pages/stock/reorder.route.ts", needs: "stock" },
  "/stock/to-order.pdf": { file: "pages/stock/reorder-pdf.route.ts", needs: "stock" },
  "/stock/orders": { file: "pages/buying/orders.route.tsx", needs: "buying", foundAs: "Purchase orders" },
  "/stock/orders/:purchase": { file: "pages/buying/order.route.tsx", needs: "buying" },
  "/stock/orders/:purchase/pdf": { file: "pages/buying/order-pdf.route.ts", needs: "buying" },
  "/stock/orders/:purchase/csv": { file: "pages/buying/order-csv.route.ts", needs: "buying" },
  "/stock/suppliers": { file: "pages/buying/suppliers.route.tsx", needs: "buying", foundAs: "Suppliers" },
  "/stock/suppliers/:supplier": { file: "pages/buying/supplier.route.tsx", needs: "buying" },
  "/stock/suppliers/:supplier/return": { file: "pages/buying/returnable.route.tsx", needs: "buying" },
  "/stock/supplier-returns/:return": { file: "pages/buying/return.route.tsx", needs: "buying" },
  "/stock/supplier-returns/:return/:paper": { file: "pages/buying/return-paper.route.ts", needs: "buying" },
  "/stock/receive": { file: "pages/stock/deliveries/receive.route.tsx", needs: "stock", foundAs: "Deliveries" },
  "/stock/receive/:delivery": { file: "pages/stock/deliveries/delivery.route.tsx", needs: "stock" },
  "/stock/receive/:delivery/claim": { file: "pages/stock/deliveries/claim.route.ts", needs: "buying" },
  "/stock/receive/:delivery/scan": { file: "pages/stock/scan.route.ts", needs: "stock" },
  "/stock/count": {
    file: "pages/stock/counts/counts.route.tsx",
    needs: "stock",
    foundAs: "Counts",
  },
  "/stock/count/:count": { file: "pages/stock/counts/count.route.tsx", needs: "stock" },
  "/stock/count/:count/scan": { file: "pages/stock/counts/count-scan.route.ts", needs: "stock" },
  "/stock/count/:count/finish": { file: "pages/stock/counts/count-finish.route.tsx", needs: "stock" },
  "/stock/books/:book": { file: "pages/stock/book.route.tsx", needs: "stock" },
  "/shelf-labels": { file: "pages/shelf-labels/route.tsx", needs: "stock", foundAs: "Shelf labels" },
  "/shelf-labels/print": { file: "pages/shelf-labels/print.route.ts", needs: "stock" },
  "/books": { file: "pages/books/route.tsx", needs: "books", label: "Books" },
  "/books/new": { file: "pages/book-new/route.tsx", needs: "books", foundAs: "Add a book" },
  "/books/change": { file: "pages/books-change/route.tsx", needs: "books", foundAs: "Change books" },
  "/books/:book": { file: "pages/book/route.tsx", needs: "books" },
  "/books/:book/opening": { file: "pages/book-opening/route.tsx", needs: "books" },
  "/books/:book/work": { file: "pages/book-work/route.tsx", needs: "books" },
  "/books/:book/cover": {
    file: "pages/book-cover/route.tsx",
    needs: "books",
    body: { maxBytes: 15.5 * 1024 * 1024, takesFiles: true },
  },
  "/authors": { file: "pages/authors/route.tsx", needs: "books", label: "Authors" },
  "/authors/:author": { file: "pages/authors/author.route.tsx", needs: "books" },
  "/series": { file: "pages/series/route.tsx", needs: "books", label: "Series" },
  "/series/:series": { file: "pages/series/one-series.route.tsx", needs: "books" },
  "/categories": { file: "pages/categories/route.tsx", needs: "books", label: "Categories" },
  "/categories/:category": { file: "pages/categories/category.route.tsx", needs: "books" },
  "/import": {
    file: "pages/import/route.tsx",
    needs: "imports",
    label: "Import",
    uploads: { maxBytes: 2 * 1024 ** 3, intent: "import.upload", mostPictures: 500 },
  },
  "/import/undo/:import": { file: "pages/import/undo.route.tsx", needs: "imports" },
  "/import/:work": { file: "pages/import/job.route.tsx", needs: "imports" },
  "/import/:work/report": { file: "pages/import/report.route.ts", needs: "imports" },
  "/offers": { file: "pages/offers/route.tsx", needs: "offers", label: "Offers" },
  "/offers/code": { file: "pages/offers/code.route.tsx", needs: "offers", foundAs: "New code" },
  "/offers/bundle": { file: "pages/offers/bundle.route.tsx", needs: "offers", foundAs: "New bundle" },
  "/offers/results": { file: "pages/offers/results.route.tsx", needs: "offers", foundAs: "Offer results" },
  "/offers/results.csv": { file: "pages/offers/results-csv.route.ts", needs: "offers" },
  "/offers/trial": { file: "pages/offers/trial.route.tsx", needs: "offers", foundAs: "Test a cart" },
  "/window": { file: "pages/window/route.tsx", needs: "window", label: "Window" },
  "/window/draft": { file: "pages/window/draft/draft.route.tsx", needs: "window", foundAs: "New window" },
  "/window/look": { file: "pages/window/preview/look.route.ts", needs: "window" },
  "/window/:window/preview": { file: "pages/window/preview/preview.route.tsx", needs: "window" },
  "/window/table": { file: "pages/window/table.route.tsx", needs: "window", foundAs: "New table" },
  "/window/list": { file: "pages/window/list.route.tsx", needs: "window", foundAs: "New list" },
  "/pages": { file: "pages/pages/route.tsx", needs: "settings", label: "Pages", group: "Selling" },
  "/pages/edit": {
    file: "pages/pages/edit.route.tsx",
    needs: "settings",
    foundAs: "New page",
    // A text that is too long is answered at its field.
    body: { maxBytes: 4 * 1024 * 1024 },
  },
  "/pages/preview": {
    file: "pages/pages/preview.route.ts",
    needs: "settings",
    body: { maxBytes: 4 * 1024 * 1024 },
  },
  "/reviews": { file: "pages/reviews/route.tsx", needs: "people", label: "Reviews" },
  "/messages": { file: "pages/messages/route.tsx", needs: "people", label: "Messages" },
  "/messages/:ticket": { file: "pages/messages/message.route.tsx", needs: "people" },
  "/wanted": { file: "pages/wanted/route.tsx", needs: "people", label: "Wanted books" },
  "/wanted/:request": { file: "pages/wanted/wanted-book.route.tsx", needs: "people" },
  "/newsletter": { file: "pages/newsletter/route.tsx", needs: "people", label: "Newsletter" },
  "/newsletter/letter": { file: "pages/newsletter/letter.route.ts", needs: "people" },
  "/readers": { file: "pages/readers/route.tsx", needs: "people", label: "Readers" },
  "/readers/:reader": { file: "pages/readers/reader.route.tsx", needs: "people" },
  "/readers/:reader/copy": { file: "pages/readers/copy.route.ts", needs: "people" },
  "/reports/sales": {
    file: "pages/sales/route.tsx",
    needs: "reports",
    label: "Reports",
    foundAs: "Sales report",
  },
  "/reports/sales/table.csv": { file: "pages/sales/csv.route.ts", needs: "reports" },
  "/reports/sales/lines": { file: "pages/sales/lines.route.tsx", needs: "reports" },
  "/reports/returns": { file: "pages/returns-report/route.tsx", needs: "reports", foundAs: "Returns report" },
  "/reports/returns/list.csv": { file: "pages/returns-report/csv.route.ts", needs: "reports" },
  "/reports/searches": { file: "pages/searches-report/route.tsx", needs: "reports", foundAs: "Searches report" },
  "/reports/searches/table.csv": { file: "pages/searches-report/csv.route.ts", needs: "reports" },
  "/reports/stock": {
    file: "pages/stock-report/route.tsx",
    needs: "reports",
    foundAs: "Stock report",
  },
  "/reports/stock/slow.csv": { file: "pages/stock-report/csv.route.ts", needs: "reports" },
  "/documents/:document": { file: "pages/document/pdf.route.ts", needs: "papers" },
  "/reports/gst": { file: "pages/gst/route.tsx", needs: "papers", label: "GST", foundAs: "GST papers" },
  "/reports/gst/papers.csv": { file: "pages/gst/papers-csv.route.ts", needs: "papers" },
  "/reports/gst/names": { file: "pages/gst/names.route.tsx", needs: "papers" },
  "/reports/gst/names.csv": { file: "pages/gst/names-csv.route.ts", needs: "papers" },
  "/reports/gst/return": {
    file: "pages/gst/return.route.tsx",
    needs: "papers",
    foundAs: "GSTR-1",
  },
  "/reports/gst/return/:file": { file: "pages/gst/return-file.route.ts", needs: "papers" },
  "/remittances": {
    file: "pages/remittances/route.tsx",
    needs: "payouts",
    label: "Cash on delivery",
    foundAs: "Money of carriers",
  },
  "/receivables": {
    file: "pages/receivables/route.tsx",
    needs: "transfers",
    label: "Owed by buyers",
    foundAs: "Bank transfers",
    group: "Reports & GST",
  },
  "/payouts": { file: "pages/payouts/route.tsx", needs: "payouts", label: "Payouts" },
  "/payouts/:payout": { file: "pages/payout/route.tsx", needs: "payouts" },
  "/payouts/:payout/lines.csv": { file: "pages/payout/csv.route.ts", needs: "payouts" },
  "/staff": { file: "pages/staff/route.tsx", needs: "staff", label: "Staff" },
  "/look": {
    file: "pages/look/route.tsx",
    needs: "settings",
    label: "Look",
    body: { maxBytes: 4.5 * 1024 * 1024, takesFiles: true },
  },
  "/look/email": { file: "pages/look/email.route.ts", needs: "settings" },
  "/settings": {
    file: "pages/settings/route.tsx",
    needs: "settings",
    label: "Settings",
    body: { maxBytes: 4.5 * 1024 * 1024, takesFiles: true },
  },
  "/go-live": { file: "pages/go-live/route.tsx", needs: "settings", label: "Go live" },
  "/record": { file: "pages/audit-log/route.tsx", needs: "record", label: "History" },
  "/record/:entry": { file: "pages/audit-log/entry.route.tsx", needs: "record" },
  "/find": { file: "pages/find/route.tsx", needs: "today" },
  "/find/answers": { file: "pages/find/answers.route.ts", needs: "today" },
  "/find/books": { file: "pages/find/books.route.ts", needs: "books" },
  "/today/changes": { file: "pages/today/changes.route.ts", needs: "today" },
  "/me": { file: "pages/me/route.tsx", needs: "own-sign-in", foundAs: "Your passkeys" },
  "/passkey": { file: "pages/passkey/route.tsx", needs: "own-sign-in" },
  "/passkey/key": { file: "pages/passkey/key.route.ts", needs: "own-sign-in" },
  "/sign-in": { file: "pages/sign-in/route.tsx", needs: null },
  "/sign-in/key": { file: "pages/sign-in/key.route.ts", needs: null },
  "/sign-out": { file: "pages/sign-in/sign-out.route.ts", needs: "own-sign-in" },
  "/auth/google/callback": { file: "pages/sign-in/callback.route.tsx", needs: null },
  "/invitations/:secret": { file: "pages/invitation/route.tsx", needs: null },
  "/*": { file: "pages/not-found/route.tsx", needs: null },
} as const satisfies Record<`/${string}`, DeskRoute>;

/**
 * The default limit for a form. It is generous, because a URL-encoded Devanagari letter takes nine bytes, and some
 * forms also send the previous values.
 */
const usualBody: NonNullable<DeskRoute["body"]> = { maxBytes: 512 * 1024 };

/** The body limits for a request to this path. */
export function bodyOf(pathname: string): NonNullable<DeskRoute["body"]> {
  const path = pathname.replace(/\.data$/, "");
  const routes = Object.entries<DeskRoute>(deskRoutes);
  const exact = routes.find(([pattern]) => pattern === path);
  const found = exact ?? routes.find(([pattern]) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path));
  return found?.[1].body ?? usualBody;
}

export type DeskPath = Exclude<keyof typeof deskRoutes, "/*">;

type Query = Record<string, string | number | null | undefined>;

/**
 * The URL of a desk page. Values named like a parameter of the path fill it; the others become the query, except nulls.
 */
export function deskHref(path: DeskPath, given: Query = {}): string {
  const rest = { ...given };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    if (value == null) throw new Error(`${path} needs ${name}.`);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = Object.entries(rest).flatMap(([name, value]) =>
    value == null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}
