import { sql, type SQL } from "#db/sql.ts";
import type { BookQuery } from "./book-query.ts";
import { escaped, hasWords, isBeginning, titled, wordsOf } from "./words-of-text.ts";

/** What an index of editions knows of a row, whose name in the statement is given. */
export function ownFilters({ isListed, hasNoPicture, hasNoPrice, availability }: BookQuery, row: SQL): SQL {
  const listed = isListed === null ? sql`true` : isListed ? sql`${row}.is_listed` : sql`not ${row}.is_listed`;
  const picture = hasNoPicture ? sql`${row}.cover_image_id is null` : sql`true`;
  const price = hasNoPrice ? sql`${row}.price_paise = ${row}.mrp_paise` : sql`true`;
  const had = availability === null ? sql`true` : sql`${row}.availability = ${availability}`;
  return sql`${listed} and ${picture} and ${price} and ${had}`;
}

/** What else is asked of a row: of each by index, and never of all rows of the other table. */
export function otherFilters({ category, isOut }: BookQuery, row: SQL): SQL {
  const id = typeof category === "string" ? category : null;
  const isInNone = category !== null && id === null;
  return sql`
    (${!isOut}::boolean or coalesce((select s.on_hand - s.reserved from stock s where s.book_id = ${row}.id), 0) <= 0)
    and (${!isInNone}::boolean or (select k.position from work_categories k where k.work_id = ${row}.work_id limit 1) is null)
    and (${id}::text is null or exists (
      select from work_categories k where k.work_id = ${row}.work_id and k.category_id in (
        select id from categories where id = ${id} or parent_id = ${id})))`;
}

/** Editions `l` that have the words of a text: by title or address, or as readers find them, by their people too. */
export function worded(text: string): SQL {
  const asked = wordsOf(text);
  return sql`(${asked.length === 0}::boolean or ${titled(text)} or exists (select from listings where work_id = l.work_id and ${listedWords(asked)}))`;
}

/** Words `words` of a list that a text finds. Without a word of three letters it is no question for an index of three letters. */
export function listedWords(asked: string[]): SQL {
  return isBeginning(asked) ? beginsWith(asked) : hasWords(asked);
}

/** Every title stands in the list behind a space, without its article. */
export function beginsWith(asked: string[]): SQL {
  return sql`left(words, 60) like ${` ${escaped(asked.join(" ").slice(0, 50))}%`}`;
}
