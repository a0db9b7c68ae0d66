import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { codeOf, inTransaction } from "#db/transaction.ts";
import { askFor, maxWords, type Forms, type Question } from "./question.ts";

/** A work on the shelf, and its edition to show. */
export interface FoundWork {
  workId: string;
  bookId: string;
}

interface Hit extends FoundWork {
  /** How well it fits: 0 is an exact title, 5 has the words in part. */
  tier: number;
  popularity: number;
}

/** A statement of a search may take so long, and none begins after twice the time. */
const statementMs = 1_000;
/** So many of the best known works are looked at when the words are common. */
const walkSize = 10_000;
/** So many works that the index names are ranked, and so many titles that begin with the words. */
const maxRanked = 3_000;
const maxTitles = 300;
/** Words that begin with one or two letters: so many are counted. */
const maxCounted = 300;

/** Runs statements of a search until their time is over; answers whether they came to an end. */
async function inTime(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await inTransaction(db, async (tx) => {
      // Plans are made for the words of this question; a walk through the whole table is none of them.
      const limits = tx.execute(sql`
        select set_config('statement_timeout', ${String(statementMs)}, true), set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
      await Promise.all([limits, work(tx)]);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === "57014") return false;
    throw error;
  }
}

/** The text in the forms that are compared, and how common its words are; `raw` is folded. */
async function readForms(db: Db, raw: string): Promise<Forms> {
  const { rows } = await db.execute<Forms>(sql`
    select form, words, latin_key(form, false) as key, latin_key(form, true) as spoken_key,
      array(select latin_key(typed, false) from unnest(words) typed) as keys,
      array(select latin_key(typed, true) from unnest(words) typed) as spoken_keys,
      array(select case when length(typed) > 2
          then (select coalesce(sum(works), 0)::int from search_words where word like '%' || typed || '%')
          else (select coalesce(sum(works), 0)::int from (
            select works from search_words where word >= typed and word < typed || U&'\\ffff' limit ${maxCounted}) short)
          end from unnest(words[:${maxWords}]) typed) as works,
      coalesce((select greatest(reltuples, 1)::int from pg_class where oid = 'listings'::regclass), 1) as all_works
    from (select form, coalesce(string_to_array(form, ' '), '{}') as words
      from (select regexp_replace(search_form(${raw.replaceAll("|", " ")}), '^(the|an?) (?=.)', '') as form) given) split`);
  return rows[0]!;
}

/**
 * Finds works on the shelf by a folded text, the best first. When few works should have the words, an index names
 * all that do. When many should, or the index names too many, the best known works and the titles that begin so are the
 * answer, filled up from the index.
 */
export async function searchListings(
  db: Db,
  raw: string,
  { where, limit }: { where: SQL; limit: number },
): Promise<{ found: FoundWork[]; isCutShort: boolean; hasExactTitle: boolean }> {
  const hits = new Map<string, Hit>();
  const until = Date.now() + 2 * statementMs;
  const isComplete = await inTime(db, async (tx) => {
    const look = async (statement: SQL) => {
      if (Date.now() > until) throw Object.assign(new Error("The search took too long."), { code: "57014" });
      const { rows } = await tx.execute<Hit & { of: number }>(statement);
      for (const { of: _, ...hit } of rows) if (!hits.has(hit.workId)) hits.set(hit.workId, hit);
      return rows[0]?.of ?? 0;
    };
    const question = askFor(await readForms(tx, raw));
    if (question) await lookForWords(question, { raw, where, limit, look, hits });
    // Inside of a short word, or of one in other letters, no index looks.
    if (!question?.isPlain && hits.size === 0) await look(inside(raw, where, limit));
  });
  const found = [...hits.values()].sort(byRank).slice(0, limit);
  return {
    found: found.map(({ workId, bookId }) => ({ workId, bookId })),
    isCutShort: !isComplete,
    hasExactTitle: found[0]?.tier === 0,
  };
}

interface Search {
  raw: string;
  where: SQL;
  limit: number;
  /** Runs a statement, keeps its hits and answers how many works it ranked. */
  look: (statement: SQL) => Promise<number>;
  hits: Map<string, Hit>;
}

async function lookForWords(question: Question, { raw, where, limit, look, hits }: Search): Promise<void> {
  const byIndex = () => look(ranked(sql`listings`, question, { raw, where, scanned: maxRanked + 1, limit }));
  const isIndexed = question.indexed.length > 0;
  const isRare = question.expected <= maxRanked;
  if (isIndexed && isRare && (await byIndex()) <= maxRanked) return;
  await look(ranked(titles(question), question, { raw, where, scanned: 2 * maxTitles, limit }));
  await look(ranked(bestKnown(), question, { raw, where, scanned: limit, limit }));
  if (isIndexed && !isRare && hits.size < limit) await byIndex();
}

/** The works at the head of the list by popularity. */
function bestKnown(): SQL {
  return sql`(select * from listings order by popularity desc, work_id limit ${walkSize})`;
}

/** Works whose title is the text, and some whose title begins so. */
function titles({ beginning }: Question): SQL {
  return sql`(
    (select * from listings where left(words, 60) like ${`${beginning} |%`} limit ${maxTitles})
    union (select * from listings where left(words, 60) like ${`${beginning}%`} limit ${maxTitles}))`;
}

/** The works of a table that have all words, as many as are looked at, ranked. */
function ranked(
  from: SQL,
  question: Question,
  { raw, where, scanned, limit }: { raw: string; where: SQL; scanned: number; limit: number },
): SQL {
  const [first, second, third] = question.indexed;
  return sql`
    select work_id, book_id, popularity, tier, count(*) over ()::int as of from (
      select l.work_id, l.book_id, l.popularity, case
          when l.title = ${raw} or l.words like any(${question.exact}::text[]) then 0
          when l.words like any(${question.begins}::text[]) then 1
          when l.words like any(${question.beginsSo}::text[]) then 2
          when l.words like any(${question.phrase}::text[]) then 3
          when l.words like all(${question.wholeWords}::text[]) then 4
          else 5 end as tier
      from ${from} l
      where l.words ~ all(${question.others}::text[])
        ${first ? sql`and l.words like any(${first}::text[])` : sql``}
        ${second ? sql`and l.words like any(${second}::text[])` : sql``}
        ${third ? sql`and l.words like any(${third}::text[])` : sql``}
        and ${where}
      limit ${scanned}) hit
    order by tier, popularity desc, work_id limit ${limit}`;
}

/** Works among the best known whose title has the text in it, whatever its letters and marks. */
function inside(raw: string, where: SQL, limit: number): SQL {
  const escaped = raw.replace(/[\\%_]/g, "\\$&");
  return sql`
    select l.work_id, l.book_id, l.popularity, case when l.title like ${`${escaped}%`} then 2 else 5 end as tier,
      count(*) over ()::int as of
    from (select * from listings order by popularity desc, work_id limit ${walkSize}) l
    where l.title like ${`%${escaped}%`} and ${where} limit ${limit}`;
}

function byRank(a: Hit, b: Hit): number {
  return a.tier - b.tier || b.popularity - a.popularity || (a.workId < b.workId ? -1 : 1);
}
