import { deskHref, deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { findNumbered, type Numbered } from "#shop/back-office/find-number.server.ts";
import { findOrders } from "#shop/back-office/find-orders.server.ts";
import { isoDay, shortDay } from "#shop/dates/dates.ts";
import { findReaders } from "#shop/back-office/readers.server.ts";
import { sayWhereItStands } from "#shop/orders/order-state.ts";
import { readTypedIsbn } from "#shop/search/read-isbn.ts";
import { suggest } from "#shop/search/suggest.server.ts";
import type { Suggestion } from "#shop/search/suggestion.ts";
import type { Services } from "#shop/services.ts";
import { settingGroups } from "#shop/settings/setting-fields.ts";
import { may, type Role } from "#shop/staff/roles.ts";
import { foldText } from "#shop/text/fold-text.ts";

/** Something that was found, and where it is: a path of the desk, or an address of the shop. */
export interface Found {
  name: string;
  /** What else tells it apart. */
  about: string;
  to: string;
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
export async function findAnything({ db, settings }: Services, role: Role, text: string): Promise<FoundGroup[]> {
  const [orders, readers, shop] = await Promise.all([
    may(role, "orders") ? findOrders(db, text, maxOfKind + 1) : [],
    may(role, "people") ? findReaders(db, text, maxOfKind + 1) : [],
    ofPerson.test(text) ? [] : suggest(db, text, maxOfKind, { findsAlike: false }),
  ]);
  const groups: FoundGroup[] = [
    { title: "Pages of the desk", found: findPages(role, text) },
    { title: "Settings", found: may(role, "settings") ? findSettings(text) : [] },
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

function findPages(role: Role, text: string): Found[] {
  const words = foldText(text);
  if (words === "") return [];
  return Object.entries<DeskRoute>(deskRoutes).flatMap(([path, { needs, label, foundAs }]) => {
    const names = [label, foundAs].filter((name) => name !== undefined);
    const isMeant = names.some((name) => ` ${foldText(name)}`.includes(` ${words}`));
    return isMeant && needs !== null && may(role, needs) ? [{ name: foundAs ?? label!, about: "", to: path }] : [];
  });
}

/** Words that people look for, beside those of the fields themselves, by the part of the settings. */
const alsoCalled: Record<string, string> = {
  shop: "contact address telephone",
  seller: "invoice GST tax company",
  fees: "shipping charges postage delivery",
};

/** Settings that have a word which begins so, and their place on their page. */
function findSettings(text: string): Found[] {
  const words = foldText(text);
  if (words.length < 3) return [];
  return settingGroups.flatMap(({ id, title, fields }) => {
    const has = (name: string | undefined) => ` ${foldText(name ?? "")}`.includes(` ${words}`);
    const found = fields.filter(({ label, hint }) => has(label) || has(hint)).slice(0, 3);
    const isPart = has(title) || has(alsoCalled[id]);
    const names = found.length > 0 ? found.map(({ label }) => label) : isPart ? [title] : [];
    return names.map((name) => ({ name, about: name === title ? "" : title, to: `${deskHref("/settings")}#${id}` }));
  });
}
