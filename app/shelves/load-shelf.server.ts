import { redirect } from "react-router";

import type { LoadedShelf } from "./loaded-shelf.ts";
import { shelfAddress } from "./shelf-address.ts";
import type { Services } from "#shop/services.ts";
import { findPageCursor, readShelf, readShelfAlternatives } from "#shop/catalogue/shelves/read-shelf.server.ts";
import { isNothingChosen, type ShelfChoice, type ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";
import { findNames } from "#shop/catalogue/shelves/shelf-names.server.ts";
import type { Shelf } from "#shop/catalogue/shelves/shelf-rows.server.ts";

import { readShelfPlace, type ShelfQuery } from "./read-shelf-query.ts";

/** Loads the part of a shelf that a URL requests; throws a redirect to the canonical URL. */
export async function loadShelf(
  db: Services["db"],
  shelf: Shelf,
  asked: ShelfQuery,
  { to, ownSort }: { to: string; ownSort: ShelfSort },
): Promise<LoadedShelf> {
  const query = { ...asked, choice: await withoutUnknown(db, asked) };
  const sort = query.sort === ownSort ? null : query.sort;
  if (query.page !== null) {
    const place = await findPageCursor(db, shelf, query, query.page);
    throw redirect(shelfAddress({ to, choice: query.choice, sort, place }));
  }
  if (query.isFromForm && query.notices.length === 0) throw redirect(shelfAddress({ to, choice: query.choice, sort }));
  const { place, direction } = readShelfPlace(shelf.name, query);
  const { choice, notices, isAsked } = query;
  const page = await readShelf(db, shelf, { choice, sort: query.sort, place, direction });
  const isNoneLeft = page.books.length === 0 && page.before === null && !page.isPart && !isNothingChosen(choice);
  const inStead = isNoneLeft ? await readShelfAlternatives(db, shelf, query) : null;
  return { ...page, to, choice, ownSort, notices, isAsked, inStead };
}

/** Removes unknown categories and authors from the choice, and adds a notice for each. */
async function withoutUnknown(db: Services["db"], { choice, notices }: ShelfQuery): Promise<ShelfChoice> {
  const known = { ...choice };
  for (const kind of ["category", "author"] as const) {
    const names = await findNames(db, kind, choice[kind]);
    known[kind] = choice[kind].filter((id) => names.has(id));
    for (const id of choice[kind].filter((one) => !names.has(one)).slice(0, 3))
      notices.push(`We know no ${kind} “${id}”, so it is left out.`);
  }
  return known;
}
