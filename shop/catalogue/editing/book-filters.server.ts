/** SQL conditions for the filters of the desk's list of books. */
import { escapeLike, sql, type SQL } from "#db/sql.ts";
import type { BookQuery } from "./book-query.ts";
import { hasWords, isBeginning, titled, wordsOf } from "./words-of-text.ts";

/**
 * SQL condition for the filters on columns of `books`, which its indexes contain; `row` is the alias of the edition.
 */
export function editionFilters({ isListed, hasNoPicture, hasNoPrice, availability }: BookQuery, row: SQL): SQL {
  const listed = isListed === null ? sql`true` : isListed ? sql`${row}.is_listed` : sql`not ${row}.is_listed`;
  const picture = hasNoPicture ? sql`${row}.cover_image_id is null` : sql`true`;
  const price = hasNoPrice ? sql`${row}.price_paise = ${row}.mrp_paise` : sql`true`;
  const had = availability === null ? sql`true` : sql`${row}.availability = ${availability}`;
  return sql`${listed} and ${picture} and ${price} and ${had}`;
}

/**
 * SQL condition for the filters on other tables. Each is a subquery per row, so that it uses an index and never scans
 * the other table.
 */
export function relatedFilters({ category, isOut }: BookQuery, row: SQL): SQL {
  const id = typeof category === "string" ? category : null;
  const isInNone = category !== null && id === null;
  return sql`
    (${!isOut}::boolean or coalesce((select s.on_hand - s.reserved from stock s where s.book_id = ${row}.id), 0) <= 0)
    and (${!isInNone}::boolean or (select k.position from work_categories k where k.work_id = ${row}.work_id limit 1) is null)
    and (${id}::text is null or exists (
      select from work_categories k where k.work_id = ${row}.work_id and k.category_id in (
        select id from categories where id = ${id} or parent_id = ${id})))`;
}

/** SQL condition: the edition `l` matches a text by title or id, or by title and people as in the readers' search. */
export function worded(text: string): SQL {
  const asked = wordsOf(text);
  return sql`(${asked.length === 0}::boolean or ${titled(text)} or exists (select from listings where work_id = l.work_id and ${matchesWords(asked)}))`;
}

/**
 * SQL condition on the column `words` of the search list. If no word has three letters, a trigram index cannot be used,
 * so only the beginning of the title is compared.
 */
export function matchesWords(asked: string[]): SQL {
  return isBeginning(asked) ? beginsWith(asked) : hasWords(asked);
}

/** Prefix match on titles: `words` contains a space and then the title without its article. */
export function beginsWith(asked: string[]): SQL {
  return sql`left(words, 60) like ${` ${escapeLike(asked.join(" ").slice(0, 50))}%`}`;
}
