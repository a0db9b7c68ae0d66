/** Tests that the demonstration is a catalogue worth trying, is loaded once and completely, and can be taken out. */

import { sql } from "#db/sql.ts";
import isbn3 from "isbn3";
import { expect, test } from "vitest";

import { loadDemoCatalogue, removeDemonstration } from "#server/demo-catalogue.ts";
import { readDemo } from "#server/demo-data.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { count, setStock, readStock } from "#tests/support/sales/sale.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();
// Each test that changes something has a database of its own, so that the others find what was loaded, in any order.
const changed = await openTestDatabase();
const retold = await openTestDatabase();
const faulted = await openTestDatabase();
const emptied = await openTestDatabase();
const { rows: works } = await db.execute<{
  id: string;
  title: string;
  subtitle: string | null;
  searchText: string;
  description: string;
  startingRating: number;
  startingRatingCount: number;
}>(sql`
  select id, title, subtitle, search_text, description, starting_rating::float8 as starting_rating, starting_rating_count
  from works`);
const { rows: books } = await db.execute<{
  id: string;
  workId: string;
  language: string;
  format: string | null;
  isbn13: string | null;
  pages: number | null;
  publishedOn: string | null;
  mrpPaise: number;
  pricePaise: number;
  copies: number;
}>(sql`
  select id, work_id, language, format, isbn13, pages, published_on::text as published_on, mrp_paise, price_paise,
    on_hand as copies
  from books join stock on book_id = id`);
const authors = readDemo("authors");
const categories = readDemo("categories");
const devanagari = /\p{Script=Devanagari}/u;

/** All values that come more than once. */
function repeated(values: (string | null | undefined)[]): string[] {
  const given = values.filter((value): value is string => Boolean(value));
  return given.filter((value, index) => given.indexOf(value) !== index);
}

test("the catalogue is a real bookshop's", () => {
  expect(works.length).toBeGreaterThanOrEqual(300);
  expect(authors.length).toBeGreaterThanOrEqual(150);
  expect(categories.length).toBeGreaterThanOrEqual(16);
  const categoryIds = categories.map((category) => category.id);
  expect(categoryIds).toEqual(expect.arrayContaining(["fiction", "non-fiction", "children"]));
  const bookIds = books.map((book) => book.id);
  expect(bookIds).toEqual(expect.arrayContaining(["mindful-reading", "digital-minimalism"]));
});

test("no author is there twice, and every author and category has a work", async () => {
  expect(repeated(authors.map((author) => author.name))).toEqual([]);
  expect(await count(db, sql`select count(*) from authors`)).toBe(authors.length);
  const idle = sql`
    select count(*) from (
      select id from authors where id not in (select author_id from work_contributors)
      union all select id from categories where id not in (select category_id from work_categories)
        and id not in (select parent_id from categories where parent_id is not null)) idle`;
  expect(await count(db, idle)).toBe(0);
});

test("several series have more than one volume", async () => {
  const long = sql`select count(*) from (select series_id from series_works group by series_id having count(*) >= 2) long`;
  expect(await count(db, long)).toBeGreaterThanOrEqual(5);
});

test("some works come in two formats or more, and one work never in the same format twice", () => {
  const byWork = Map.groupBy(books, (book) => book.workId);
  expect([...byWork.values()].filter((editions) => editions.length >= 2).length).toBeGreaterThanOrEqual(5);
  for (const [workId, editions] of byWork) {
    expect(new Set(editions.map(({ format }) => format)).size, workId).toBe(editions.length);
  }
});

test("Hindi titles are in Devanagari, and no other title is", () => {
  const hindi = new Set(books.filter((book) => book.language === "hi").map((book) => book.workId));
  expect(hindi.size).toBeGreaterThanOrEqual(10);
  for (const work of works) expect(devanagari.test(work.title), work.title).toBe(hindi.has(work.id));
});

test("every description is of two to five sentences, and no two begin alike", () => {
  const odd = works.filter(({ description }) => {
    const sentences = description.match(/[.!?।](?=[\s”’"')]|$)/g) ?? [];
    return sentences.length < 2 || description.length < 90 || description.length > 900;
  });
  expect(odd.map(({ id }) => id)).toEqual([]);
  expect(repeated(works.map(({ description }) => description.slice(0, 30)))).toEqual([]);
  expect(repeated(authors.map(({ bio }) => bio.slice(0, 30)))).toEqual([]);
});

test("every ISBN is one, by its check digit", () => {
  const given = books.filter((book) => book.isbn13);
  expect(given.length).toBeGreaterThan(50);
  expect(given.filter((book) => !isbn3.parse(book.isbn13!)?.isValid).map(({ id }) => id)).toEqual([]);
});

test("prices are sensible rupees, some below the MRP, and pages and dates are possible", () => {
  for (const { id, pricePaise, mrpPaise, pages, publishedOn } of books) {
    expect(pricePaise, id).toBeLessThanOrEqual(mrpPaise);
    expect(pricePaise % 100, id).toBe(0);
    expect(pricePaise, id).toBeGreaterThanOrEqual(50_00);
    expect(mrpPaise, id).toBeLessThanOrEqual(10_000_00);
    expect(pages, id).toBeGreaterThan(0);
    expect(publishedOn, id).toMatch(/^(19|20)\d{2}-\d{2}-\d{2}$/);
  }
  expect(books.filter((book) => book.pricePaise < book.mrpPaise).length).toBeGreaterThan(books.length / 2);
});

test("some books are sold out, some nearly, most are there", () => {
  const copies = books.map((book) => book.copies);
  expect(copies.filter((number) => number === 0).length).toBeGreaterThan(0);
  expect(copies.filter((number) => number > 0 && number <= 5).length).toBeGreaterThan(0);
  expect(copies.filter((number) => number > 5).length).toBeGreaterThan(books.length / 2);
});

test("ratings lie between 1 and 5 and were given by somebody", () => {
  for (const { id, startingRating, startingRatingCount } of works) {
    expect(startingRating, id).toBeGreaterThanOrEqual(1);
    expect(startingRating, id).toBeLessThanOrEqual(5);
    expect(startingRatingCount, id).toBeGreaterThan(0);
  }
});

test("titles are found as they are typed", () => {
  for (const { id, title, subtitle, searchText: folded } of works) {
    expect(folded, id).toBe(foldText(subtitle ? `${title}: ${subtitle}` : title));
  }
});

test("every book of the table is there, with its copies and the day on which the shop got it", async () => {
  const { rows } = await db.execute<{ addedOn: unknown }>(sql`
    select json_object_agg(id, created_at::date) as added_on from books`);
  expect(rows[0]!.addedOn).toEqual(readDemo("added-on"));
  expect(await count(db, sql`select sum(delta) as count from stock_moves where cause = 'received'`)).toBe(
    books.reduce((sum, book) => sum + book.copies, 0),
  );
  expect(await findBreaches(db)).toEqual([]);
});

test("loading a second time changes nothing", async () => {
  const loadedAt = () => db.execute(sql`select loaded_at from catalogue_loads`);
  const before = await loadedAt();
  expect(await loadDemoCatalogue(db)).toBe(false);
  expect((await loadedAt()).rows).toEqual(before.rows);
});

test("what the bookseller changed or took away is never written again", async () => {
  const { db } = changed;
  await setStock(db, "godan", 7);
  await db.execute(sql`update works set description = 'Told anew.' where id = 'godan'`);
  await db.execute(sql`delete from works where id = 'kari'`);
  await db.execute(sql`update catalogue_loads set content_sha256 = 'an older text'`);
  expect(await loadDemoCatalogue(db)).toBe(false);
  await db.execute(sql`delete from catalogue_loads`);
  expect(await loadDemoCatalogue(db)).toBe(false);
  const { rows } = await db.execute<{ description: string }>(
    sql`select description from works where id in ('godan', 'kari')`,
  );
  expect(rows).toEqual([{ description: "Told anew." }]);
  expect(await readStock(db, "godan")).toEqual({ onHand: 7, reserved: 0 });
  expect(await findBreaches(db)).toEqual([]);
});

test("records say that the demonstration brought them, and what a person changed", async () => {
  const { db } = retold;
  await db.execute(sql`update works set description = 'Told anew.' where id = 'godan'`);
  const { rows } = await db.execute<{ createdBy: string; source: string | null; changed: unknown }>(sql`
    select created_by, source, (select json_object_agg(field, origin ->> 'by') from jsonb_each(field_origins) o (field, origin)) as changed
    from works where id in ('godan', 'raag-darbari') order by id`);
  expect(rows).toEqual([
    { createdBy: "demonstration", source: "demo", changed: { description: "person" } },
    { createdBy: "demonstration", source: "demo", changed: null },
  ]);
});

test("a load that fails leaves nothing behind", async () => {
  const { db } = faulted;
  expect(await removeDemonstration(db, new Date())).toMatchObject({ unlisted: 0 });
  await db.execute(sql`delete from catalogue_loads`);
  await db.execute(sql`
    create function refuse_bundles() returns trigger language plpgsql as $$ begin raise 'no bundles'; end $$`);
  await db.execute(sql`
    create trigger refuse_bundles before insert on bundles for each row execute function refuse_bundles()`);
  await expect(loadDemoCatalogue(db)).rejects.toThrow("no bundles");
  for (const table of ["works", "authors", "categories", "catalogue_loads"])
    expect(await count(db, sql`select count(*) from ${sql.identifier(table)}`), table).toBe(0);
  await db.execute(sql`drop trigger refuse_bundles on bundles`);
  expect(await loadDemoCatalogue(db)).toBe(true);
});

test("the demonstration can be taken out again: only what an order names stays, hidden from readers", async () => {
  const { db } = emptied;
  await db.execute(sql`update authors set bio = 'In their own words.' where id = 'premchand'`);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into orders (number, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
      subtotal_paise, shipping_paise, total_paise, reserved_until)
    values ('EP-0123456789', 1, 'cancelled', 'a@example.org', 'A', '+919876543210', '1 Road', 'Pune', 'MH', '411001',
      10000, 0, 10000, ${new Date(0)}) returning id`);
  await db.execute(sql`
    insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity, unit_mrp_paise,
      unit_price_paise, total_paise)
    values (${rows[0]!.id}, 0, 'godan', 'गोदान', '', 'paperback', '4901', 'exempt', 1, 10000, 10000, 10000)`);

  const result = await removeDemonstration(db, new Date());

  expect(result).toEqual({ removed: works.length - 1, unlisted: 1 });
  const left = await db.execute<{ id: string; isListed: boolean }>(sql`select id, is_listed from books`);
  expect(left.rows.map(({ isListed }) => isListed)).not.toContain(true);
  expect(new Set(left.rows.map(({ id }) => id))).toContain("godan");
  for (const table of ["reviews", "reading_lists", "bundles", "series", "promotions", "newsletter_issues"])
    expect(await count(db, sql`select count(*) from ${sql.identifier(table)}`), table).toBe(0);
  expect(await count(db, sql`select count(*) from authors`)).toBe(1);
  expect(await loadDemoCatalogue(db)).toBe(false);
  expect(await removeDemonstration(db, new Date())).toEqual({ removed: 0, unlisted: 0 });
});
