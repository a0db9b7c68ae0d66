/** Tests the suggestions while a reader types: books, authors, series and categories, their order, and their limits. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { countSearchTerms } from "./counts/count-words.server.ts";
import { suggest, suggestInTime } from "./suggest.server.ts";
import { isSuggestible } from "./suggestion.ts";

const { db, pool } = await openTestDatabase();
await countSearchTerms(db);

const namesFor = async (text: string, limit = 10) =>
  (await suggest(db, text, limit)).map(({ kind, name }) => (kind === "book" ? name : `${kind} ${name}`));

test("a book comes with its people, its cover and its address", async () => {
  expect((await suggest(db, "a fine bal", 10))[0]).toEqual({
    kind: "book",
    name: "A Fine Balance",
    by: "Rohinton Mistry",
    coverKey: expect.stringMatching(/^a-fine-balance-/),
    pricePaise: 50_900,
    path: "/books/a-fine-balance",
  });
});

test("case, accents and gaps do not matter", async () => {
  for (const text of ["JANE  É", " jane e", "Jane\u0000E"]) expect((await namesFor(text))[0]).toBe("Jane Eyre");
});

test("titles that are the text come first, then those that begin so, then those with such a word, each by popularity", async () => {
  await db.execute(sql`update works set search_text = 'zebra' where id = 'sita'`);
  await db.execute(sql`update works set search_text = 'zebra crossing' where id = 'dune'`);
  await db.execute(sql`update works set search_text = 'zebras' where id = 'indica'`);
  await db.execute(sql`update works set search_text = 'a zebra' where id = 'jaya'`);
  await db.execute(sql`update works set search_text = 'no azebra' where id = 'foundation'`);
  const pathsFor = async () => (await suggest(db, "zebra", 10)).map(({ path }) => path.slice("/books/".length));
  await db.execute(sql`update works set rating = 4, rating_count = 9 where id = 'dune'`);
  await db.execute(sql`update works set rating = 4, rating_count = 99 where id in ('indica', 'jaya')`);
  expect(await pathsFor()).toEqual(["sita", "indica", "dune", "jaya"]);
  await db.execute(sql`update works set rating_count = 999 where id = 'dune'`);
  expect(await pathsFor()).toEqual(["sita", "dune", "indica", "jaya"]);
});

test("an author is found by any word of the name, and their books follow", async () => {
  const found = await suggest(db, "rohint", 10);
  expect(found[0]).toEqual({
    kind: "author",
    name: "Rohinton Mistry",
    by: "",
    coverKey: null,
    pricePaise: null,
    path: "/authors/rohinton-mistry",
  });
  expect(found[1]).toMatchObject({ kind: "book", by: "Rohinton Mistry" });
  expect((await namesFor("rohinton m"))[0]).toBe("author Rohinton Mistry");
});

test("a series and a category are found by name; a category without a book is not", async () => {
  expect(await suggest(db, "poet", 10)).toContainEqual(
    expect.objectContaining({ kind: "category", path: "/categories/poetry" }),
  );
  expect(await suggest(db, "foundati", 10)).toContainEqual(
    expect.objectContaining({ kind: "series", path: "/series/foundation" }),
  );
  await db.execute(sql`
    insert into categories (id, name, description, position) values ('empty', 'Quokkas', '', 900)`);
  await refreshAllStaleListings(db);
  expect(await namesFor("quokk")).not.toContain("category Quokkas");
  await db.execute(sql`insert into work_categories (work_id, category_id, position) values ('jane-eyre', 'empty', 9)`);
  await refreshAllStaleListings(db);
  expect((await namesFor("quokk"))[0]).toBe("category Quokkas");
});

test("a name that is changed is suggested as it is now, and an author without a book that readers see not at all", async () => {
  await db.execute(sql`update authors set name = 'Xanthippe Nemo' where id = 'satyajit-ray'`);
  await refreshAllStaleListings(db);
  expect((await namesFor("nemo"))[0]).toBe("author Xanthippe Nemo");
  await db.execute(sql`
    update books set is_listed = false where work_id in
      (select work_id from work_contributors where author_id = 'satyajit-ray')`);
  await refreshAllStaleListings(db);
  expect(await namesFor("nemo")).toEqual([]);
});

test("of two people with one name the one whose books sell better is first", async () => {
  for (const [id, work] of [
    ["twin-a", "beach-read"],
    ["twin-b", "in-custody"],
  ] as const) {
    await db.execute(sql`insert into authors (id, name, bio, image_url) values (${id}, 'Twin Quill', '', '')`);
    await db.execute(sql`delete from work_contributors where work_id = ${work}`);
    await db.execute(sql`
      insert into work_contributors (work_id, author_id, role, position) values (${work}, ${id}, 'author', 0)`);
  }
  const firstTwin = async () => {
    await refreshAllStaleListings(db);
    return (await suggest(db, "twin", 10)).filter(({ kind }) => kind === "author").map(({ path }) => path);
  };
  await db.execute(sql`update works set rating = 5, rating_count = 5000 where id = 'in-custody'`);
  await db.execute(sql`update works set rating = 1, rating_count = 1 where id = 'beach-read'`);
  expect(await firstTwin()).toEqual(["/authors/twin-b", "/authors/twin-a"]);
  await db.execute(sql`update works set rating = 5, rating_count = 900000 where id = 'beach-read'`);
  expect(await firstTwin()).toEqual(["/authors/twin-a", "/authors/twin-b"]);
});

test("two letters suggest what begins with them, the best known first, and no book that has them only in its subtitle", async () => {
  const found = await suggest(db, "ta", 10);
  const kinds = found.map(({ kind }) => kind);
  expect(kinds).toEqual(kinds.toSorted((one, other) => kinds.indexOf(one) - kinds.indexOf(other)));
  const books = found.flatMap(({ kind, name }) => (kind === "book" ? [name] : []));
  expect(books.filter((title) => !title.startsWith("Ta"))).toEqual([]);
  expect(found.find(({ kind }) => kind === "author")?.name).toBe("Rabindranath Tagore");
});

test("words of title and author together find the book", async () => {
  expect((await namesFor("hobbit tolk"))[0]).toBe("The Hobbit");
  expect((await namesFor("tolk hobbit"))[0]).toBe("The Hobbit");
});

test("Devanagari suggests from one letter on, the Latin alphabet from two", async () => {
  expect(await namesFor("ग")).toContain("गोदान");
  expect(await namesFor("g")).toEqual([]);
  expect(isSuggestible("7")).toBe(false);
  expect(isSuggestible("1984")).toBe(true);
  expect(isSuggestible("தி")).toBe(true);
  expect(isSuggestible("a".repeat(101))).toBe(false);
});

test("an author is suggested by the name in either script, as it is typed", async () => {
  expect(await namesFor("भीष्म")).toContain("author भीष्म साहनी");
  expect(await namesFor("bhisham")).toContain("author Bhisham Sahni");
  expect(await namesFor("premcha")).toContain("author Premchand");
  expect(await namesFor("प्रेमचं")).toContain("author प्रेमचंद");
});

test("one name in other spellings and scripts suggests the same book and its author", async () => {
  for (const text of ["godan", "godaan", "Godhaan", "गोदान"]) expect(await namesFor(text), text).toContain("गोदान");
  expect(await namesFor("raag darbaari")).toContain("Raag Darbari");
  expect(await namesFor("राग दरबारि")).toContain("राग दरबारी");
  expect((await namesFor("munshi premchaand"))[0]).toBe((await namesFor("munshi premchand"))[0]);
  expect(await namesFor("geetanjali shre")).toContain("author Geetanjali Shree");
  expect(await namesFor("gitanjali shri")).toContain("author Geetanjali Shree");
});

test("what is mistyped suggests what is spelled nearly so, only when nothing is", async () => {
  const found = await namesFor("tolkein");
  expect(found[0]).toMatch(/^author J\. ?R\. ?R\. Tolkien$/);
  expect(found).toContain("The Hobbit");
  expect((await namesFor("wuthring hei"))[0]).toBe("Wuthering Heights");
  expect((await namesFor("978-0-09-957851-2"))[0]).toBe("Midnight’s Children");
  expect(await namesFor("xqzvwk")).toEqual([]);
});

test("there are never more than asked for, names have room beside many books, and nothing comes twice", async () => {
  for (const limit of [0, 1, 3, 8, 10]) {
    const found = await suggest(db, "th", limit);
    expect(found).toHaveLength(limit);
    expect(new Set(found.map(({ path }) => path)).size).toBe(limit);
  }
  await db.execute(sql`insert into authors (id, name, bio, image_url) values ('the-one', 'The One', '', '')`);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position) values ('indica', 'the-one', 'editor', 9)`);
  await refreshAllStaleListings(db);
  expect(await namesFor("the", 8)).toContain("author The One");
});

test("beyond the most popular a word is found in the books that are few", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description, rating, rating_count)
    select 'many-' || n, 'Many ' || n, 'many ' || n, '', 5, 900000 from generate_series(1, 2100) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select 'many-' || n, 'many-' || n, true, 'paperback', 'en', 100, 100, 'many' from generate_series(1, 2100) n`);
  expect(await namesFor("malgu")).toEqual(["Malgudi Days"]);
  expect(await namesFor("days malgu")).toEqual(["Malgudi Days"]);
  expect((await suggest(db, "many", 8)).map(({ path }) => path)).toHaveLength(8);
  expect(await namesFor("many 205")).toContain("Many 205");
});

test("what cannot be read in time is left out, and what was found is suggested", async () => {
  const holder = await pool.connect();
  const whileHeld = async (table: string) => {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    try {
      return await suggestInTime(db, "tagore", 10);
    } finally {
      await holder.query("rollback");
    }
  };
  try {
    const whole = async () => suggestInTime(db, "tagore", 10);
    await expect.poll(whole).toMatchObject({ isAll: true });
    const { suggestions } = await whole();
    const only = (kind: string) => ({ suggestions: suggestions.filter((found) => found.kind === kind), isAll: false });
    expect(only("book").suggestions.length * only("author").suggestions.length).toBeGreaterThan(0);
    await expect.poll(() => whileHeld("name_starts")).toEqual(only("book"));
    await expect.poll(() => whileHeld("listings")).toEqual(only("author"));
    expect(await whileHeld("name_starts, listings")).toEqual({ suggestions: [], isAll: false });
  } finally {
    holder.release();
  }
});

test("whatever is typed, the answer is a list", async () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary", maxLength: 120 }),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: fc.constantFrom("%", "_", "\\", "'", " ", "\0", "\ud800", "\udfff", "क", "\u{10ffff}", "a") }),
  );
  await fc.assert(
    fc.asyncProperty(odd, async (text) => {
      expect((await suggest(db, text, 10)).length).toBeLessThanOrEqual(10);
    }),
    { numRuns: Number(process.env.NUM_RUNS ?? 100) },
  );
});
