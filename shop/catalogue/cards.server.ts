import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import {
  stockOf,
  type BookCard,
  type BookFormat,
  type AuthorLink,
  type CategoryLink,
  type SeriesLink,
} from "./book.ts";

interface CardRow {
  id: string;
  title: string;
  subtitle: string | null;
  language: string;
  authors: AuthorLink[];
  category: CategoryLink | null;
  coverKey: string;
  format: BookFormat;
  pricePaise: number;
  mrpPaise: number;
  rating: number | null;
  ratingCount: number;
  available: number;
  series: SeriesLink | null;
}

/** Which books a list wants: SQL over `b` (books), `w` (works) and `s` (stock, null for a book without a row). */
export interface CardQuery {
  /** Joined after works and stock. */
  join?: SQL;
  where: SQL;
  orderBy: SQL;
  limit?: number;
}

const people = (role: SQL) => sql`(
  select json_agg(json_build_object('id', a.id, 'name', a.name) order by c.position)
  from work_contributors c join authors a on a.id = c.author_id
  where c.work_id = w.id and c.role = ${role})`;

const names = (role: SQL) => sql`(
  select string_agg(a.name, ', ' order by c.position) from work_contributors c join authors a on a.id = c.author_id
  where c.work_id = w.id and c.role = ${role})`;

/** The names a book goes by, as text: its authors, or its editors where it has none; `w` is the work. */
export const authorNamesSql = sql`coalesce(${names(sql`'author'`)}, ${names(sql`'editor'`)}, '')`;

/** Editions that lists show: of each work the main one, unless it is off the shelf; `b` is the edition. */
export const isShown = sql`b.is_main and b.is_listed`;

/** Names the cover of an edition: its picture, else the drawn one; `b` is the edition. */
export const coverKeySql = sql`coalesce(b.cover_image_id, b.cover_key)`;

/** Copies that can be sold now: none of an unlisted edition. */
export const availableCopies = sql`case when b.is_listed then coalesce(s.on_hand - s.reserved, 0) else 0 end`;

/** What every query of cards reads from. */
function cardTables({ join }: Pick<CardQuery, "join">): SQL {
  return sql`books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id ${join ?? sql``}`;
}

/** Reads books as cards: one query, whatever the list. */
export async function listCards(db: Db, query: CardQuery): Promise<BookCard[]> {
  const { rows } = await db.execute<CardRow>(sql`
    select b.id, w.title, w.subtitle, b.language, ${coverKeySql} as cover_key, b.format, b.price_paise, b.mrp_paise,
      w.rating::float8 as rating, w.rating_count, ${availableCopies} as available,
      coalesce(${people(sql`'author'`)}, ${people(sql`'editor'`)}, '[]') as authors,
      (select json_build_object('id', k.id, 'name', k.name)
        from work_categories wc join categories k on k.id = wc.category_id
        where wc.work_id = w.id order by wc.position limit 1) as category,
      (select json_build_object('id', r.id, 'name', r.name, 'position', sw.position)
        from series_works sw join series r on r.id = sw.series_id
        where sw.work_id = w.id order by r.id limit 1) as series
    from ${cardTables(query)}
    where ${query.where}
    order by ${query.orderBy}
    ${query.limit === undefined ? sql`` : sql`limit ${query.limit}`}`);
  return rows.map(toCard);
}

/** The books of these ids as cards, in the order given; an id that no book has is left out. */
export function listCardsByIds(db: Db, ids: string[]): Promise<BookCard[]> {
  return listCards(db, {
    where: sql`b.id = any(${ids}::text[])`,
    orderBy: sql`array_position(${ids}::text[], b.id)`,
  });
}

function toCard(row: CardRow): BookCard {
  return {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    language: row.language,
    authors: row.authors,
    category: row.category,
    coverKey: row.coverKey,
    format: row.format,
    pricePaise: row.pricePaise,
    mrpPaise: row.mrpPaise,
    rating: row.rating,
    ratingCount: row.ratingCount,
    stock: stockOf(row.available),
    series: row.series,
  };
}
