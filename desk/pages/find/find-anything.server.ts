/**
 * The desk's search: finds orders, readers, bills, deliveries, books, pages and settings by a text, as far as a role may
 * open them.
 */
import { deskHref } from "#desk/desk-routes.ts";
import type { Numbered } from "#shop/office/back-office/orders/find-number.server.ts";
import { findRecords, type FoundRecords } from "#shop/office/back-office/find-records.server.ts";
import { findOrders } from "#shop/office/back-office/orders/find-orders.server.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { describeOrderState } from "#shop/sales/orders/order-state.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import type { Suggestion } from "#shop/catalogue/search/suggestion.ts";
import type { Services } from "#shop/services.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";
import { findPages, findSettings, listCommonPages } from "./find-pages.ts";
import type { Found, FoundGroup } from "#desk/http/found.ts";

const maxOfKind = 8;
/** Matches an e-mail address or a phone number. For such a text no books are searched. */
const ofPerson = /@|^\+?\d[\d ()-]{7,}$/;

/** What a text finds: the only page with exactly this number, or groups of results. */
interface FoundByText {
  /** The page of the order, book, document and so on, if the text is the number of exactly one that the role may open. */
  place: string | null;
  groups: FoundGroup[];
}

/**
 * All results for a text that `role` may open, without empty groups; for an empty text the most common pages. With
 * `findsAlike`, if there is nothing else, books with similar spellings too, which costs more queries than a page may.
 */
export async function findAnything(
  services: Services,
  role: Role,
  text: string,
  { findsAlike = false } = {},
): Promise<FoundByText> {
  const { db, settings, paymentProviders } = services;
  if (text === "") return { place: null, groups: [{ title: "Often used", found: listCommonPages(role) }] };
  const isbn13 = readTypedIsbn(text)?.isbn13 ?? null;
  const records = await findRecords(db, text, { isbn13, limit: maxOfKind + 1 });
  const numbered = ofNumbered(records, role);
  const [only, ...others] = numbered.found;
  if (only?.to && others.length === 0) return { place: only.to, groups: [numbered] };
  const orders = may(role, "orders") ? await findOrders(db, text, maxOfKind + 1) : [];
  const groups: FoundGroup[] = [
    numbered,
    { title: "Pages of the desk", found: findPages(role, text, paymentProviders) },
    { title: "Settings", found: may(role, "settings") ? findSettings(text) : [] },
    {
      title: "Orders",
      found: orders.slice(0, maxOfKind).map(({ number, name, placedAt, ...order }) => ({
        name: number,
        about: [name, describeOrderState(order), shortDay(placedAt.toISOString())].filter(Boolean).join(", "),
        to: deskHref("/orders/:number", { number }),
      })),
      ...(orders.length > maxOfKind
        ? { more: { words: "All of these orders", to: deskHref("/orders", { text }) } }
        : {}),
    },
    { title: "Bills and credit notes", found: ofPapers(records, role) },
    { title: "Deliveries", found: may(role, "stock") ? ofDeliveries(records) : [] },
    may(role, "people") ? ofReaders(records, text) : { title: "Readers", found: [] },
  ].filter(({ found }) => found.length > 0);
  const books = ofPerson.test(text)
    ? []
    : await suggest(db, text, maxOfKind, { findsAlike: findsAlike && groups.length === 0 });
  if (books.length > 0)
    groups.push({
      title: "Books and authors",
      found: books.map((one) => ({
        name: one.name,
        about: one.kind === "book" ? one.by : one.kind,
        to: placeOfSuggested(one, role) ?? settings.publicUrl + one.path,
      })),
    });
  return { place: null, groups };
}

const kindLabels: Record<Numbered["kind"], string> = {
  order: "order",
  parcel: "parcel",
  paper: "bill or credit note",
  message: "message",
  request: "wanted book",
  book: "book",
};

/** What has exactly this number, as far as a role may open it. */
function ofNumbered({ numbered }: FoundRecords, role: Role): FoundGroup {
  const found = numbered.flatMap((one) => {
    const to = placeOf(one, role);
    return to === null ? [] : [{ ...describeNumbered(one), to }];
  });
  return { title: "With this number", found };
}

function describeNumbered({ kind, key, book }: Numbered): Omit<Found, "to"> {
  if (!book) return { name: key, about: kindLabels[kind] };
  return {
    name: book.title,
    about: [book.author, formatCount(book.copies, "copy", "copies")].filter(Boolean).join(", "),
  };
}

/**
 * The page of an order, document and so on that `role` may open; null if there is none. A role that may open orders
 * gets the order's page instead of those of its parcels and bills.
 */
function placeOf({ kind, key, issuedAt }: Numbered, role: Role): string | null {
  const seesOrders = may(role, "orders");
  switch (kind) {
    case "order":
      return seesOrders ? deskHref("/orders/:number", { number: key }) : null;
    case "parcel":
      return !seesOrders && may(role, "parcels") ? deskHref("/parcels/:number", { number: key }) : null;
    case "paper":
      return !seesOrders && may(role, "papers") ? placeOfPaper(key, issuedAt!) : null;
    case "message":
      return may(role, "people") ? deskHref("/messages/:ticket", { ticket: key }) : null;
    case "request":
      return may(role, "people") ? deskHref("/wanted/:request", { request: key }) : null;
    case "book":
      if (may(role, "books")) return deskHref("/books/:book", { book: key });
      return may(role, "stock") ? deskHref("/stock/books/:book", { book: key }) : null;
  }
}

function placeOfPaper(number: string, issuedAt: string): string {
  return deskHref("/reports/gst", { month: isoDay(new Date(issuedAt)).slice(0, 7), paper: number });
}

function ofPapers({ papers }: FoundRecords, role: Role): Found[] {
  if (!may(role, "papers")) return [];
  return papers.slice(0, maxOfKind).map(({ number, issuedAt, orderNumber }) => ({
    name: number,
    about: `order ${orderNumber}, ${shortDay(new Date(issuedAt).toISOString())}`,
    to: may(role, "orders") ? deskHref("/orders/:number", { number: orderNumber }) : placeOfPaper(number, issuedAt),
  }));
}

function ofDeliveries({ deliveries }: FoundRecords): Found[] {
  return deliveries.slice(0, maxOfKind).map(({ id, supplier, billNumber, openedAt }) => ({
    name: billNumber === "" ? supplier : `${supplier}, bill ${billNumber}`,
    about: shortDay(new Date(openedAt).toISOString()),
    to: deskHref("/stock/receive/:delivery", { delivery: id }),
  }));
}

function ofReaders({ readers }: FoundRecords, text: string): FoundGroup {
  const found = readers.slice(0, maxOfKind).map(({ id, name, since }) => ({
    name,
    about: `reader ${id}, since ${shortDay(new Date(since).toISOString())}`,
    to: deskHref("/readers/:reader", { reader: id }),
  }));
  const more = { words: "More readers", to: deskHref("/readers", { text }) };
  return { title: "Readers", found, ...(readers.length > maxOfKind ? { more } : {}) };
}

/** The desk's path of a suggestion. The paths of books, authors, series and categories are the same as in the shop. */
function placeOfSuggested({ kind, path }: Suggestion, role: Role): string | null {
  if (may(role, "books")) return path;
  return kind === "book" && may(role, "stock") ? `/stock${path}` : null;
}
