/** Tests of changing, merging and splitting authors, their undo, and the lists of authors. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { changeBook } from "#shop/catalogue/editing/form/save-book.server.ts";
import { findAuthor } from "#shop/catalogue/books/authors.server.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { readBookForm } from "#shop/catalogue/editing/form/read-book-form.ts";
import { inTransaction } from "#db/transaction.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findAuthorRecord } from "./author-record.server.ts";
import { changeAuthor, mergeAuthorsLogged, splitAuthorLogged } from "./change-authors.server.ts";
import { listAuthors, listAuthorsUnder, listWorksOfAuthor, surnameLetters } from "./list-authors.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const at = new Date();

/** All rows about authors and contributors, one line each, without the times at which they were written. */
async function state(): Promise<string[]> {
  await refreshAllStaleListings(db);
  const { rows } = await db.execute<{ line: string }>(sql`
    select (to_jsonb(a) - 'created_at' - 'restored_at' - 'field_origins')::text as line from authors a
    union all select to_jsonb(n)::text from author_names n
    union all select to_jsonb(l)::text from author_aliases l
    union all select to_jsonb(i)::text from author_identifiers i
    union all select (to_jsonb(m) - 'moved_at')::text from moved_addresses m
    union all select (to_jsonb(w) - 'restored_at')::text from works w
    union all select to_jsonb(c)::text from work_contributors c
    union all select to_jsonb(l)::text from listings l
    union all select to_jsonb(l)::text from author_listings l
    union all select b.id || ' ' || b.cover_key from books b
    union all select (to_jsonb(s) - 'popularity')::text from name_starts s`);
  return rows.map(({ line }) => line).toSorted();
}

/** The lines that only one of the two lists contains. */
function between(one: string[], other: string[]): string[] {
  const [ones, others] = [new Set(one), new Set(other)];
  return [...one.filter((line) => !others.has(line)), ...other.filter((line) => !ones.has(line))];
}

const noWords = { sortName: null, bio: "", isFeatured: false, names: {} };

test("an author gets another name, lists and search have it, imports know both, and each field goes back", async () => {
  const book = await addDeskBook(testServices, { title: "Lanes of Pratapgarh", person1: "Merra Sanyal" });
  const author = "merra-sanyal";
  const before = await state();
  const words = { ...noWords, name: "Meera Sanyal", sortName: "Sanyal, Meera", names: { Deva: "मीरा सान्याल" } };
  const { entry } = await recordedChange(testServices, ({ db: tx }) =>
    changeAuthor(tx, author, { ...words, bio: "Born 1961." }, at),
  );
  await refreshAllStaleListings(db);
  expect(await findAuthor(db, author)).toMatchObject({
    name: "Meera Sanyal",
    bio: "Born 1961.",
    otherNames: ["मीरा सान्याल"],
    letter: "s",
  });
  expect((await suggest(db, "meera san", 5)).map(({ path }) => path)).toContain(`/authors/${author}`);
  expect((await listAuthors(db, "Merra Sanyal", null)).authors.map(({ id }) => id)).toEqual([author]);
  expect((await listAuthors(db, "मीरा", null)).authors.map(({ id }) => id)).toContain(author);
  // An import of a book with the former name finds this author.
  const other = await addDeskBook(testServices, { title: "More Lanes", person1: "Merra Sanyal" });
  expect((await listWorksOfAuthor(db, author, null)).works.map(({ bookId }) => bookId)).toEqual([book, other]);
  await db.execute(sql`delete from books where id = ${other}`);
  await db.execute(sql`delete from works where id = ${other}`);

  const { undone } = await undo(testServices, entry);
  expect(undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);
});

test("what was changed of an author since stays when the rest goes back, and is named", async () => {
  await addDeskBook(testServices, { title: "One of Anand", person1: "Annd Rao" });
  const change = (words: typeof noWords & { name: string }) =>
    recordedChange(testServices, ({ db: tx }) => changeAuthor(tx, "annd-rao", words, at));
  const { entry } = await change({ ...noWords, name: "Anand Rao", bio: "A poet." });
  await change({ ...noWords, name: "Anand Rao", bio: "A poet of Mysuru." });
  const { undone } = await undo(testServices, entry);
  expect(undone).toMatchObject({
    ok: true,
    kept: [{ why: "the author Anand Rao: the biography was changed since" }],
  });
  expect(await findAuthorRecord(db, "annd-rao")).toMatchObject({
    name: "Annd Rao",
    bio: "A poet of Mysuru.",
    aliases: [],
  });
});

test("two authors are joined, the old address leads on, and an undo and its undo are whole", async () => {
  await addDeskBook(testServices, { title: "Kept One", person1: "Ila Bose", person2: "I. Bose", role2: "translator" });
  await addDeskBook(testServices, { title: "Joined One", person1: "I. Bose" });
  await addDeskBook(testServices, { title: "Joined Two", person1: "Somebody Else", person2: "I. Bose" });
  await db.execute(sql`insert into author_identifiers values ('isni', '0000000121479135', 'i-bose')`);
  await db.execute(sql`update authors set bio = 'Born in Kolkata.' where id = 'i-bose'`);
  await db.execute(sql`insert into moved_addresses (kind, old_id, new_id) values ('author', 'ila-b', 'i-bose')`);
  const before = await state();
  const { entry, done } = await recordedChange(testServices, (given) =>
    mergeAuthorsLogged(given, "ila-bose", "i-bose"),
  );
  const joined = await state();
  expect(done!.joined.works).toEqual(["joined-one", "joined-two", "kept-one"]);
  expect(await findAuthor(db, "i-bose")).toBeNull();
  expect(await findMovedAddress(db, "author", "i-bose")).toBe("ila-bose");
  expect(await findMovedAddress(db, "author", "ila-b")).toBe("ila-bose");
  expect(await findAuthor(db, "ila-bose")).toMatchObject({ bio: "Born in Kolkata.", bookCount: 3 });
  // The form is submitted a second time.
  expect(await inTransaction(db, (tx) => mergeAuthorsLogged({ ...services, db: tx }, "ila-bose", "i-bose"))).toBeNull();

  const back = await undo(testServices, entry);
  expect(back.undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);
  const redo = await undo(testServices, back.entry);
  expect(redo.undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), joined)).toEqual([]);
  expect((await undo(testServices, redo.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(between(await state(), before)).toEqual([]);
});

test("a book that was given other people since a joining keeps them when that is undone", async () => {
  await addDeskBook(testServices, { title: "Stays Here", person1: "Uma Nair" });
  await addDeskBook(testServices, { title: "Went Along", person1: "U. Nair" });
  const { entry } = await recordedChange(testServices, (given) => mergeAuthorsLogged(given, "uma-nair", "u-nair"));
  const book = (await findDeskBook(db, "went-along"))!;
  const values = { ...book.values, person2: "Ravi Das", role2: "translator" };
  const read = readBookForm(values, { reference: "x", now: at });
  if (!read.ok) throw new Error("The form cannot be read.");
  await inTransaction(db, (tx) =>
    changeBook({ ...services, db: tx }, "went-along", { record: read.record, values, version: book.version }),
  );
  const { undone } = await undo(testServices, entry);
  expect(undone).toMatchObject({ ok: true, kept: [{ why: "the people of Went Along was changed since" }] });
  expect((await findDeskBook(db, "went-along"))!.values).toMatchObject({ person1: "Uma Nair", person2: "Ravi Das" });
  expect(await findAuthorRecord(db, "u-nair")).toMatchObject({ name: "U. Nair" });
});

test("some books of an author are given to a namesake, and come back", async () => {
  await addDeskBook(testServices, { title: "By The First", person1: "Ajay Rao" });
  await addDeskBook(testServices, { title: "By The Second", person1: "Ajay Rao" });
  const before = await state();
  const { entry, done } = await recordedChange(testServices, (given) =>
    splitAuthorLogged(given, "ajay-rao", { works: ["by-the-second"], name: "Ajay Rao" }),
  );
  expect(done.parted.authorId).toBe("ajay-rao-2");
  expect((await listWorksOfAuthor(db, "ajay-rao-2", null)).works.map(({ workId }) => workId)).toEqual([
    "by-the-second",
  ]);
  expect((await undo(testServices, entry)).undone).toMatchObject({ ok: true, kept: [] });
  await db.execute(sql`delete from moved_addresses where old_id = 'ajay-rao-2'`);
  expect(between(await state(), before)).toEqual([]);
});

test("authors are listed by name, page by page, each once", async () => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAuthors>> = await listAuthors(db, "", after);
    seen.push(...page.authors.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  const { rows } = await db.execute<{ id: string }>(sql`select id from authors order by name, id`);
  expect(seen).toEqual(rows.map(({ id }) => id));
});

test("whoever wrote a book that readers see stands once, under the letter of the surname", async () => {
  const seen: string[] = [];
  for (const letter of surnameLetters) {
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAuthorsUnder>> = await listAuthorsUnder(db, letter, after);
      seen.push(...page.authors.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    select author_id as id from author_listings where is_writer
    order by letter = 'other', letter = 'devanagari', letter, sort_key, author_id`);
  expect(rows.length).toBeGreaterThan(50);
  expect(seen).toEqual(rows.map(({ id }) => id));
});
