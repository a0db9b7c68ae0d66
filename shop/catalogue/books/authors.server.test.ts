/** Tests the index of authors: its pages by letter and by two letters, and when authors move in it. */

import { beforeAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findAuthor, listLetterCovers, readAuthorIndex } from "./authors.server.ts";
import { countCatalogue } from "#shop/catalogue/listings/count-catalogue.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";

const { db } = await openTestDatabase();
const { db: large } = await openTestDatabase();

/** Adds authors of these names, each with a book of the shop. */
async function addWriters(to: typeof db, names: string[]) {
  await to.execute(sql`
    insert into authors (id, name, bio, image_url)
    select 'added-' || n, name, '', '' from unnest(${names}::text[]) with ordinality as given (name, n)`);
  await to.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select 'godan', 'added-' || n, 'author', 100 + n from generate_series(1, ${names.length}::int) n`);
  await refreshAllStaleListings(to);
}

/** Adds 500 authors under S, so that they do not fit on one page: Sa000, Sh001, Sa002, … */
beforeAll(() =>
  addWriters(
    large,
    Array.from({ length: 500 }, (_, n) => `A. ${n % 2 ? "Sh" : "Sa"}${String(n).padStart(3, "0")}`),
  ),
);

test("few authors are one page: everybody who wrote a book, by surname, and works are counted, not editions", async () => {
  const index = (await readAuthorIndex(db))!;
  expect(index).toMatchObject({ shown: null, next: null });
  const { rows } = await db.execute<{ id: string; works: number; writes: boolean }>(sql`
    select author_id as id, count(distinct work_id)::int as works, bool_or(role = 'author') as writes
    from work_contributors group by author_id`);
  const writers = rows.filter(({ writes }) => writes);
  expect(new Map(index.authors.map(({ id, bookCount }) => [id, bookCount]))).toEqual(
    new Map(writers.map(({ id, works }) => [id, works])),
  );
  expect(index.authors.length).toBeGreaterThanOrEqual(150);
  const place = (name: string) => index.authors.findIndex((author) => author.name === name);
  expect(place("Amitav Ghosh")).toBeLessThan(place("Kazuo Ishiguro"));
  expect(place("Kazuo Ishiguro")).toBeLessThan(place("R. K. Narayan"));
  expect(index.authors[place("R. K. Narayan")]!.letter).toBe("n");
  expect(index.letters.reduce((sum, { authors }) => sum + authors, 0)).toBe(index.authors.length);
});

test("each letter has covers of its best rated books, no more than three, and none twice", async () => {
  const { authors } = (await readAuthorIndex(db))!;
  const covers = await listLetterCovers(db, authors);
  expect(new Set(Object.keys(covers))).toEqual(new Set(authors.map(({ letter }) => letter)));
  for (const [letter, books] of Object.entries(covers)) {
    const writers = authors.filter((author) => author.letter === letter).length;
    expect([letter, books.length <= Math.min(3, writers)]).toEqual([letter, true]);
    expect(new Set(books.map(({ coverKey }) => coverKey)).size).toBe(books.length);
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from listings l join books b on b.id = l.book_id join author_listings al on al.letter = 'n' and al.is_writer
      join shelf_places p on p.facet = 'author:' || al.author_id and p.work_id = l.work_id
    order by p.rating_rank desc, p.work_id limit 1`);
  expect(covers["n"]![0]!.id).toBe(rows[0]!.id);
  expect(await listLetterCovers(db, [])).toEqual({});
});

test.each([
  ["Ursula K. Le Guin", null, "guin, ursula k. le"],
  ["Ursula K. Le Guin", "Le Guin, Ursula K.", "le guin, ursula k."],
  ["Émile Zola", null, "zola, emile"],
  ["Martin Luther King, Jr.", null, "king, martin luther"],
  ["Premchand", null, "premchand"],
  ["‘Anonymous’", null, "anonymous'"],
  ["प्रेमचंद", null, "प्रेमचंद"],
])("%s (%s in the catalogue) is sorted as %s", async (name, sortName, key) => {
  const { rows } = await db.execute<{ key: string }>(sql`select author_sort_key(${name}, ${sortName}::text) as key`);
  expect(rows[0]!.key).toBe(key);
});

test("of many authors each letter has its own pages, and all of them are read once by the way on", async () => {
  const first = (await readAuthorIndex(large))!;
  expect(first.shown).toBe("a");
  expect(first.authors.every(({ letter }) => letter === "a")).toBe(true);
  const read: string[] = [];
  for (const { beginning } of first.letters)
    for (let after: string | null = null, page = null; !page || after; after = page.next) {
      page = (await readAuthorIndex(large, beginning, after))!;
      expect(page.authors.length).toBeLessThanOrEqual(96);
      read.push(...page.authors.map(({ id }) => id));
    }
  const { rows } = await large.execute<{ id: string }>(
    sql`select distinct author_id as id from work_contributors where role = 'author'`,
  );
  expect(read.length).toBe(rows.length);
  expect(new Set(read)).toEqual(new Set(rows.map(({ id }) => id)));
});

test("a long letter is parted by the second one", async () => {
  const { beginnings, count } = (await readAuthorIndex(large, "s"))!;
  expect(count).toBeGreaterThan(500);
  const sh = (await readAuthorIndex(large, "sh"))!;
  expect(sh.count).toBe(beginnings.find(({ beginning }) => beginning === "sh")!.authors);
  expect(sh.count).toBeGreaterThanOrEqual(250);
  expect(sh.authors[0]!.name).toBe("A. Sh001");
  expect(sh.beginnings).toEqual(beginnings);
});

test("a cursor of an author outside of the letter is rejected", async () => {
  expect(await readAuthorIndex(large, "s", "premchand")).toBeNull();
  expect(await readAuthorIndex(large, "s", "no-such-author")).toBeNull();
  expect((await readAuthorIndex(large, "x"))!.authors).toEqual([]);
});

test("an author moves in the index when the books, name or role change", async () => {
  await addWriters(db, ["Zadie Zzyzx"]);
  const zz = async () => (await readAuthorIndex(db, "zz"))!;
  expect((await zz()).authors).toMatchObject([{ id: "added-1", bookCount: 1, letter: "z" }]);
  const before = (await countCatalogue(db)).authors;
  await db.execute(sql`update work_contributors set role = 'translator' where author_id = 'added-1'`);
  await refreshAllStaleListings(db);
  expect(await zz()).toMatchObject({ authors: [], count: 0 });
  expect((await countCatalogue(db)).authors).toBe(before - 1);
  expect((await findAuthor(db, "added-1"))!.bookCount).toBe(1);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position) values ('godan', 'added-1', 'author', 200)`);
  await db.execute(sql`update authors set name = 'Zadie Aaa' where id = 'added-1'`);
  await refreshAllStaleListings(db);
  expect((await readAuthorIndex(db, "aa"))!.authors.map(({ id }) => id)).toEqual(["added-1"]);
  await db.execute(sql`update books set is_listed = false where work_id = 'godan'`);
  await refreshAllStaleListings(db);
  expect((await readAuthorIndex(db, "aa"))!.count).toBe(0);
  expect((await findAuthor(db, "added-1"))!.bookCount).toBe(0);
});
