/**
 * The desk's search: finds orders, readers, deliveries, books, pages and settings by a text, as far as a role may open
 * them.
 */
import { deskHref, deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { findNumbered, type Numbered } from "#shop/office/back-office/orders/find-number.server.ts";
import { findDeliveries } from "#shop/office/back-office/parcels/find-deliveries.server.ts";
import { findOrders } from "#shop/office/back-office/orders/find-orders.server.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { findReaders } from "#shop/office/back-office/readers.server.ts";
import { describeOrderState } from "#shop/sales/orders/order-state.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import type { Suggestion } from "#shop/catalogue/search/suggestion.ts";
import type { PaymentProviders } from "#shop/sales/payments/payment-provider.ts";
import type { Services } from "#shop/services.ts";
import { credentialForms } from "#shop/office/credentials/credential-forms.ts";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import { settingGroups } from "#shop/office/settings/setting-fields.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

/** A search result: a link to a page of the desk or the shop, or only an explanation. */
export interface Found {
  name: string;
  /** A text that distinguishes results of the same name; for a result without a page, the explanation. */
  about: string;
  /** The URL of the page; absent if the result has no page. */
  to?: string;
}

export interface FoundGroup {
  title: string;
  found: Found[];
  /** Link to further results. */
  more?: { words: string; to: string };
}

const maxOfKind = 8;
/** Matches an e-mail address or a phone number. For such a text no books are searched. */
const ofPerson = /@|^\+?\d[\d ()-]{7,}$/;

/** The page of the order, book, document and so on with this number, if `role` may open exactly one; otherwise null. */
export async function findPlace({ db }: Services, role: Role, text: string): Promise<string | null> {
  const numbered = await findNumbered(db, text, readTypedIsbn(text)?.isbn13 ?? null);
  const [place, ...others] = numbered.flatMap((one) => placeOf(one, role) ?? []);
  return place !== undefined && others.length === 0 ? place : null;
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
      return !seesOrders && may(role, "papers")
        ? deskHref("/reports/gst", { month: isoDay(new Date(issuedAt!)).slice(0, 7), paper: key })
        : null;
    case "message":
      return may(role, "people") ? deskHref("/messages/:ticket", { ticket: key }) : null;
    case "request":
      return may(role, "people") ? deskHref("/wanted/:request", { request: key }) : null;
    case "book":
      if (may(role, "books")) return deskHref("/books/:book", { book: key });
      return may(role, "stock") ? deskHref("/stock/books/:book", { book: key }) : null;
  }
}

/** All results for a text that `role` may open, without empty groups. */
export async function findAnything(services: Services, role: Role, text: string): Promise<FoundGroup[]> {
  const { db, settings, paymentProviders } = services;
  const [orders, deliveries, readers, shop] = await Promise.all([
    may(role, "orders") ? findOrders(db, text, maxOfKind + 1) : [],
    may(role, "stock") ? findDeliveries(db, text, maxOfKind) : [],
    may(role, "people") ? findReaders(db, text, maxOfKind + 1) : [],
    ofPerson.test(text) ? [] : suggest(db, text, maxOfKind, { findsAlike: false }),
  ]);
  const groups: FoundGroup[] = [
    { title: "Pages of the desk", found: findPages(role, text, paymentProviders) },
    {
      title: "Settings",
      found: may(role, "settings") ? [...findSettings(text), ...findCredentials(text), ...findSetElsewhere(text)] : [],
    },
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
    {
      title: "Deliveries",
      found: deliveries.map(({ id, supplier, billNumber, openedAt }) => ({
        name: billNumber === "" ? supplier : `${supplier}, bill ${billNumber}`,
        about: shortDay(openedAt.toISOString()),
        to: deskHref("/stock/receive/:delivery", { delivery: id }),
      })),
    },
    {
      title: "Readers",
      found: readers.slice(0, maxOfKind).map(({ id, name, since }) => ({
        name,
        about: `reader ${id}, since ${shortDay(since)}`,
        to: deskHref("/readers/:reader", { reader: id }),
      })),
      ...(readers.length > maxOfKind ? { more: { words: "More readers", to: deskHref("/readers", { text }) } } : {}),
    },
    {
      title: "Books and authors",
      found: shop.map((one) => ({
        name: one.name,
        about: one.kind === "book" ? one.by : one.kind,
        to: placeOfSuggested(one, role) ?? settings.publicUrl + one.path,
      })),
    },
  ];
  return groups.filter(({ found }) => found.length > 0);
}

/** The desk's path of a suggestion. The paths of books, authors, series and categories are the same as in the shop. */
function placeOfSuggested({ kind, path }: Suggestion, role: Role): string | null {
  if (may(role, "books")) return path;
  return kind === "book" && may(role, "stock") ? `/stock${path}` : null;
}

/** Search words of pages in addition to their names. */
const pagesAlsoCalled: Partial<Record<keyof typeof deskRoutes, string>> = {
  "/reports/gst": "bills invoices credit notes tax",
  "/reports/gst/return": "GST tax return",
  "/payouts": "payment provider settlements bank fees",
  "/stock/receive": "supplier bills invoices",
  "/offers": "discounts coupons promotions",
  "/parcels": "packing shipping dispatch",
  "/me": "sign-in",
  "/record": "history audit log",
  "/readers": "customers",
  "/staff": "people roles invite",
};

/** A setting that is not at the desk but in the shop's environment: its search words, and where to find it. */
interface SetElsewhere {
  words: string;
  found: Omit<Found, "to">;
}

const setElsewhere: SetElsewhere[] = [
  {
    words: "domain web address website url",
    found: {
      name: "Domain",
      about: "Set on the server: PUBLIC_URL; see docs/running.md, “Who can reach the shop”",
    },
  },
  {
    words: "logo mark icon favicon",
    found: {
      name: "Logo",
      about: "The shop shows its name, which is a setting; a logo cannot be set",
    },
  },
  {
    words: "restore",
    found: {
      name: "Restore a backup",
      about: "Done on the server; see docs/running.md, “Backups”",
    },
  },
];

/** Whether a word of `names` begins with `words`. */
function hasWord(words: string, ...names: (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && ` ${foldText(name)}`.includes(` ${words}`));
}

function findPages(role: Role, text: string, providers: PaymentProviders): Found[] {
  const words = foldText(text);
  if (words === "") return [];
  return typedKeys(deskRoutes).flatMap((path) => {
    const { needs, label, foundAs }: DeskRoute = deskRoutes[path];
    const alsoCalled = words.length < 3 ? undefined : pagesAlsoCalled[path];
    const ofProviders = path === "/payouts" && words.length >= 3 ? providers.map(({ name }) => name) : [];
    const isMeant = hasWord(words, label, foundAs, alsoCalled, ...ofProviders);
    const name = foundAs ?? label;
    return isMeant && name && needs !== null && may(role, needs) ? [{ name, about: "", to: path }] : [];
  });
}

/** Search words for groups of settings, in addition to their labels and hints. */
const alsoCalled: Record<string, string> = {
  shop: "contact address telephone",
  seller: "bills invoices GST tax company",
  fees: "delivery fees shipping charges postage",
  promises: "holidays days off closed vacation delivery times returns",
};

/** The settings with a word that begins with this text, each with a link to its position on the page. */
function findSettings(text: string): Found[] {
  const words = foldText(text);
  if (words.length < 3) return [];
  return settingGroups.flatMap(({ id, title, fields }) => {
    const found = fields.filter(({ label, hint }) => hasWord(words, label, hint)).slice(0, 3);
    const isPart = hasWord(words, title, alsoCalled[id]);
    const names = found.length > 0 ? found.map(({ label }) => label) : isPart ? [title] : [];
    return names.map((name) => ({ name, about: name === title ? "" : title, to: `${deskHref("/settings")}#${id}` }));
  });
}

/** Search words for the parts of the page Go live, in addition to their titles. */
const credentialWords: Record<CredentialKind, string> = {
  payments: "payments payment gateway keys webhook upi cards",
  "sign-in": "google login client",
  mail: "mail server smtp sender letters",
  backup: "backups bucket s3 folder key",
};

function findCredentials(text: string): Found[] {
  const words = foldText(text);
  if (words.length < 3) return [];
  return credentialForms.flatMap(({ kind, title }) =>
    hasWord(words, title, credentialWords[kind])
      ? [{ name: title, about: "Go live", to: `${deskHref("/go-live")}#${kind}` }]
      : [],
  );
}

function findSetElsewhere(text: string): Found[] {
  const words = foldText(text);
  if (words.length < 3) return [];
  return setElsewhere.flatMap((one) => (hasWord(words, one.words) ? [one.found] : []));
}
