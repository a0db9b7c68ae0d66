import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DbAndClock } from "#shop/services.ts";

/** Days after which nobody can see any more what was searched for. */
export const searchDays = 90;
/** How many visitors must have searched for a text before the bookseller sees it. */
export const shownFromVisitors = 3;
/** Distinct texts of a day; a new one that comes later is not counted. */
const maxTextsPerDay = 5_000;
/** Texts of visitors of a day, each a hash; what comes later is not counted. */
const maxVisitsPerDay = 50_000;

/** A search as it is counted: its `countableText`, who searched, in whatever words, and how many books it found. */
export interface CountedSearch {
  text: string;
  visitor: string;
  found: number;
}

/**
 * Counts searches of this day in India, each text once for each visitor. Of the visitor only a hash with the day's salt is
 * stored, for each text another. `max` limits the rows of a day, to the nearest batch.
 */
export async function countSearches(
  { db, now }: DbAndClock,
  searches: CountedSearch[],
  max = { texts: maxTextsPerDay, visits: maxVisitsPerDay },
): Promise<void> {
  const day = sql`${isoDay(now())}::date`;
  const texts = searches.map(({ text }) => text);
  const visitors = searches.map(({ visitor }) => visitor);
  const found = searches.map((search) => search.found);
  await db.execute(sql`
    with today as (
      insert into search_salts (day) values (${day})
      on conflict (day) do update set day = excluded.day returning salt),
    given as (
      select g.text, sha256(t.salt || convert_to(g.visitor || ' ' || g.text, 'UTF8')) as hash, max(g.found) as found
      from today t, unnest(${texts}::text[], ${visitors}::text[], ${found}::int[]) as g (text, visitor, found)
      where (select count(*) from search_visits where day = ${day}) < ${max.visits}::int
        and ((select count(*) from search_counts where day = ${day}) < ${max.texts}::int
          or exists (select from search_counts c where c.day = ${day} and c.text = g.text))
      group by 1, 2),
    visits as (
      insert into search_visits (day, hash) select ${day}, hash from given on conflict do nothing returning hash)
    insert into search_counts as c (day, text, visitors, found)
    select ${day}, text, count(*)::int, max(found) from given join visits using (hash) group by text
    on conflict (day, text) do update
      set visitors = c.visitors + excluded.visitors, found = greatest(c.found, excluded.found)`);
}

/**
 * Throws away the salts of days that are over, with all hashes made with them, and what was counted 90 days ago. From
 * then on nobody can tell whether two texts came from one visitor.
 */
export async function forgetSearches({ db, now }: DbAndClock): Promise<void> {
  const today = sql`${isoDay(now())}::date`;
  await db.execute(sql`
    with salts as (delete from search_salts where day < ${today})
    delete from search_counts where day <= ${today} - ${searchDays}::int`);
}

/** Whether at most so many counts of the last days are kept; looks at no more. */
export async function areSearchesFew(db: Db, most: number): Promise<boolean> {
  const { rows } = await db.execute<{ counts: number }>(sql`
    select count(*)::int as counts from (select from search_counts limit ${most + 1}) c`);
  return rows[0]!.counts <= most;
}

/** A text that readers searched for, and how often. */
export interface SearchedText {
  text: string;
  /** Visitors of each day, added up: one who came back on another day counts again. */
  visitors: number;
  /** How many books it found on the last day on which it was searched for. */
  found: number;
}

/** What at least 3 visitors have searched for in the last 90 days, most often first: what found books, or what found none. */
export async function listSearches(db: Db, which: "found" | "not-found"): Promise<SearchedText[]> {
  const { rows } = await db.execute<SearchedText>(sql`
    select text, visitors, found
    from (select text, sum(visitors)::int as visitors, (array_agg(found order by day desc))[1] as found
      from search_counts group by text) s
    where visitors >= ${shownFromVisitors} and ${which === "found" ? sql`found > 0` : sql`found = 0`}
    order by visitors desc, text limit 100`);
  return rows;
}
