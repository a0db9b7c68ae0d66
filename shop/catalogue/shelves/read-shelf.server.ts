/** Reads one page of a shelf for a reader's choice of facets and order, with a bounded number of rows. */

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import {
  chosenValues,
  facetNames,
  nothingChosen,
  withoutFacet,
  type ShelfChoice,
  type ShelfAlternatives,
  type ShelfPage,
  type ShelfSort,
} from "./shelf-choice.ts";
import { writeCursor, type Direction, type ShelfPlace } from "./shelf-cursor.ts";
import { placeOfPage } from "./place-of-page.ts";
import { countShelf, type ShelfShare } from "./shelf-facets.server.ts";
import { slotsOfChoice } from "./shelf-bitmaps.server.ts";
import { orderFrom } from "./shelf-order.server.ts";
import {
  isChosen,
  listedChoice,
  rowColumns,
  rowsOfShelf,
  shelfBounds,
  type Shelf,
  type ShelfBounds,
} from "./shelf-rows.server.ts";

export const shelfPageSize = 24;

/** A request for a page of a shelf. */
export interface ShelfRequest {
  choice: ShelfChoice;
  sort: ShelfSort;
  /** The place after or before which the page lies; null for the first page. */
  place: ShelfPlace | null;
  direction: Direction;
}

interface Row extends ShelfPlace {
  bookId: string;
}

/** A row as a SQL function returns it: the types of its columns are nullable. */
type GivenRow = { [Name in keyof Row]: Row[Name] | null } & { ahead?: number };

interface Found {
  rows: Row[];
  /** Whether there are more rows in this direction. */
  isMore: boolean;
  /** The last row that was examined, if the limit was reached before the end of the shelf. */
  end: ShelfPlace | null;
  /** Number of rows from the place on in this direction; null if not counted. */
  ahead: number | null;
}

/**
 * Reads one page of a shelf, with its facets. A shelf of up to `bounds.whole` books is read completely. For a longer
 * one the number of rows read is bounded, whatever is chosen: rows are read along the index of the order, or found by
 * bitmaps (decision 031).
 */
export async function readShelf(
  db: Db,
  shelf: Shelf,
  request: ShelfRequest,
  bounds: ShelfBounds = shelfBounds,
): Promise<ShelfPage> {
  const { isWhole, share, total, facets } = await countShelf(db, shelf, request.choice, bounds);
  const read = (asked: ShelfRequest) =>
    isWhole ? readWhole(db, shelf, asked, bounds) : readLong(db, shelf, asked, bounds, share);
  const asked = { ...request, place: request.place && placeNow(shelf, request.place, request) };
  const found = await read(asked);
  // If less than a page precedes the place, return the first page in full.
  if (asked.direction === "on" || found.isMore || found.end !== null)
    return toPage(await cardsOf(db, shelf, found), found, asked);
  const first: ShelfRequest = { ...asked, place: null, direction: "on" };
  const begun = await read(first);
  return toPage(await cardsOf(db, shelf, begun), begun, first);

  function toPage(books: BookCard[], found: Found, { place, direction }: ShelfRequest): ShelfPage {
    const { rows, isMore, end } = found;
    const cursorAt = (way: Direction, at: ShelfPlace | null | undefined, neighbours: Row[]) => {
      if (!at) return null;
      const key = request.sort === "own" ? [at.key, ...neighbours.map(({ workId }) => workId)].join(".") : at.key;
      return writeCursor(shelf.name, request.sort, way, { key, workId: at.workId });
    };
    // The cursors in the page's direction, and in the opposite direction.
    const ahead = cursorAt(direction, end ?? (isMore ? rows.at(-1) : null), rows.slice(-5, -1).toReversed());
    const behind = cursorAt(direction === "on" ? "back" : "on", place && (rows[0] ?? place), rows.slice(1, 5));
    const [before, after] = direction === "on" ? [behind, ahead] : [ahead, behind];
    return {
      books: direction === "on" ? books : books.toReversed(),
      total,
      first: placeOfPage({ place, direction, ahead: found.ahead, shown: rows.length, total }),
      facets,
      before,
      after,
      isPart: end !== null,
      sort: request.sort,
    };
  }
}

/** Upper bounds on what `readShelfAlternatives` returns. */
const inStead = { facets: 4, books: 4 };

/**
 * For a choice that matches no book: how many books match without one of its facets, and some books of the shelf. Costs
 * at most as much as five pages of the shelf.
 */
export async function readShelfAlternatives(
  db: Db,
  shelf: Shelf,
  { choice, sort }: Pick<ShelfRequest, "choice" | "sort">,
  bounds: ShelfBounds = shelfBounds,
): Promise<ShelfAlternatives> {
  const chosen = facetNames.filter((name) => chosenValues(choice, name).length > 0);
  const without: ShelfAlternatives["without"] = [];
  // With a single facet chosen, the result without it would be the whole shelf.
  for (const name of chosen.length > 1 ? chosen.slice(0, inStead.facets) : []) {
    const { total } = await countShelf(db, shelf, withoutFacet(choice, name), bounds);
    if (total.count > 0) without.push({ name, ...total });
  }
  const whole = await readShelf(db, shelf, { choice: nothingChosen, sort, place: null, direction: "on" }, bounds);
  return { without, books: whole.books.slice(0, inStead.books) };
}

/**
 * The cursor of a page by its number, for old links that have page numbers; null for the first page and for one beyond
 * `bounds.whole`.
 */
export async function findPageCursor(
  db: Db,
  shelf: Shelf,
  { sort, choice }: Pick<ShelfRequest, "sort" | "choice">,
  page: number,
  bounds: ShelfBounds = shelfBounds,
): Promise<string | null> {
  const passed = (page - 1) * shelfPageSize;
  if (passed <= 0 || passed >= bounds.whole) return null;
  const request: ShelfRequest = { choice, sort, place: null, direction: "on" };
  const { isWhole, share } = await countShelf(db, shelf, choice, bounds);
  const { rows, isMore } = isWhole
    ? await readWhole(db, shelf, request, bounds, passed)
    : await readLong(db, shelf, request, bounds, share, passed);
  const last = rows[passed - 1];
  return last && isMore ? writeCursor(shelf.name, sort, "on", last) : null;
}

/**
 * Finds a place in a shelf's own order after books were added or removed: by its book, or by a neighbour on the same
 * page.
 */
function placeNow({ books }: Shelf, place: ShelfPlace, { sort, direction }: ShelfRequest): ShelfPlace {
  if (sort !== "own" || "facet" in books) return place;
  const [nth, ...neighbours] = place.key.split(".");
  const { workIds } = books;
  const known = [place.workId, ...neighbours].find((workId) => workIds.includes(workId));
  if (known !== undefined) return { key: String(workIds.indexOf(known) + 1), workId: known };
  // None of them is left; other books have their places.
  const now = Math.min(Number(nth), workIds.length + 1) - (direction === "on" ? 1 : 0);
  return { key: String(now), workId: workIds[now - 1] ?? place.workId };
}

async function cardsOf(db: Db, { editions }: Shelf, { rows }: Found): Promise<BookCard[]> {
  return listCardsByIds(
    db,
    rows.map(({ workId, bookId }) => editions?.get(workId) ?? bookId),
  );
}

/** One page of a shelf whose rows are all read and sorted. */
async function readWhole(
  db: Db,
  shelf: Shelf,
  { choice, sort, place, direction }: ShelfRequest,
  bounds: ShelfBounds,
  size = shelfPageSize,
): Promise<Found> {
  const chosen = listedChoice(shelf, choice);
  const order = orderFrom(sort, direction, place, chosen.paise, true);
  const { rows } = await db.execute<GivenRow>(sql`
    select l.work_id, l.book_id, ${order.key} as key, (count(*) over ())::int as ahead
    from ${rowsOfShelf(shelf, listedChoice(shelf, nothingChosen), bounds.whole)} l
    where ${isChosen(chosen)} and (${order.isTied} or ${order.isBeyond})
    order by ${order.orderBy} limit ${size + 1}`);
  return pageOf(rows, size);
}

/**
 * One page of a long shelf. If the choice matches many books, a walk along the index of the order finds enough of them
 * soon, unless they are all near its end. If it matches few, they are found by bitmaps and sorted.
 */
async function readLong(
  db: Db,
  shelf: Shelf,
  request: ShelfRequest,
  bounds: ShelfBounds,
  share: ShelfShare | null,
  size = shelfPageSize,
): Promise<Found> {
  const { left, books, works } = share ?? { left: 0, books: Infinity, works: Infinity };
  const canGather = share !== null && left <= bounds.gathered;
  // An author's books have an index by rating of their own; otherwise the walk also passes books of other shelves.
  const passed = placesOf(shelf, request.sort) === null ? works : books;
  const enough = Math.max(50, Math.ceil((1.5 * (size + 1) * passed) / Math.max(left, 1)));
  // Finding a row by bitmap takes about twice as long as walking past it.
  if (canGather && (2 * left < enough || enough > bounds.walked)) {
    const gathered = await gather(db, shelf, request, bounds, size);
    if (gathered) return gathered;
  }
  const first = await walk(db, shelf, request, Math.min(enough, bounds.walked), size);
  if (first.end === null) return first;
  if (canGather) return (await gather(db, shelf, request, bounds, size)) ?? first;
  return enough < bounds.walked ? walk(db, shelf, request, bounds.walked, size) : first;
}

/** The facet for which `shelf_places` contains the shelf in this order: an author's books by rating. */
function placesOf({ books }: Shelf, sort: ShelfSort): string | null {
  return sort === "rating" && "facet" in books && books.facet.startsWith("author:") ? books.facet : null;
}

async function walk(
  db: Db,
  shelf: Shelf,
  { choice, sort, place, direction }: ShelfRequest,
  walked: number,
  size: number,
): Promise<Found> {
  const chosen = listedChoice(shelf, choice);
  const { key, isTied, isBeyond, orderBy } = orderFrom(sort, direction, place, chosen.paise);
  const facet = placesOf(shelf, sort);
  const all =
    facet === null
      ? sql`(select *, 0::bigint as place from listings)`
      : sql`(
        select p.work_id, p.rating_rank, known.book_id, known.title, known.facets, known.popularity, known.price_paise, known.added_at,
          0::bigint as place
        from shelf_places p join listings known on known.work_id = p.work_id where p.facet = ${facet})`;
  const { rows } = await db.execute<Row & { isWanted: boolean; nth: number }>(sql`
    with walked as materialized (
      select l.* from (
        (select ${rowColumns} from ${all} l where ${isTied} order by ${orderBy} limit ${walked})
        union all
        (select ${rowColumns} from ${all} l where ${isBeyond} order by ${orderBy} limit ${walked})) l
      order by ${orderBy} limit ${walked})
    select seen.work_id, seen.book_id, seen.key, seen.is_wanted, seen.nth from (
      select l.work_id, l.book_id, ${key} as key, ${isChosen(chosen)} as is_wanted,
        (row_number() over (order by ${orderBy}))::int as nth
      from walked l) seen
    where seen.is_wanted or seen.nth = ${walked} order by seen.nth limit ${size + 2}`);
  const wanted = rows.filter(({ isWanted }) => isWanted);
  const last = rows.find(({ nth }) => nth === walked);
  const isEnough = wanted.length > size || !last;
  return { rows: wanted.slice(0, size), isMore: wanted.length > size, end: isEnough ? null : last, ahead: null };
}

/**
 * Finds the matches by bitmaps and sorts them; null if the shelf is not defined by a facet, or if more than
 * `bounds.gathered` books match.
 */
async function gather(
  db: Db,
  shelf: Shelf,
  { choice, sort, place, direction }: ShelfRequest,
  bounds: ShelfBounds,
  size: number,
): Promise<Found | null> {
  if (!("facet" in shelf.books)) return null;
  const chosen = listedChoice(shelf, choice);
  const { key, isTied, isBeyond, orderBy } = orderFrom(sort, direction, place, chosen.paise);
  const { rows } = await db.execute<GivenRow & { gathered: number }>(
    sql`
    with slots as materialized (${slotsOfChoice(shelf.books.facet, choice, bounds, bounds.gathered + 1)}),
    gathered as materialized (
      select ${rowColumns} from (
        select found.*, 0::bigint as place from listings_at(array(select slot from slots)) found) l)
    select known.gathered, l.work_id, l.book_id, l.key from (select count(*)::int as gathered from slots) known
    left join (
      select l.work_id, l.book_id, ${key} as key, row_number() over (order by ${orderBy}) as nth from gathered l
      where ${isChosen(chosen)} and (${isTied} or ${isBeyond}) order by ${orderBy} limit ${size + 1}) l on true
    order by l.nth`,
  );
  if (rows[0]!.gathered > bounds.gathered) return null;
  return pageOf(rows, size);
}

function pageOf(given: GivenRow[], size: number): Found {
  const rows = given.flatMap(({ workId, bookId, key }) =>
    workId !== null && bookId !== null && key !== null ? [{ workId, bookId, key }] : [],
  );
  return { rows: rows.slice(0, size), isMore: rows.length > size, end: null, ahead: given[0]?.ahead ?? null };
}
