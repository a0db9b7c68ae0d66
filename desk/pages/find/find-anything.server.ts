import { deskHref, deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { findNumbered, type Numbered } from "#shop/office/back-office/orders/find-number.server.ts";
import { findDeliveries } from "#shop/office/back-office/parcels/find-deliveries.server.ts";
import { findOrders } from "#shop/office/back-office/orders/find-orders.server.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { findReaders } from "#shop/office/back-office/readers.server.ts";
import { sayWhereItStands } from "#shop/sales/orders/order-state.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import type { Suggestion } from "#shop/catalogue/search/suggestion.ts";
import type { PaymentProvider, PaymentProviders } from "#shop/sales/payments/payment-provider.ts";
import type { Services } from "#shop/services.ts";
import { settingGroups } from "#shop/office/settings/setting-fields.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";

/** Something that was found, and where it is: a path of the desk, an address of the shop, or words in `about`. */
export interface Found {
  name: string;
  /** What else tells it apart. */
  about: string;
  /** Left out where it is no page. */
  to?: string;
}

export interface FoundGroup {
  title: string;
  found: Found[];
  /** There may be more: where to look on. */
  more?: { words: string; to: string };
}

const maxOfKind = 8;
/** An e-mail address, or a phone number: no title is either. */
const ofPerson = /@|^\+?\d[\d ()-]{7,}$/;

/** Where a number leads that names one thing, and that somebody of this role may open; null when there is no such place. */
export async function findPlace({ db }: Services, role: Role, text: string): Promise<string | null> {
  const numbered = await findNumbered(db, text, readTypedIsbn(text)?.isbn13 ?? null);
  const places = numbered.flatMap((one) => placeOf(one, role) ?? []);
  return places.length === 1 ? places[0]! : null;
}

/** Where this is for somebody of this role, the same thing once: who sees whole orders needs neither the parcel nor the paper. */
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

/** Everything of the shop that a text finds and that somebody of this role may open; groups without anything are left out. */
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
      found: may(role, "settings") ? [...findSettings(text), ...findSetElsewhere(text, paymentProviders)] : [],
    },
    {
      title: "Orders",
      found: orders.slice(0, maxOfKind).map(({ number, name, placedAt, ...order }) => ({
        name: number,
        about: [name, sayWhereItStands(order), shortDay(placedAt.toISOString())].filter(Boolean).join(", "),
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

/** Where the desk has it: books, authors, series and categories have the same path as in the shop. */
function placeOfSuggested({ kind, path }: Suggestion, role: Role): string | null {
  if (may(role, "books")) return path;
  return kind === "book" && may(role, "stock") ? `/stock${path}` : null;
}

/** Words that people look for, beside the names of the pages themselves. */
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

/** What is set where the shop runs and not at the desk: the words it is looked for by, and where it is. */
interface SetElsewhere {
  words: string;
  found: Omit<Found, "to">;
}

const providerSettings = ({ name, keysSettings }: PaymentProvider): SetElsewhere => ({
  words: `${name} payments payment gateway keys webhook`,
  found: { name, about: `Its keys are set where the shop runs: ${keysSettings}; docs/running.md, “Real payments”` },
});

const setElsewhere: SetElsewhere[] = [
  {
    words: "domain web address website url",
    found: {
      name: "Domain",
      about: "Set where the shop runs: PUBLIC_URL; docs/running.md, “Who can reach the shop”",
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
    words: "backups restore",
    found: {
      name: "Backups",
      about: "Made every night where the shop runs: BACKUP_FOLDER and those below it; docs/running.md, “Backups”",
    },
  },
  {
    words: "mail server smtp sender",
    found: { name: "E-mail", about: "Sent by the server that is set where the shop runs; docs/running.md, “Letters”" },
  },
];

/** Whether one of these names has a word that begins with the text. */
function hasWord(words: string, ...names: (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && ` ${foldText(name)}`.includes(` ${words}`));
}

function findPages(role: Role, text: string, providers: PaymentProviders): Found[] {
  const words = foldText(text);
  if (words === "") return [];
  return Object.entries<DeskRoute>(deskRoutes).flatMap(([path, { needs, label, foundAs }]) => {
    const alsoCalled = words.length < 3 ? undefined : pagesAlsoCalled[path as keyof typeof deskRoutes];
    const ofProviders = path === "/payouts" && words.length >= 3 ? providers.map(({ name }) => name) : [];
    const isMeant = hasWord(words, label, foundAs, alsoCalled, ...ofProviders);
    return isMeant && needs !== null && may(role, needs) ? [{ name: foundAs ?? label!, about: "", to: path }] : [];
  });
}

/** Words that people look for, beside those of the fields themselves, by the part of the settings. */
const alsoCalled: Record<string, string> = {
  shop: "contact address telephone",
  seller: "bills invoices GST tax company",
  fees: "delivery fees shipping charges postage",
  promises: "holidays days off closed vacation delivery times returns",
};

/** Settings that have a word which begins so, and their place on their page. */
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

function findSetElsewhere(text: string, providers: PaymentProviders): Found[] {
  const words = foldText(text);
  if (words.length < 3) return [];
  return [...providers.map(providerSettings), ...setElsewhere].flatMap((one) =>
    hasWord(words, one.words) ? [one.found] : [],
  );
}
