import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";

/** The numbers of rows to add to the demonstration catalogue. */
export interface Growth {
  works: number;
  /** The number of works by one author, `grown-author-1`; every other work has an author of its own. */
  byOneAuthor: number;
  /** The number of works in one series, `grown-series`. */
  inOneSeries: number;
}

/** Grows a catalogue in SQL: works with an author, a category and an edition each. */
export async function growCatalogue(db: Db, { works, byOneAuthor, inOneSeries }: Growth): Promise<void> {
  const authorOf = sql`'grown-author-' || greatest(1, n - ${byOneAuthor}::int + 1)`;
  const all = sql`generate_series(1, ${works}::int) n`;
  await db.execute(sql`
    insert into authors (id, name, bio, image_url)
    select distinct on (1) ${authorOf}, 'Grown Author ' || lpad((greatest(1, n - ${byOneAuthor}::int + 1))::text, 7, '0'),
      repeat('Born somewhere, and wrote. ', 12), (select image_url from authors where id = 'satyajit-ray')
    from ${all}`);
  await db.execute(sql`
    insert into works (id, title, search_text, description)
    select 'grown-' || n, 'Grown Book ' || n, 'grown book ' || n, repeat('A book of which little is known. ', 8) from ${all}`);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position) select 'grown-' || n, ${authorOf}, 'author', 0 from ${all}`);
  await db.execute(sql`
    insert into work_categories (work_id, category_id, position) select 'grown-' || n, 'fiction', 0 from ${all}`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, publisher, published_on, mrp_paise, price_paise, tax_class, hsn, cover_key)
    select 'grown-' || n, 'grown-' || n, true, format, language, publisher, published_on, mrp_paise, price_paise, tax_class, hsn, cover_key
    from books, ${all} where books.id = 'godan'`);
  await db.execute(
    sql`insert into series (id, name, description) values ('grown-series', 'A Grown Series', 'It goes on.')`,
  );
  await db.execute(sql`
    insert into series_works (series_id, work_id, position)
    select 'grown-series', 'grown-' || n, n from generate_series(1, ${inOneSeries}::int) n`);
  await refreshAllStaleListings(db);
}
