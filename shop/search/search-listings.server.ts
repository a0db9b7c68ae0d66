import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { askFor, maxWords, type Forms, type Question } from "./question.ts";
import { inSearchTime } from "./search-time.server.ts";

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

/**
 * So many of the best known works are looked at when the words are common, or for a text inside of words; and so many
 * when these should fill the answer.
 */
const shortWalk = 3_000;
const maxWalk = 9_000;
/** So many works that the index names are ranked, and so many titles that begin with the words. */
const maxRanked = 2_000;
const maxTitles = 300;
/** So many works are ranked for another spelling. */
const maxTried = 1_000;
/** Words that begin with one or two letters: so many are counted. */
const maxCounted = 300;

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
  const isComplete = await inSearchTime(db, async (tx) => {
    const question = askFor(raw, await readForms(tx, raw));
    if (question) await lookForWords(tx, hits, question, { raw, where, limit });
    // No index finds a text that begins inside of a word with one or two letters, or has marks or other letters.
    if (!question?.isPlain && hits.size < limit) await look(tx, hits, inside(raw, where, limit));
  });
  const found = bestOf(hits, limit);
  return { found: found.map(toWork), isCutShort: !isComplete, hasExactTitle: found[0]?.tier === 0 };
}

/** Some works that have all words of a folded text, the best of them first: at little cost, for a text that nobody typed. */
export async function findSomeListings(
  tx: Db,
  raw: string,
  { where, limit }: { where: SQL; limit: number },
): Promise<FoundWork[]> {
  const question = askFor(raw, await readForms(tx, raw));
  if (!question || question.indexed.length === 0) return [];
  const hits = new Map<string, Hit>();
  await look(tx, hits, ranked(sql`listings`, question, { raw, where, scanned: maxTried, limit }));
  return bestOf(hits, limit).map(toWork);
}

/** Runs a statement, keeps its hits and answers how many works it ranked. */
async function look(tx: Db, hits: Map<string, Hit>, statement: SQL): Promise<number> {
  const { rows } = await tx.execute<Hit & { of: number }>(statement);
  for (const hit of rows) if (!hits.has(hit.workId)) hits.set(hit.workId, hit);
  return rows[0]?.of ?? 0;
}

interface Wanted {
  raw: string;
  where: SQL;
  limit: number;
}

async function lookForWords(tx: Db, hits: Map<string, Hit>, question: Question, wanted: Wanted): Promise<void> {
  const byIndex = (scanned: number) => look(tx, hits, ranked(sql`listings`, question, { ...wanted, scanned }));
  const isIndexed = question.indexed.length > 0;
  const isRare = question.expected <= maxRanked;
  if (isIndexed && isRare && (await byIndex(maxRanked + 1)) <= maxRanked) return;
  const { limit } = wanted;
  await look(tx, hits, ranked(titles(question), question, { ...wanted, scanned: 2 * maxTitles }));
  const walk = (count: number) => look(tx, hits, ranked(bestKnown(count), question, { ...wanted, scanned: limit }));
  // As many as should do, and more when a look at these says so.
  const should = Math.ceil((1.1 * limit * question.allWorks) / Math.max(question.expected, 1));
  const first = should <= maxWalk ? should : shortWalk;
  const walked = await walk(first);
  const filling = Math.ceil((1.1 * first * limit) / Math.max(walked, 1));
  if (walked < limit && filling > first && filling <= maxWalk) await walk(filling);
  if (isIndexed && !isRare && hits.size < limit) await byIndex(limit + hits.size);
}

/** The works at the head of the list by popularity. */
function bestKnown(count: number): SQL {
  return sql`(select * from listings order by popularity desc, work_id limit ${count})`;
}

/** Works whose title is the text, and some whose title begins so. */
function titles({ beginning }: Question): SQL {
  return sql`(
    (select * from listings where left(words, 60) like ${`${beginning} |%`} limit ${maxTitles})
    union all (select * from listings where left(words, 60) like ${`${beginning}%`} limit ${maxTitles}))`;
}

/** The works of a table that have all words, as many as are looked at, ranked. */
function ranked(from: SQL, question: Question, { raw, where, scanned, limit }: Wanted & { scanned: number }): SQL {
  const [first, second, third] = question.indexed;
  return sql`
    select work_id, book_id, popularity, tier, count(*) over ()::int as of from (
      select l.work_id, l.book_id, l.popularity, case
          when l.title = ${raw} or l.words like any(${question.exact}::text[]) and position(': ' in l.title) = 0 then 0
          when l.words like any(${question.begins}::text[]) then 1
          when l.words like any(${question.beginsSo}::text[]) then 2
          when l.words like any(${question.phrase}::text[]) then 3
          when l.words like all(${question.wholeWords}::text[]) then 4
          else 5 end as tier
      from ${from} l
      where true
        ${first ? sql`and l.words like any(${first}::text[])` : sql``}
        ${second ? sql`and l.words like any(${second}::text[])` : sql``}
        ${third ? sql`and l.words like any(${third}::text[])` : sql``}
        and l.words ~ all(${question.others}::text[]) and ${where}
      limit ${scanned}) hit
    order by tier, popularity desc, work_id limit ${limit}`;
}

/** Works among the best known whose title has the text in it, whatever its letters and marks. */
function inside(raw: string, where: SQL, limit: number): SQL {
  const escaped = raw.replace(/[\\%_]/g, "\\$&");
  return sql`
    select l.work_id, l.book_id, l.popularity, case when l.title like ${`${escaped}%`} then 2 else 5 end as tier,
      count(*) over ()::int as of
    from ${bestKnown(shortWalk)} l
    where l.title like ${`%${escaped}%`} and ${where} limit ${limit}`;
}

function bestOf(hits: Map<string, Hit>, limit: number): Hit[] {
  return [...hits.values()]
    .sort((a, b) => a.tier - b.tier || b.popularity - a.popularity || (a.workId < b.workId ? -1 : 1))
    .slice(0, limit);
}

function toWork({ workId, bookId }: Hit): FoundWork {
  return { workId, bookId };
}
