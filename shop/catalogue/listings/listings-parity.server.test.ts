/** Compares what an import leaves in the tables of lists with the same data computed from the catalogue, row by row. */
import { expect, test } from "vitest";

import { sql, type SQL } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { catalogueTotals } from "#shop/catalogue/books/catalogue-totals.server.ts";
import { generatedItems } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import { importCatalogue } from "#shop/catalogue/import/run-import.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { refreshAllStaleListings } from "./refresh-listings.server.ts";

const { db } = await openTestDatabase();

/** The rows of `listings`, computed from the tables of books without any of the functions that an import uses. */
const expectedListings = sql`
  select w.id as work_id, b.id as book_id, left(w.search_text, 200) as title, b.price_paise, b.created_at as added_at,
    listing_words(w.search_text, concat_ws(' | ',
      (select string_agg(concat_ws(', ', a.name, (select string_agg(n.name, ', ' order by n.script) from author_names n where n.author_id = a.id)),
          ', ' order by c.position)
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id),
      (select string_agg(concat_ws(' ', r.name, trim_scale(sw.position)), ', ' order by r.id)
        from series_works sw join series r on r.id = sw.series_id where sw.work_id = w.id),
      nullif(b.publisher, ''))) as words,
    array(
      with recursive up as (
        select category_id as id from work_categories where work_id = w.id
        union select k.parent_id from up join categories k on k.id = up.id where k.parent_id is not null)
      select 'category:' || id from up
      union select 'author:' || author_id from work_contributors where work_id = w.id
      union select 'series:' || series_id from series_works where work_id = w.id
      union select unnest(array['format:' || e.format, 'language:' || e.language, 'publisher:' || e.publisher_id,
          case when e.is_signed then 'edition:signed' end, case when s.on_hand > s.reserved then 'available' end])
        from books e left join stock s on s.book_id = e.id where e.work_id = w.id and e.is_listed
      union select 'rating:' || stars from generate_series(1, 5) stars where stars <= w.rating
      union select 'reduced' where b.price_paise < b.mrp_paise
      except select null order by 1) as facets
  from works w join books b on b.work_id = w.id and b.is_main and b.is_listed`;

const actualListings = sql`
  select work_id, book_id, title, price_paise, added_at, words,
    array(select facet from unnest(facets) facet order by 1) as facets from listings`;

const actualPlaces = sql`select facet, rating_rank, work_id, is_main, language from shelf_places`;
const expectedPlaces = sql`
  select 'category:' || wc.category_id, l.rating_rank, l.work_id, wc.position = 0, b.language
  from listings l join books b on b.id = l.book_id join work_categories wc on wc.work_id = l.work_id
  union all
  select distinct 'author:' || c.author_id, l.rating_rank, l.work_id, false, b.language
  from listings l join books b on b.id = l.book_id join work_contributors c on c.work_id = l.work_id`;

const actualCounts = sql`
  select name, number from ${catalogueTotals} totals where name ~ '^(books$|category:|language:)' and number <> 0`;
const expectedCounts = sql`
  select facet, count(*)::int from listings, unnest(facets || 'books'::text) facet
  where facet ~ '^(books$|category:|language:)' group by facet`;

const actualAuthors = sql`select author_id, books, is_writer from author_listings`;
const expectedAuthors = sql`
  select c.author_id, count(distinct c.work_id)::int, bool_or(c.role = 'author')
  from work_contributors c join listings l on l.work_id = c.work_id group by c.author_id`;

const actualSlots = sql`select work_id from shelf_slots where work_id is not null`;
const expectedSlots = sql`select work_id from listings`;

/** Rows that are only in one of two results. */
async function differences(actual: SQL, expected: SQL) {
  const { rows } = await db.execute(sql`
    (select 'extra' as side, * from ((${actual}) except all (${expected})) extra)
    union all (select 'missing', * from ((${expected}) except all (${actual})) missing)`);
  return rows;
}

async function expectParity() {
  expect(await differences(actualListings, expectedListings)).toEqual([]);
  expect(await differences(actualPlaces, expectedPlaces)).toEqual([]);
  expect(await differences(actualCounts, expectedCounts)).toEqual([]);
  expect(await differences(actualAuthors, expectedAuthors)).toEqual([]);
  expect(await differences(actualSlots, expectedSlots)).toEqual([]);
}

test("an import leaves lists, shelves, counts and authors as the books say", async () => {
  await importCatalogue(
    { db, now: () => new Date("2026-03-01T10:00:00Z") },
    generatedItems(1_200),
    { fileName: "books.csv", contentSha256: "0".repeat(64) },
    { source: "csv", discountPercent: 10, defaultMrpPaise: null, take: [] },
    { progress: () => {} },
  );
  await expectParity();
});

test("an import that fills the shop leaves statistics of its books", async () => {
  const { rows } = await db.execute<{ table: string; rows: number }>(sql`
    select relname as table, reltuples::int as rows from pg_class
    where relname in ('works', 'books', 'listings', 'shelf_places')`);
  const known = Object.fromEntries(rows.map(({ table, rows }) => [table, rows]));
  for (const table of ["works", "books", "listings", "shelf_places"])
    expect(known[table], table).toBeGreaterThan(1_200);
});

test("shelves note that they gained the works of an import", async () => {
  const { rows } = await db.execute<{ shelf: string }>(sql`
    select distinct facet as shelf from listings, unnest(facets) facet
    where facet ~ '^(author|series|category):' and book_id in (select id from books where created_by like 'import%')
      and not exists (select from shelf_changes where shelf = facet)`);
  expect(rows).toEqual([]);
});

test("changes of many books leave them so too", async () => {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
    await tx.execute(
      sql`update books set is_listed = false where id in (select id from books order by md5(id) limit 100)`,
    );
    await tx.execute(sql`update works set starting_rating = 3.5, starting_rating_count = 9 where id like 'a%'`);
    await tx.execute(sql`update stock set on_hand = reserved where book_id like 'b%'`);
    await tx.execute(sql`delete from work_contributors where work_id like 'c%' and position > 0`);
    await tx.execute(sql`delete from work_categories where work_id like 'd%'`);
    await tx.execute(sql`update categories set parent_id = null where id = (
      select parent_id from categories where parent_id is not null order by id limit 1)`);
  });
  await refreshAllStaleListings(db);
  await expectParity();
});
