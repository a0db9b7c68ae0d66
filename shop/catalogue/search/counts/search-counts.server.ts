import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DbAndClock } from "#shop/services.ts";

/** Days for which the texts of searches are stored. */
export const searchDays = 90;
/** The minimum number of visitors who searched for a text before it is shown to the bookseller. */
export const shownFromVisitors = 3;
/** Upper bound on the distinct texts of a day; further new texts are not counted. */
const maxTextsPerDay = 5_000;
/** Upper bound on the hashes of visitor and text of a day; further ones are not counted. */
const maxVisitsPerDay = 50_000;

/** A search to count: its `countableText`, the visitor, and how many books it found. */
export interface CountedSearch {
  text: string;
  visitor: string;
  found: number;
}

/**
 * Counts searches of the current day in India, each text once per visitor. Stores no visitor, only a hash of visitor
 * and text with the day's salt. `max` limits the rows of a day; a day may exceed it by one batch.
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
 * Deletes the salts of past days, with all hashes made with them, and counts older than `searchDays`. Without the salt
 * and hashes, texts of one visitor can no longer be linked.
 */
export async function forgetSearches({ db, now }: DbAndClock): Promise<void> {
  const today = sql`${isoDay(now())}::date`;
  await db.execute(sql`
    with salts as (delete from search_salts where day < ${today})
    delete from search_counts where day <= ${today} - ${searchDays}::int`);
}

/** Whether at most `most` counts are stored; reads no more than `most` + 1 rows. */
export async function areSearchesFew(db: Db, most: number): Promise<boolean> {
  const { rows } = await db.execute<{ counts: number }>(sql`
    select count(*)::int as counts from (select from search_counts limit ${most + 1}) c`);
  return oneRow(rows).counts <= most;
}

/** A searched text and its counts. */
export interface SearchedText {
  text: string;
  /** The sum of the daily visitors: a visitor who searches again on another day counts again. */
  visitors: number;
  /** How many books it found on the last day it was searched for. */
  found: number;
}

/**
 * The texts that at least `shownFromVisitors` visitors searched for within `searchDays`, most frequent first: those
 * that found books, or those that found none.
 */
export async function listSearches(db: Db, which: "found" | "not-found"): Promise<SearchedText[]> {
  const { rows } = await db.execute<SearchedText>(sql`
    select text, visitors, found
    from (select text, sum(visitors)::int as visitors, (array_agg(found order by day desc))[1] as found
      from search_counts group by text) s
    where visitors >= ${shownFromVisitors} and ${which === "found" ? sql`found > 0` : sql`found = 0`}
    order by visitors desc, text limit 100`);
  return rows;
}
