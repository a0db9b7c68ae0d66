/** Searches the books of the shop, listed or not, by title, people, ISBN, item code or id, for the desk. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { booksByCodeSql, listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { toSlug } from "#shop/catalogue/books/slug.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { withSearchTimeout } from "#shop/catalogue/search/search-time.server.ts";
import type { BookQuery } from "./book-query.ts";
import { beginsWith, inTitle, isBeginning, matchesWords, wordsOf } from "./words-of-text.ts";

/** Maximum results of a search. */
export const maxFound = 500;

/** The maximum number of matching works to sort, if too few of the best-known works match. */
const maxMatching = { words: 5_000, beginning: 1_000 };
/** The number of newest hidden books that are searched in addition to the listed books. */
export const maxHiddenScanned = 1_000;
/** If more titles than this begin with the text, these titles are not sorted first. */
const maxBeginnings = 200;

/** The results of a search, best match first. */
export interface FoundIds {
  ids: string[];
  /** Whether these are all matches. */
  isComplete: boolean;
  /** Whether more works match, or may match. */
  hasMore: boolean;
  /** Whether only the newest hidden books were searched. */
  hasOlderHidden: boolean;
}

/**
 * The editions of the best `needed` works for a text: titles that begin with it (if these are few), then other matches
 * by popularity, then unlisted books, which are found by their title only. The order does not depend on `needed`.
 */
export async function findIdsByText(db: Db, { text, has }: BookQuery, needed = maxFound): Promise<FoundIds> {
  const isHiddenSearched = !has.includes("listed:yes");
  const typed = readTypedIsbn(text);
  if (typed?.isbn13) {
    const { rows } = await db.execute<{ id: string }>(sql`select id from books where isbn13 = ${typed.isbn13}`);
    return { ids: rows.map(({ id }) => id), isComplete: true, hasMore: false, hasOlderHidden: false };
  }
  const asked = wordsOf(text);
  if (asked.length === 0) return { ids: [], isComplete: true, hasMore: false, hasOlderHidden: false };
  const isShort = isBeginning(asked);
  const begins = beginsWith(asked);
  const listed = matchesWords(asked);
  const most = isShort ? maxMatching.beginning : maxMatching.words;
  let rows: { id: string | null; hasMore: boolean; hasOlderHidden: boolean }[] = [];
  const isInTime = await withSearchTimeout(db, async (tx) => {
    ({ rows } = await tx.execute<(typeof rows)[number]>(sql`
    with beginning as materialized (
      select work_id, popularity from listings where ${begins} limit ${maxBeginnings + 1}),
    begun as (
      select work_id, popularity from beginning where (select count(*) from beginning) <= ${maxBeginnings}),
    -- Works outside best_known are less popular than all works in it.
    known as materialized (
      select work_id, popularity from best_known where ${!isShort}::boolean and ${listed}
      order by popularity desc, work_id limit ${needed}),
    other as materialized (
      select work_id, popularity from listings
      where (select count(*) from known) < ${needed} and ${listed} limit ${most}),
    found as materialized (
      select work_id, row_number() over (order by min(place), max(popularity) desc, work_id) as rank
      from (
        select work_id, popularity, -1 as place from begun
        union all select work_id, popularity, 0 from known
        union all select work_id, popularity, 0 from other) named
      group by work_id order by rank limit ${needed}),
    newest_hidden as materialized (
      select id, work_id from books where ${isHiddenSearched}::boolean and not is_listed
        and (select count(*) from found) < ${needed}
      order by created_at desc, id desc limit ${maxHiddenScanned}),
    hidden as materialized (
      select h.id from newest_hidden h join works w on w.id = h.work_id
      where w.search_text like all(${inTitle(asked)}::text[])),
    told as (select (select count(*) from found) = ${needed} or (select count(*) from other) = ${most} as has_more,
      (select count(*) from newest_hidden) = ${maxHiddenScanned} as has_older_hidden)
    select id, rank, has_more, has_older_hidden
    from told left join (
      select id, 0 as rank from books where id = ${toSlug(text)}
      union all select id, 0 from (${booksByCodeSql(listCodeVariants(text.trim()))}) coded
      union all select b.id, f.rank from found f join books b on b.work_id = f.work_id
      union all select id, ${needed + 1} from hidden) editions on true
    order by rank, id`));
  });
  const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))];
  const hasMore = !isInTime || rows.length > needed || (rows[0]?.hasMore ?? false);
  const hasOlderHidden = rows[0]?.hasOlderHidden ?? false;
  return { ids: ids.slice(0, needed), isComplete: !hasMore && !hasOlderHidden, hasMore, hasOlderHidden };
}
