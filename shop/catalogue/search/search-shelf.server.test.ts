import { expect, test } from "vitest";

import { readShelf } from "#shop/catalogue/shelves/read-shelf.server.ts";
import { nothingChosen } from "#shop/catalogue/shelves/shelf-choice.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findSearchShelf } from "./search-shelf.server.ts";

const { db } = await openTestDatabase();
const first = { place: null, direction: "on", sort: "own" } as const;

test("a search is a shelf in its own order, and what is chosen is looked for behind the best too", async () => {
  const whole = await findSearchShelf(db, "the", nothingChosen);
  const all = await readShelf(db, whole.shelf, { ...first, choice: nothingChosen });
  expect(all.total).toEqual({ count: whole.search.found.length, isMore: false });
  expect(all.books.map(({ id }) => id)).toEqual(whole.search.found.slice(0, 24).map(({ bookId }) => bookId));

  const choice = { ...nothingChosen, format: ["hardback" as const] };
  const exact = await readShelf(db, whole.shelf, { ...first, choice });
  const cut = await findSearchShelf(db, "the", choice, { limit: 60 });
  const some = await readShelf(db, cut.shelf, { ...first, choice });
  expect(exact.total.count).toBeLessThan(60);
  expect(some.total).toEqual(exact.total);
  expect(some.books).toEqual(exact.books);
  // Facets that were not chosen are counted among the best sixty only, so `isMore` is set.
  expect(some.facets!.language.every(({ isMore }) => isMore)).toBe(true);
  const bare = await findSearchShelf(db, "the", nothingChosen, { limit: 60 });
  expect((await readShelf(db, bare.shelf, { ...first, choice: nothingChosen })).total).toEqual({
    count: 60,
    isMore: true,
  });
});
