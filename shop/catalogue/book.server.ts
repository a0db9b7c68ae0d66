import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import {
  stockOf,
  type BookCard,
  type BookEdition,
  type BookFormat,
  type BookPage,
  type CategoryLink,
  type ContributorRole,
} from "./book.ts";
import { isShown, listCards } from "./cards.server.ts";
import { findBookCard } from "./lists.server.ts";

interface BookRow {
  workId: string;
  description: string;
  isbn13: string | null;
  pages: number | null;
  publisher: string;
  publishedOn: string | null;
  publishedPrecision: "day" | "month" | "year";
  editionStatement: string | null;
  countryOfOrigin: string | null;
  isListed: boolean;
  contributors: { id: string; name: string; role: ContributorRole }[];
  categories: CategoryLink[];
  endpaper: string | null;
  editions: { id: string; format: BookFormat; pricePaise: number; mrpPaise: number; available: number }[];
}

/** Everything the page of one edition shows, or null when there is no such book. */
export async function findBook(db: Db, bookId: string): Promise<BookPage | null> {
  const card = await findBookCard(db, bookId);
  if (!card) return null;
  const { rows } = await db.execute<BookRow>(sql`
    select b.work_id, w.description, b.isbn13, b.pages, b.publisher, b.published_on::text as published_on,
      b.published_precision, b.edition_statement, b.country_of_origin, b.is_listed,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'role', c.role) order by c.position), '[]')
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id) as contributors,
      (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by wc.position), '[]')
        from work_categories wc join categories k on k.id = wc.category_id where wc.work_id = w.id) as categories,
      (select k.endpaper from work_categories wc join categories k on k.id = wc.category_id
        where wc.work_id = w.id order by wc.position limit 1) as endpaper,
      (select coalesce(json_agg(json_build_object('id', e.id, 'format', e.format, 'pricePaise', e.price_paise,
          'mrpPaise', e.mrp_paise, 'available', case when e.is_listed then coalesce(s.on_hand - s.reserved, 0) else 0 end) order by e.is_main desc, e.id), '[]')
        from books e left join stock s on s.book_id = e.id
        where e.work_id = w.id and (e.is_listed or e.id = b.id)) as editions
    from books b join works w on w.id = b.work_id where b.id = ${bookId}`);
  const row = rows[0];
  if (!row) return null;

  const [neighbours, moreByAuthor, related] = await Promise.all([
    listNeighbours(db, card.series),
    listMoreByAuthor(db, row, card.series),
    listRelated(db, row, card),
  ]);

  return {
    ...card,
    description: row.description,
    contributors: row.contributors,
    categories: row.categories,
    endpaper: row.endpaper,
    isbn13: row.isbn13,
    pages: row.pages,
    publisher: row.publisher,
    published: row.publishedOn === null ? null : { day: row.publishedOn, precision: row.publishedPrecision },
    editionStatement: row.editionStatement,
    countryOfOrigin: row.countryOfOrigin,
    isListed: row.isListed,
    editions: row.editions.map(toEdition),
    ...neighbours,
    moreByAuthor,
    related,
  };
}

/** So many of the best rated works of a shelf or an author are looked at, however many there are. */
const best = (facet: SQL) => sql`
  select p.work_id, p.rating_rank, p.is_main, p.language from shelf_places p where p.facet = ${facet}
  order by p.rating_rank desc, p.work_id limit 200`;

/** Works `p` that are not of a series, which their readers find by its own way. */
const notOf = (series: BookPage["series"]) =>
  series
    ? sql`not exists (select from series_works sw where sw.work_id = p.work_id and sw.series_id = ${series.id})`
    : sql`true`;

/** The best rated others of the first author. */
function listMoreByAuthor(db: Db, { workId, contributors }: BookRow, series: BookPage["series"]) {
  const places = sql`
    select p.work_id, p.rating_rank from (${best(sql`${`author:${contributors[0]?.id ?? ""}`}::text`)}) p
    where p.work_id <> ${workId} and ${notOf(series)}
    order by p.rating_rank desc, p.work_id limit 6`;
  return listCards(db, {
    join: sql`join (${places}) place on place.work_id = w.id`,
    where: isShown,
    orderBy: sql`place.rating_rank desc, b.id`,
  });
}

/**
 * Books by others: most categories in common first, the main category counting double; in the same language before others;
 * then the best rated. Of each category its best are looked at.
 */
function listRelated(db: Db, { workId, contributors }: BookRow, { series, language }: BookCard) {
  const candidates = sql`
    select p.work_id, p.rating_rank, sum(case when mine.position = 0 and p.is_main then 2 else 1 end)
      + case when p.language = ${language} then 2 else 0 end as nearness
    from work_categories mine cross join lateral (${best(sql`'category:' || mine.category_id`)}) p
    where mine.work_id = ${workId} and p.work_id <> ${workId}
    group by p.work_id, p.rating_rank, p.language
    order by nearness desc, p.rating_rank desc, p.work_id limit 100`;
  const places = sql`
    select p.work_id, p.nearness, p.rating_rank from (${candidates}) p
    where ${notOf(series)} and not exists (
      select from work_contributors c where c.work_id = p.work_id and c.author_id = ${contributors[0]?.id ?? ""})
    order by p.nearness desc, p.rating_rank desc, p.work_id limit 6`;
  return listCards(db, {
    join: sql`join (${places}) place on place.work_id = w.id`,
    where: isShown,
    orderBy: sql`place.nearness desc, place.rating_rank desc, b.id`,
  });
}

async function listNeighbours(db: Db, series: BookPage["series"]) {
  if (!series || series.position === null) return { previousInSeries: null, nextInSeries: null };
  const join = sql`join series_works place on place.work_id = w.id and place.series_id = ${series.id}`;
  const [before, after] = await Promise.all([
    listCards(db, {
      join,
      where: sql`${isShown} and place.position < ${series.position}`,
      orderBy: sql`place.position desc`,
      limit: 1,
    }),
    listCards(db, {
      join,
      where: sql`${isShown} and place.position > ${series.position}`,
      orderBy: sql`place.position`,
      limit: 1,
    }),
  ]);
  return { previousInSeries: before[0] ?? null, nextInSeries: after[0] ?? null };
}

function toEdition(row: BookRow["editions"][number]): BookEdition {
  return {
    id: row.id,
    format: row.format,
    pricePaise: row.pricePaise,
    mrpPaise: row.mrpPaise,
    stock: stockOf(row.available),
  };
}
