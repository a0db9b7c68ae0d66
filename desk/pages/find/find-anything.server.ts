import { deskHref } from "#desk/desk-routes.ts";
import { navigationOf } from "#desk/navigation.ts";
import { findNumbered, type Numbered } from "#shop/back-office/find-number.server.ts";
import { findOrders } from "#shop/back-office/find-orders.server.ts";
import { shortDay } from "#shop/dates/dates.ts";
import { findReaders } from "#shop/back-office/readers.server.ts";
import { sayWhereItStands } from "#shop/orders/order-state.ts";
import { readTypedIsbn } from "#shop/search/read-isbn.ts";
import { suggest } from "#shop/search/suggest.server.ts";
import type { Services } from "#shop/services.ts";
import { may, type Capability, type Role } from "#shop/staff/roles.ts";
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
  const places = (await findNumbered(db, text, readTypedIsbn(text)?.isbn13 ?? null)).flatMap((one) => {
    const { needs, to } = placeOf(one, role);
    return may(role, needs) ? [to] : [];
  });
  return places.length === 1 ? places[0]! : null;
}

function placeOf({ kind, key }: Numbered, role: Role): { needs: Capability; to: string } {
  switch (kind) {
    case "order":
      return { needs: "orders", to: deskHref("/orders/:number", { number: key }) };
    case "message":
      return { needs: "people", to: deskHref("/messages/:ticket", { ticket: key }) };
    case "request":
      return { needs: "people", to: deskHref("/wanted/:request", { request: key }) };
    case "book":
      return may(role, "books")
        ? { needs: "books", to: deskHref("/books/:book", { book: key }) }
        : { needs: "stock", to: deskHref("/stock/books/:book", { book: key }) };
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
      found: shop.map(({ name, by, kind, path }) => ({
        name,
        about: kind === "book" ? by : kind,
        // A book has the same path at the desk as in the shop.
        to: kind === "book" && may(role, "books") ? path : settings.publicUrl + path,
      })),
    },
  ];
  return groups.filter(({ found }) => found.length > 0);
}

function findPages(role: Role, text: string): Found[] {
  const words = foldText(text);
  if (words === "") return [];
  const own = [{ path: deskHref("/me"), label: "Your passkeys and sign-ins" }];
  return [...navigationOf(role).flatMap(({ links }) => links), ...own]
    .filter(({ label }) => ` ${foldText(label)}`.includes(` ${words}`))
    .map(({ path, label }) => ({ name: label, about: "", to: path }));
}
