/** Tests of adding and editing books at the desk: duplicates, field origins, concurrent edits and refusals. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { findWorks } from "#shop/catalogue/search/find-works.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookValues } from "./book-values.ts";
import { readBookForm } from "./read-book-form.ts";
import { findDeskBook } from "./read-book.server.ts";
import { addBook, changeBook } from "./save-book.server.ts";

const { db } = await openTestDatabase();
const now = () => new Date("2026-03-01T10:00:00Z");

const pagdandi: BookValues = {
  isbn: "978-93-5776-121-5",
  title: "Pagdandi Stories",
  person1: "Meera Sanyal",
  role1: "author",
  person2: "Arunava Sinha",
  role2: "translator",
  series: "Hill Roads",
  seriesNumber: "2",
  publisher: "Riverbank",
  publishedOn: "2024-05",
  language: "en",
  format: "hardback",
  pages: "214",
  description: "Two paths.\n\nOne hill.",
  category1: "Fiction",
  mrp: "499",
  price: "449.50",
};

function add(values: BookValues, { key = "form-1", isListed = true, copies = "" } = {}) {
  const read = readBookForm(values, { reference: key, now: now(), copies });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return inTransaction(db, (tx) => addBook({ db: tx, now }, { record: read.record, values, isListed }));
}

function change(bookId: string, values: BookValues, version: string) {
  const read = readBookForm(values, { reference: bookId, now: now() });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return inTransaction(db, (tx) => changeBook({ db: tx, now }, bookId, { record: read.record, values, version }));
}

const rowOf = async (id: string) =>
  (await db.execute<{ row: Record<string, unknown> }>(sql`select to_jsonb(b) as row from books b where id = ${id}`))
    .rows[0]!.row;

test("a book that a person adds is found, listed and in its category at once, with its copies", async () => {
  const saved = await add(pagdandi, { copies: "7" });
  expect(saved).toMatchObject({ kind: "saved", bookId: "pagdandi-stories", isNewWork: true });
  expect("added" in saved && saved.added.toSorted()).toEqual(["Hill Roads", "Meera Sanyal", "Riverbank"]);
  const book = await findDeskBook(db, "pagdandi-stories");
  expect(book).toMatchObject({ onHand: 7, isListed: true, isMain: true });
  expect(book!.values).toMatchObject({ ...pagdandi, isbn: "9789357761215", category1: "Fiction", hsn: "4901" });
  expect((await findWorks(db, "pagdandi", { limit: 5 })).found.map(({ bookId }) => bookId)).toEqual([
    "pagdandi-stories",
  ]);
  expect(await rowOf("pagdandi-stories")).toMatchObject({ created_by: "person", published_precision: "month" });
  // Submitting the form again, or the same ISBN in another form, leads to the existing book.
  expect(await add({ ...pagdandi, isbn: "" })).toEqual({ kind: "known", bookId: "pagdandi-stories" });
  expect(await add(pagdandi, { key: "form-2" })).toEqual({ kind: "known", bookId: "pagdandi-stories" });
});

test("another edition of a work joins it, and a book may wait unlisted", async () => {
  const paperback: BookValues = { ...pagdandi, isbn: "", format: "paperback", mrp: "299", price: "" };
  const saved = await add(paperback, { key: "form-3", isListed: false });
  expect(saved).toMatchObject({ kind: "saved", workId: "pagdandi-stories", isNewWork: false });
  const book = await findDeskBook(db, "bookId" in saved ? saved.bookId : "");
  expect(book).toMatchObject({ isListed: false, isMain: false, values: { price: "299", isbn: "" } });
  expect(book!.otherEditions).toMatchObject([{ id: "pagdandi-stories", format: "hardback" }]);
});

test("an edit changes the fields that a person changed, empties those they emptied, and leaves the others", async () => {
  const before = await findDeskBook(db, "pagdandi-stories");
  const untouched = await change("pagdandi-stories", before!.values, before!.version);
  expect(untouched).toMatchObject({ kind: "saved", fields: [], isChanged: false });
  const { series: _series, seriesNumber: _number, pages: _pages, ...rest } = before!.values;
  const values: BookValues = {
    ...rest,
    title: "Pagdandi",
    person2: "",
    mrp: "599",
    category1: "Fiction",
    category2: "History",
  };
  const saved = await change("pagdandi-stories", values, before!.version);
  expect(saved).toMatchObject({
    kind: "saved",
    fields: ["title", "contributors", "series", "pages", "subjects", "mrp"],
  });
  const after = await findDeskBook(db, "pagdandi-stories");
  expect(after!.values).toMatchObject({
    title: "Pagdandi",
    person1: "Meera Sanyal",
    series: "",
    pages: "",
    mrp: "599",
  });
  expect(after!.values).toMatchObject({ price: "449.50", category2: "Non-fiction > History", publishedOn: "2024-05" });
  expect(after!.values.person2).toBeUndefined();
  // Only the changed fields are marked as edited by a person, which imports then leave alone.
  expect(Object.keys((await rowOf("pagdandi-stories")).field_origins as object).sort()).toEqual(["mrp_paise", "pages"]);
  expect((await findWorks(db, "pagdandi", { limit: 5 })).found).toHaveLength(1);
});

test("what somebody else changed meanwhile is not lost", async () => {
  const before = await findDeskBook(db, "pagdandi-stories");
  const mine = { ...before!.values, pages: "300" };
  const theirs = { ...before!.values, description: "Another hill." };
  expect(await change("pagdandi-stories", theirs, before!.version)).toMatchObject({ kind: "saved" });
  const refused = await change("pagdandi-stories", mine, before!.version);
  expect(refused).toMatchObject({ kind: "changed-meanwhile", theirs: { values: { description: "Another hill." } } });
  expect((await findDeskBook(db, "pagdandi-stories"))!.values).toMatchObject({
    pages: "",
    description: "Another hill.",
  });
});

test("an ISBN of another book and a category that there is not are refused", async () => {
  const { values, version } = (await findDeskBook(db, "pagdandi-stories"))!;
  await db.execute(sql`update books set isbn13 = '9780140449136' where id = 'godan'`);
  expect(await change("pagdandi-stories", { ...values, isbn: "0140449132" }, version)).toMatchObject({
    kind: "isbn-taken",
    bookId: "godan",
  });
  expect(await change("pagdandi-stories", { ...values, category1: "Fishing" }, version)).toEqual({
    kind: "no-such-category",
    path: "Fishing",
  });
  expect(await change("no-such-book", values, version)).toEqual({ kind: "gone" });
});

test("rejects the second of two simultaneous saves", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { values, version } = (await findDeskBook(db, "pagdandi-stories"))!;
    const done = await Promise.all([
      change("pagdandi-stories", { ...values, pages: String(100 + round) }, version),
      change("pagdandi-stories", { ...values, editionStatement: `Edition ${round}` }, version),
    ]);
    expect(done.map(({ kind }) => kind).sort()).toEqual(["changed-meanwhile", "saved"]);
    const after = (await findDeskBook(db, "pagdandi-stories"))!.values;
    const isFirst = done[0].kind === "saved";
    expect([after.pages, after.editionStatement]).toEqual(
      isFirst ? [String(100 + round), values.editionStatement] : [values.pages, `Edition ${round}`],
    );
  }
});
