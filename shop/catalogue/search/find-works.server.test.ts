/** Tests the search for works: ISBNs, corrected spellings, ranking, and limits of results and time. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { countSearchTerms } from "./counts/count-words.server.ts";
import { findWorks } from "./find-works.server.ts";

const { db } = await openTestDatabase();
await countSearchTerms(db);
const search = (text: string, limit = 1_001) => findWorks(db, text, { limit });
const idsOf = (works: { workId: string }[]) => works.map(({ workId }) => workId);

test("an ISBN leads to its edition, also one that is not the main edition, and only while readers see it", async () => {
  const { rows } = await db.execute<{ id: string; isbn13: string; workId: string }>(sql`
    select id, isbn13, work_id from books where not is_main and isbn13 is not null order by id limit 1`);
  const { id, isbn13, workId } = rows[0]!;
  for (const text of [isbn13, `ISBN ${isbn13}`, isbn13.replace(/^(...)(.)(...)/, "$1-$2 $3-")])
    expect(await search(text), text).toEqual({
      found: [{ workId, bookId: id }],
      isCutShort: false,
      isFull: false,
      hasOtherLanguages: false,
      isLoose: false,
      nearest: null,
      near: [],
      isbn: { given: isbn13, bookId: id, wrongDigit: null },
    });
  await db.execute(sql`update books set is_listed = false where id = ${id}`);
  expect(await search(isbn13)).toMatchObject({ found: [], isbn: { given: isbn13, bookId: null, wrongDigit: null } });
  expect(await search("978-0-306-40615-7")).toMatchObject({ found: [], isbn: { bookId: null, wrongDigit: null } });
});

test("of an ISBN with a wrong digit, or two that changed places, the books it may be are named with the digit", async () => {
  // Midnight's Children is 9780099578512.
  const wrong = await search("9780099578712");
  expect(wrong.found).toEqual([]);
  expect(wrong.isbn?.wrongDigit?.mayBe).toEqual([
    { isbn13: "9780099578512", place: 11, digits: "5", workId: "midnights-children", bookId: expect.any(String) },
  ]);
  expect((await search("9780099587512")).isbn?.wrongDigit?.mayBe[0]).toMatchObject({ place: 9, digits: "78" });
  expect((await search("0 09 957851 5")).isbn).toMatchObject({
    given: "0099578515",
    wrongDigit: { mayBe: [{ place: 10, digits: "4" }] },
  });
  expect((await search("9790000000002")).isbn).toMatchObject({ bookId: null, wrongDigit: { mayBe: [] } });
});

test("a wrong spelling that finds nothing is answered with the nearest that does, and what it finds", async () => {
  const { found, nearest, near } = await search("tolkein");
  expect({ found, nearest }).toEqual({ found: [], nearest: "tolkien" });
  expect(idsOf(near)).toEqual(["the-hobbit"]);
  // A name and a title: each is near, but they are next to each other nowhere.
  const apart = await search("agatha christei ackroyd");
  expect([apart.nearest, idsOf(apart.near)]).toEqual([null, ["the-murder-of-roger-ackroyd"]]);
  expect((await search("agatha christei")).nearest).toBe("agatha christie");
  expect(await search("tolkien")).toMatchObject({ nearest: null, near: [] });
});

test("words that no book has together are answered with what is found without one of them", async () => {
  const { found, nearest, near } = await search("orwell austen xylophone");
  expect({ found, nearest }).toEqual({ found: [], nearest: null });
  expect(idsOf(near)).toContain("pride-and-prejudice");
  expect(await search("xqzvw")).toEqual({
    found: [],
    isCutShort: false,
    isFull: false,
    hasOtherLanguages: false,
    isLoose: false,
    nearest: null,
    near: [],
    isbn: null,
  });
});

test("any part of a title finds its work, three letters or more, wherever it begins and ends", async () => {
  const { rows } = await db.execute<{ workId: string; title: string }>(sql`select work_id, title from listings`);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...rows), fc.nat(), fc.integer({ min: 3, max: 20 }), async (work, at, length) => {
      const part = Array.from(work.title)
        .slice(at % (work.title.length - 2))
        .slice(0, length)
        .join("");
      fc.pre(part.trim().length > 2);
      const { found } = await search(part);
      expect(
        found.map(({ workId }) => workId),
        part,
      ).toContain(work.workId);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
  );
}, 600_000);

test("each word must match, and a further condition holds for everything, near titles too", async () => {
  expect(idsOf((await search("ghosh sea")).found)).toEqual(["sea-of-poppies"]);
  expect((await search("ghosh orwell")).found).toEqual([]);
  const cheap = sql`l.price_paise < 30000`;
  const { rows } = await db.execute<{ workId: string }>(sql`select work_id from listings l where ${cheap}`);
  const allowed = new Set(idsOf(rows));
  for (const text of ["penguin", "a", "the", "ghos", "tolkein", "penguin xqzvw"]) {
    const { found, near } = await findWorks(db, text, { where: cheap, limit: 1_001 });
    expect(
      idsOf([...found, ...near]).filter((id) => !allowed.has(id)),
      text,
    ).toEqual([]);
  }
  expect((await findWorks(db, "penguin", { where: cheap, limit: 1_001 })).found).not.toEqual([]);
});

test("of books that fit alike the best known is first, and a limit cuts at the end", async () => {
  const all = idsOf((await search("rajkamal")).found);
  expect(all.length).toBeGreaterThan(6);
  expect(idsOf((await search("rajkamal", 5)).found)).toEqual(all.slice(0, 5));
  const { rows } = await db.execute<{ workId: string }>(sql`
    select work_id from listings where words like '% rajkamal %' order by popularity desc, work_id`);
  expect(all).toEqual(idsOf(rows));
});

test("when very many have the words, exact titles and titles that begin so are still first", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description, starting_rating, starting_rating_count)
    select 'copy-' || n, 'Umbrella ' || n, 'book ' || n || ' of umbrellas', '', 4, 10000 - n from generate_series(1, 6000) n`);
  await db.execute(sql`
    insert into works (id, title, search_text, description) values
      ('exact', 'Umbrellas', 'umbrellas', ''), ('begins', 'Umbrellas of Cochin', 'umbrellas of cochin', '')`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789' from works
    where id like 'copy-%' or id in ('exact', 'begins')`);
  await db.execute(sql`analyze listings`);
  const before = await search("umbrellas");
  await countSearchTerms(db);
  for (const { found, isCutShort } of [before, await search("umbrellas"), await search("the umbrellas")]) {
    expect(idsOf(found).slice(0, 4)).toEqual(["exact", "begins", "copy-1", "copy-2"]);
    expect({ length: found.length, isCutShort }).toEqual({ length: 1_001, isCutShort: false });
    expect(new Set(idsOf(found)).size).toBe(1_001);
  }
  expect(idsOf((await search("umbrellas 5999")).found)).toEqual(["copy-5999"]);
});

test("a search that times out returns a partial result", async () => {
  // A locked table: the statement waits for it until it times out.
  const client = await db.pool!.connect();
  await client.query("begin");
  await client.query("lock table listings in access exclusive mode");
  try {
    expect(await search("tomb of sand")).toMatchObject({ found: [], isCutShort: true });
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("whatever is typed, the search answers with works that readers see", async () => {
  const { rows } = await db.execute<{ workId: string; bookId: string }>(sql`select work_id, id as book_id from books`);
  const known = new Map(rows.map(({ workId, bookId }) => [bookId, workId]));
  const letters = fc.constantFrom(
    ..."%_\\'\"&|~^$.*+?()[]{}-:;,/",
    "\0",
    "\ud800",
    "\udfff",
    "\u202e",
    "\u0301",
    "\u094d",
    "गो",
    "दा",
    "🪔",
    "א",
    "ß",
    "İ",
    "a",
    "th",
    "ee",
    " ",
    "  ",
    "1984",
    "nineteen ",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(letters, { maxLength: 40 }).map((parts) => parts.join("")),
    fc
      .array(fc.constantFrom("the", "a", "of", "tolkein", "sand", "गोदान", "one", "hundred", "and", "100"), {
        maxLength: 20,
      })
      .map((words) => words.join(" ")),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { found, near } = await search(text, 30);
      for (const { workId, bookId } of [...found, ...near]) expect(known.get(bookId)).toBe(workId);
      expect(found.length).toBeLessThanOrEqual(30);
      expect(near.length).toBeLessThanOrEqual(12);
      expect(new Set(idsOf(found)).size).toBe(found.length);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
  );
  expect((await search("a".repeat(10_000))).found).toEqual([]);
  expect((await search("the ".repeat(2_500))).found).not.toEqual([]);
}, 600_000);
