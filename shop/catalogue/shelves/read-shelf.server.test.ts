/**
 * Tests that shelves, short or long, show exactly the chosen books once, count facets correctly, and page with cursors.
 */

import { sql } from "#db/sql.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findPageCursor, readShelf, shelfPageSize, type ShelfRequest } from "./read-shelf.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import {
  chosenValues,
  facetNames,
  nothingChosen,
  shelfSorts,
  type FacetName,
  type ShelfChoice,
  type ShelfSort,
} from "./shelf-choice.ts";
import { countLongShelves } from "./shelf-counts.server.ts";
import { readCursor, writeCursor } from "./shelf-cursor.ts";
import { shelfBounds, type Shelf, type ShelfBounds } from "./shelf-rows.server.ts";

const { db } = await openTestDatabase();
/** Bounds so small that every shelf of the demonstration counts as long. */
const small: ShelfBounds = {
  counted: 1_000,
  whole: 9,
  walked: 40,
  gathered: 1_000,
  unkept: 1_000,
};
const smallest: ShelfBounds = { ...small, gathered: 60 };
const fiction: Shelf = { name: "category:fiction", books: { facet: "category:fiction" } };

interface Book {
  workId: string;
  facets: string[];
  pricePaise: number;
}
let books: Book[];

beforeAll(async () => {
  await db.execute(sql`update books set is_signed = true where is_main and length(id) % 4 = 1`);
  await refreshAllStaleListings(db);
  await countLongShelves(db, small.whole);
  books = await readBooks(db);
});

async function readBooks(from: Db): Promise<Book[]> {
  return (await from.execute<Book>(sql`select work_id, facets, price_paise from listings order by work_id`)).rows;
}

function ask(choice: Partial<ShelfChoice> = {}, sort: ShelfSort = "title"): ShelfRequest {
  return { choice: { ...nothingChosen, ...choice }, sort, place: null, direction: "on" };
}

/** Whether a book matches the values chosen for a facet, written plainly for comparison. */
function fits({ facets, pricePaise }: Book, choice: ShelfChoice, name: FacetName): boolean {
  if (name === "price")
    return (
      !choice.price || (pricePaise >= choice.price.from * 100 && pricePaise < ((choice.price.to ?? 1e9) + 1) * 100)
    );
  if (name === "available") return !choice.isAvailable || facets.includes("available");
  const values = chosenValues(choice, name);
  return values.length === 0 || values.some((value) => facets.includes(`${name}:${value}`));
}

function isOn(shelf: Shelf, book: Book) {
  return "facet" in shelf.books ? book.facets.includes(shelf.books.facet) : shelf.books.workIds.includes(book.workId);
}

/** The books that match a choice, without the choice of the facet `without`, computed plainly for comparison. */
function chosenBooks(shelf: Shelf, choice: ShelfChoice, without?: FacetName): Book[] {
  return books.filter(
    (book) => isOn(shelf, book) && facetNames.every((name) => name === without || fits(book, choice, name)),
  );
}

/** Reads a shelf to its end by cursors, then back; returns the works of each page. */
async function walkThrough(
  from: Db,
  shelf: Shelf,
  request: ShelfRequest,
  bounds: ShelfBounds,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let place = request.place;
  for (let page = 0; page < 200; page += 1) {
    const read = await readShelf(from, shelf, { ...request, place }, bounds);
    pages.push(read.books.map(({ id }) => id));
    if (read.after === null) return pages;
    expect(read.books.length === 24 || read.isPart).toBe(true);
    await between(page);
    place = readCursor(shelf.name, request.sort, read.after)?.place ?? null;
    expect(place).not.toBeNull();
  }
  throw new Error("This shelf has no end.");
}

const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 });
const anyChoice: fc.Arbitrary<ShelfChoice> = fc.record({
  category: some(["hindi", "poetry", "classics", "fiction", "history", "no-such"]),
  author: some(["r-k-narayan", "isaac-asimov", "jane-austen", "premchand"]),
  format: some(["paperback", "hardback", "board-book"] as const),
  edition: fc.subarray(["signed"]),
  language: some(["en", "hi", "ta"]),
  price: fc.option(
    fc.record({ from: fc.integer({ min: 0, max: 600 }), to: fc.option(fc.integer({ min: 600, max: 900 })) }),
  ),
  rating: fc.option(fc.integer({ min: 1, max: 5 })),
  isAvailable: fc.boolean(),
});
const rareChoice = fc
  .tuple(anyChoice, fc.array(fc.constantFrom(...facetNames), { minLength: 4 }))
  .map(([choice, plain]) => {
    const rare: Record<string, unknown> = { ...choice };
    for (const name of plain) {
      const key = name === "available" ? "isAvailable" : name;
      rare[key] = nothingChosen[key as keyof ShelfChoice];
    }
    return rare as unknown as ShelfChoice;
  });
const someIds = () => books.filter((_, place) => place % 3 === 0).map(({ workId }) => workId);
const anyShelf = fc.constantFrom<Shelf | "ids">(
  fiction,
  { name: "category:poetry", books: { facet: "category:poetry" } },
  { name: "author:r-k-narayan", books: { facet: "author:r-k-narayan" } },
  { name: "reduced", books: { facet: "reduced" } },
  "ids",
);
const known = (shelf: Shelf | "ids"): Shelf =>
  shelf === "ids" ? { name: "some", books: { workIds: someIds() } } : shelf;
const runs = Number(process.env.RUNS ?? 40);

test("each facet counts what would be left without its own choice, as a plain recount does, on short and long shelves", async () => {
  await fc.assert(
    fc.asyncProperty(anyShelf, rareChoice, fc.boolean(), async (given, choice, isLong) => {
      const shelf = known(given);
      const { facets, total } = await readShelf(db, shelf, ask(choice), isLong ? small : shelfBounds);
      const left = chosenBooks(shelf, choice);
      expect(total).toEqual({ count: left.length, isMore: false });
      if (!facets) {
        expect(books.filter((book) => isOn(shelf, book)).length).toBeLessThan(8);
        return;
      }
      for (const name of facetNames) {
        const without = chosenBooks(shelf, choice, name);
        for (const { value, count, isMore, isChosen } of facets[name]) {
          const one = { ...nothingChosen, ...single(name, value) };
          const expected = without.filter((book) => fits(book, one, name)).length;
          expect([name, value, count, isMore]).toEqual([name, value, expected, false]);
          expect(isChosen).toBe(chosenValues(choice, name).includes(value));
        }
        const shown = facets[name].filter(({ isChosen }) => isChosen).map(({ value }) => value);
        const exist = chosenValues(choice, name).filter((value) => value !== "no-such");
        expect(shown.sort(), name).toEqual(exist.sort());
      }
    }),
    { numRuns: runs },
  );
});

function single(name: FacetName, value: string): Partial<ShelfChoice> {
  if (name === "available") return { isAvailable: true };
  if (name === "rating") return { rating: Number(value) };
  if (name !== "price") return { [name]: [value] };
  const [from, to] = value.split("-");
  return { price: { from: Number(from), to: to ? Number(to) : null } };
}

test("a walk through all pages shows each book of the choice once, whatever the sort, on short and long shelves", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyShelf,
      rareChoice,
      fc.constantFrom(...shelfSorts),
      fc.constantFrom(shelfBounds, small, smallest),
      async (given, choice, sort, bounds) => {
        const shelf = known(given);
        if (sort === "own" && "facet" in shelf.books) return;
        const shown = (await walkThrough(db, shelf, ask(choice, sort), bounds)).flat();
        expect(new Set(shown).size).toBe(shown.length);
        expect([...shown].sort()).toEqual(
          chosenBooks(shelf, choice)
            .map(({ workId }) => workId)
            .sort(),
        );
      },
    ),
    { numRuns: runs },
  );
});

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack(work: (tx: Db) => Promise<void>) {
  const undone = new Error("undone");
  await inTransaction(db, async (tx) => {
    await work(tx);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

test("while books come and go between two pages, only these are missing or new", async () => {
  for (const sort of shelfSorts)
    for (const bounds of [shelfBounds, small])
      await rolledBack(async (tx) => {
        const ids = sort === "own" ? someIds() : null;
        const shelf = (): Shelf => (ids ? { name: "some", books: { workIds: ids } } : fiction);
        const before = chosenBooks(shelf(), nothingChosen).map(({ workId }) => workId);
        const gone = new Set<string>();
        const come = new Set<string>();
        let place: ShelfRequest["place"] = null;
        const shown: string[] = [];
        for (let page = 0; ; page += 1) {
          const read = await readShelf(tx, shelf(), { ...ask({}, sort), place }, bounds);
          shown.push(...read.books.map(({ id }) => id));
          if (read.after === null) break;
          place = readCursor(shelf().name, sort, read.after)!.place;
          // The last shown book is deleted, and so is a later one; a new one is inserted at an earlier place.
          for (const id of [shown.at(-1)!, before[(page * 37) % before.length]!]) {
            gone.add(id);
            if (ids?.includes(id)) ids.splice(ids.indexOf(id), 1);
            await tx.execute(sql`delete from listings where work_id = ${id}`);
          }
          const copied = before[(page * 53) % before.length]!;
          const newId = `zz-new-${page}`;
          await tx.execute(sql`
            insert into works (id, title, search_text, description) select ${newId}, title, search_text, '' from works where id = ${copied}`);
          const { rowCount } = await tx.execute(sql`
            insert into listings (work_id, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at)
            select ${newId}, book_id, title, words, facets, rating_rank, popularity, price_paise, added_at from listings where work_id = ${copied}`);
          if (rowCount > 0) come.add(copied);
        }
        const often = (id: string) => shown.filter((other) => other === id).length;
        for (const id of before)
          if (!gone.has(id))
            expect([sort, id, come.has(id) || often(id) === 1, often(id) > 0]).toEqual([sort, id, true, true]);
      });
});

test("titles stand without their articles, as in a library, and a title that is nothing else keeps it", async () => {
  const titles = (await walkThrough(db, fiction, ask(), shelfBounds)).flat();
  const { rows } = await db.execute<{ bookId: string; title: string }>(sql`
    select book_id, title from listings where facets @> array['category:fiction']`);
  const filed = new Map(rows.map(({ bookId, title }) => [bookId, title.replace(/^(the|an?) (?=.)/, "")]));
  const [before, after] = ["a-fine-balance", "the-hobbit"].map((id) => titles.indexOf(id));
  expect(filed.size).toBeGreaterThan(200);
  expect(before).toBeGreaterThan(0);
  expect(after).toBeGreaterThan(before!);
  expect(titles.map((id) => filed.get(id)![0])).toEqual(titles.map((id) => filed.get(id)![0]).toSorted());
});

test("a page that was turned back to is the one that was left", async () => {
  for (const sort of shelfSorts.filter((one) => one !== "own"))
    for (const bounds of [shelfBounds, { ...small, walked: 100 }]) {
      const read = (cursor: string | null) =>
        readShelf(
          db,
          fiction,
          { ...ask({}, sort), ...(cursor === null ? {} : readCursor(fiction.name, sort, cursor)!) },
          bounds,
        );
      const first = await read(null);
      const second = await read(first.after);
      const third = await read(second.after);
      expect(first.before).toBeNull();
      const again = await read(third.before);
      expect(again.books).toEqual(second.books);
      expect([first, second, third, again].map((page) => page.first)).toEqual(
        bounds === shelfBounds ? [1, 25, 49, 25] : [1, null, null, null],
      );
      expect(await read((await read(third.before)).before)).toEqual(first);
    }
});

test("the number of a page leads to what it once meant, as far as that is counted", async () => {
  const all = (await walkThrough(db, fiction, ask(), shelfBounds)).flat();
  for (const bounds of [shelfBounds, small]) {
    const cursor = await findPageCursor(db, fiction, ask(), 3, bounds);
    if (bounds === small) expect(cursor).toBeNull();
    else {
      const { place } = readCursor(fiction.name, "title", cursor!)!;
      const read = await readShelf(db, fiction, { ...ask(), place }, bounds);
      expect(read.books.map(({ id }) => id)).toEqual(all.slice(2 * shelfPageSize, 3 * shelfPageSize));
    }
  }
  for (const page of [1, 0, 11, 1_000_000]) expect(await findPageCursor(db, fiction, ask(), page)).toBeNull();
});

test("a cursor is read by its own shelf in its own order, and nothing else is a cursor", () => {
  const place = { key: "1984: é अ", workId: "nineteen-eighty-four" };
  const cursor = writeCursor("category:fiction", "title", "back", place);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor("category:fiction", "title", cursor)).toEqual({ place, direction: "back" });
  expect(readCursor("category:poetry", "title", cursor)).toBeNull();
  expect(readCursor("category:fiction", "rating", cursor)).toBeNull();
  const forged = (...parts: unknown[]) => btoa(JSON.stringify(parts)).replace(/=+$/, "");
  const [, mark] = JSON.parse(atob(writeCursor("category:fiction", "price", "on", { key: "1", workId: "a" }))) as [
    number,
    string,
  ];
  expect(readCursor("category:fiction", "price", forged(1, mark, "price", "on", "1", "a"))).not.toBeNull();
  for (const parts of [
    [2, mark, "price", "on", "1", "a"],
    [1, mark, "price", "sideways", "1", "a"],
    [1, mark, "price", "on", "1e9", "a"],
    [1, mark, "price", "on", "9".repeat(40), "a"],
    [1, mark, "price", "on", 1, "a"],
    [1, mark, "price", "on", "1", "A\0"],
    [1, mark, "price", "on", "1"],
    [],
  ])
    expect(readCursor("category:fiction", "price", forged(...parts)), JSON.stringify(parts)).toBeNull();
  fc.assert(
    fc.property(fc.string(), (text) => readCursor("x", "title", text) === null),
    { numRuns: 300 },
  );
});

test("a place that somebody made up is a page like any other, whatever its key", async () => {
  const odd = {
    own: ["0", "999999999"],
    title: ["", "\u{10ffff}", "%"],
    popularity: ["0", "1e99", "99999999999999999999.5e-99"],
    rating: ["0", "9".repeat(15)],
    newest: ["0", "9".repeat(17)],
    price: ["0", "9999999999"],
    "price-down": ["0", "9999999999"],
  };
  for (const sort of shelfSorts)
    for (const key of odd[sort])
      for (const direction of ["on", "back"] as const)
        for (const bounds of [shelfBounds, small]) {
          const shelf: Shelf = sort === "own" ? { name: "some", books: { workIds: someIds() } } : fiction;
          const cursor = writeCursor(shelf.name, sort, direction, { key, workId: "m" });
          const read = readCursor(shelf.name, sort, cursor)!;
          expect((await readShelf(db, shelf, { ...ask({}, sort), ...read }, bounds)).total.count).toBeGreaterThan(20);
        }
});
