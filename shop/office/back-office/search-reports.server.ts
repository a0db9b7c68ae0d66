import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { LongReport } from "#shop/office/reports/long-report.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { areSearchesFew, listSearches, type SearchedText } from "#shop/catalogue/search/counts/search-counts.server.ts";

/** Of so many counted searches a page adds up itself. */
const shortSearches = 300;
/** What found nothing in so many days, for so many visitors, stands on Today. */
const lostDays = 7;
const lostFromVisitors = 3;
const maxLost = 5;

/** What was searched for, what found nothing apart, as a report. */
export const searchesReport: LongReport<{ notFound: SearchedText[]; found: SearchedText[] }, never> = {
  kind: "searches",
  question: {},
  isShort: (db) => areSearchesFew(db, shortSearches),
  async make(db) {
    const [notFound, found] = await Promise.all([listSearches(db, "not-found"), listSearches(db, "found")]);
    return { head: { notFound, found }, pages: [] };
  },
};

/** How many texts still find nothing, and those that most visitors searched for. */
export interface LostSearches {
  count: number;
  texts: { text: string; visitors: number }[];
  /** The first of the days on which they were searched for, ISO day; null where there are none. */
  since?: string | null;
}

/** What visitors of the last seven days searched for and did not find since somebody saw to it, as a report. */
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

/** Takes the searches that found nothing off Today: those of later days come there again. */
export async function markSearchesSeen({ db, now }: DbAndClock): Promise<void> {
  await db.execute(sql`
    insert into searches_seen (seen_on) values (${isoDay(now())}::date)
    on conflict (only_one) do update set seen_on = excluded.seen_on`);
  // What was added up before has them still.
  await db.execute(sql`delete from kept_reports where kind = ${lostSearchesReport.kind}`);
}
