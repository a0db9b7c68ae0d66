import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { LongReport } from "#shop/office/reports/long-report.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { areSearchesFew, listSearches, type SearchedText } from "#shop/catalogue/search/counts/search-counts.server.ts";

/** With no more counted searches than this, a page computes the report itself. */
const shortSearches = 300;
/**
 * Today shows searches without results of this number of days, if at least `lostFromVisitors` visitors searched for the
 * text.
 */
const lostDays = 7;
const lostFromVisitors = 3;
const maxLost = 5;

/** The report of texts that were searched for, separated by whether they found anything. */
export const searchesReport: LongReport<{ notFound: SearchedText[]; found: SearchedText[] }, never> = {
  kind: "searches",
  question: {},
  isShort: (db) => areSearchesFew(db, shortSearches),
  async make(db) {
    const [notFound, found] = await Promise.all([listSearches(db, "not-found"), listSearches(db, "found")]);
    return { head: { notFound, found }, pages: [] };
  },
};

/** The number of searched texts that still find nothing, and the texts that most visitors searched for. */
export interface LostSearches {
  count: number;
  texts: { text: string; visitors: number }[];
  /** The first day of these searches (ISO day); null if there are none. */
  since?: string | null;
}

/** The report of searches without results in the last seven days, after the last `markSearchesSeen`. */
export const lostSearchesReport: LongReport<LostSearches, never> = {
  kind: "lost-searches",
  question: {},
  isShort: (db) => areSearchesFew(db, shortSearches),
  async make(db, now) {
    return { head: await readLostSearches(db, isoDay(now)), pages: [] };
  },
};

async function readLostSearches(db: Db, today: string): Promise<LostSearches> {
  const { rows } = await db.execute<{ text: string; visitors: number; count: number; since: string | null }>(sql`
    select c.text, sum(c.visitors)::int as visitors, (count(*) over ())::int as count,
      (min(min(c.day)) over ())::text as since
    from search_counts c where c.day > greatest(${today}::date - ${lostDays}::int, (select seen_on from searches_seen))
    group by c.text having sum(c.visitors) >= ${lostFromVisitors} and (array_agg(c.found order by c.day desc))[1] = 0
    order by visitors desc, c.text limit ${maxLost}`);
  return {
    count: rows[0]?.count ?? 0,
    texts: rows.map(({ text, visitors }) => ({ text, visitors })),
    since: rows[0]?.since ?? null,
  };
}

/** Removes the present searches without results from Today. Searches of later days appear there again. */
export async function markSearchesSeen({ db, now }: DbAndClock): Promise<void> {
  await db.execute(sql`
    insert into searches_seen (seen_on) values (${isoDay(now())}::date)
    on conflict (only_one) do update set seen_on = excluded.seen_on`);
  // A report that was made before still contains them.
  await db.execute(sql`delete from kept_reports where kind = ${lostSearchesReport.kind}`);
}
