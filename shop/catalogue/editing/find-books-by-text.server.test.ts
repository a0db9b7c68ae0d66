import { beforeAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findBooksByText, maxCandidates } from "./find-books-by-text.server.ts";

const { db } = await openTestDatabase();

const meant = async (text: string) => {
  const { book, mayBe, hasMore } = await findBooksByText(db, text);
  return { book: book?.id ?? null, mayBe: mayBe.map(({ id }) => id), hasMore };
};

beforeAll(async () => {
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select 'matilda-hardback', work_id, false, 'hardback', 'en', 90000, 90000, 'matilda-hardback-0123456789'
    from books where id = 'matilda'`);
  await refreshAllStaleListings(db);
});

test("a book is meant by its title, however it is written, and found by its ISBN", async () => {
  for (const text of ["The Hobbit", "  the   HOBBIT ", "hobbit", "गोदान"])
    expect((await meant(text)).book, text).toBe(text === "गोदान" ? "godan" : "the-hobbit");
  // Other titles begin with this one, but only one book has exactly this title.
  expect(await meant("foundation")).toMatchObject({
    book: "foundation",
    mayBe: expect.arrayContaining(["foundation", "foundation-and-empire", "second-foundation"]) as string[],
  });
  const { rows } = await db.execute<{ id: string; isbn13: string }>(
    sql`select id, isbn13 from books where isbn13 is not null limit 1`,
  );
  expect((await meant(rows[0]!.isbn13)).mayBe).toEqual([rows[0]!.id]);
});

test("of several editions somebody has to choose, and nothing is meant by a text that no book has", async () => {
  const editions = await meant("Matilda");
  expect(editions).toMatchObject({ book: null, hasMore: false });
  expect(editions.mayBe.slice(0, 2).toSorted()).toEqual(["matilda", "matilda-hardback"]);
  expect(await meant("no such book at all")).toEqual({ book: null, mayBe: [], hasMore: false });
  const many = await meant("the");
  expect(many).toMatchObject({ book: null, hasMore: true });
  expect(many.mayBe).toHaveLength(maxCandidates);
});

test("a book that is found by its author alone is shown, and not taken", async () => {
  await db.execute(sql`
    insert into authors (id, name, bio, image_url) values ('xenia-quill', 'Xenia Quillworth', '', '')`);
  await db.execute(sql`delete from work_contributors where work_id = (select work_id from books where id = 'indica')`);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select work_id, 'xenia-quill', 'author', 0 from books where id = 'indica'`);
  await refreshAllStaleListings(db);
  expect(await meant("quillworth")).toEqual({ book: null, mayBe: ["indica"], hasMore: false });
  expect((await meant("indica quillworth")).book).toBe("indica");
});
