import { sql } from "#db/sql.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { findPageCursor, readShelf, type ShelfRequest } from "./read-shelf.server.ts";
import { refreshAllStaleListings } from "./refresh-listings.server.ts";
import {
  chosenValues,
  facetNames,
  isNothingChosen,
  nothingChosen,
  shelfSorts,
  type FacetName,
  type ShelfChoice,
  type ShelfSort,
} from "./shelf-choice.ts";
import { readCursor, writeCursor } from "./shelf-cursor.ts";
import { shelfBounds, type Shelf, type ShelfBounds } from "./shelf-rows.server.ts";

const { db } = await openTestDatabase();
/** So small that every shelf of the demonstration is a long one. */
const small: ShelfBounds = { counted: 1_000, whole: 9, walked: 40, gathered: 1_000, sampled: 50 };
const smallest: ShelfBounds = { ...small, gathered: 60 };
const fiction: Shelf = { name: "category:fiction", books: { facet: "category:fiction" } };

interface Book {
  workId: string;
  facets: string[];
  pricePaise: number;
}
let books: Book[];

beforeAll(async () => {
  await refreshAllStaleListings(db);
  books = await readBooks(db);
});

async function readBooks(from: Db): Promise<Book[]> {
  return (await from.execute<Book>(sql`select work_id, facets, price_paise from listings order by work_id`)).rows;
}

function ask(choice: Partial<ShelfChoice> = {}, sort: ShelfSort = "title"): ShelfRequest {
  return { choice: { ...nothingChosen, ...choice }, sort, place: null, direction: "on" };
}

/** Whether a book has one of the values chosen of a facet; a plain reading of the choice. */
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

/** Which works a choice leaves, counted plainly. */
function chosenBooks(shelf: Shelf, choice: ShelfChoice, without?: FacetName): Book[] {
  return books.filter(
    (book) => isOn(shelf, book) && facetNames.every((name) => name === without || fits(book, choice, name)),
  );
}

/** Reads a shelf to its end by its cursors, then back; the works it shows, page by page. */
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
const runs = Number(process.env.RUNS ?? 60);

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
