import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openDatabaseEach } from "#tests/support/database/test-database.ts";
import { findReadingList, listReadingLists } from "./reading-lists.server.ts";

const database = openDatabaseEach();

test("the lists come in the bookseller's order, each with the covers of its first three books", async () => {
  const { db } = database();
  const lists = await listReadingLists(db);
  expect(lists.map(({ id }) => id).slice(0, 3)).toEqual(["summer", "sci-fi", "self-improvement"]);
  expect(lists.length).toBeGreaterThanOrEqual(6);
  for (const { id, bookCount, covers } of lists) {
    expect(bookCount, id).toBeGreaterThanOrEqual(6);
    const { books } = (await findReadingList(db, id))!;
    expect(books, id).toHaveLength(bookCount);
    expect(covers.map(({ coverKey }) => coverKey)).toEqual(books.slice(0, 3).map(({ book }) => book.coverKey));
  }
});

test("a list has its introduction in paragraphs, and its books in the curator's order with a reason each", async () => {
  const { db } = database();
  const { rows } = await db.execute<{ bookId: string; note: string }>(sql`
    select book_id, note from reading_list_books where reading_list_id = 'indian-classics' order by position desc`);
  await db.execute(sql`update reading_list_books set position = -position where reading_list_id = 'indian-classics'`);
  const list = await findReadingList(db, "indian-classics");
  expect(list?.title).toBe("Indian classics");
  expect(list?.introduction).toHaveLength(2);
  expect(list?.books.map(({ book, note }) => ({ bookId: book.id, note }))).toEqual(rows);
});

test("a list shows the books that are not hidden, and without any it is not among the others", async () => {
  const { db } = database();
  const { books } = (await findReadingList(db, "first-hindi-shelf"))!;
  const [first, ...others] = books.map(({ book }) => book.id);
  await db.execute(sql`update books set is_listed = false where id = ${first!}`);
  expect((await findReadingList(db, "first-hindi-shelf"))!.books.map(({ book }) => book.id)).toEqual(others);
  const card = async () => (await listReadingLists(db)).find(({ id }) => id === "first-hindi-shelf");
  expect(await card()).toMatchObject({ bookCount: others.length });
  await db.execute(sql`update books set is_listed = false where id = any(${others}::text[])`);
  expect(await card()).toBeUndefined();
});

test("a list that nobody wrote is none, and one without books is not shown among the others", async () => {
  const { db } = database();
  expect(await findReadingList(db, "winter")).toBeNull();
  await db.execute(sql`
    insert into reading_lists (id, title, summary, introduction, position) values ('bare', 'Bare', '-', '-', 0)`);
  expect((await listReadingLists(db)).map(({ id }) => id)).not.toContain("bare");
  expect((await findReadingList(db, "bare"))?.books).toEqual([]);
});
