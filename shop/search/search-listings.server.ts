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

/** So many of the best known works are read one after the other when the words are common, or for a text inside of words. */
const maxWalk = 7_500;
const insideWalk = 3_000;
/** So many are read to learn how many of them a further condition leaves. */
const firstWalk = 1_500;
/** So many works that the index names are ranked, and so many titles that begin with the words. */
const maxRanked = 1_500;
const maxTitles = 200;
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
      coalesce((select greatest(reltuples, 1)::int from pg_class where oid = 'listings'::regclass), 1) as all_works,
      exists (select from best_known) as has_best_known
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
  { where, limit }: { where: SQL | null; limit: number },
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
  { where, limit }: { where: SQL | null; limit: number },
): Promise<FoundWork[]> {
  const question = askFor(raw, await readForms(tx, raw));
  if (!question || question.indexed.length === 0) return [];
  const hits = new Map<string, Hit>();
  const works = some(sql`listings`, question, where, sql`limit ${maxTried}`);
  await look(tx, hits, sql`${ranked(works, question, raw)} order by tier, popularity desc, work_id limit ${limit}`);
  return bestOf(hits, limit).map(toWork);
}

/** Runs a statement, keeps its hits and answers how many there were. */
async function look(tx: Db, hits: Map<string, Hit>, statement: SQL): Promise<number> {
  const { rows } = await tx.execute<Hit>(statement);
  for (const hit of rows) if (!hits.has(hit.workId)) hits.set(hit.workId, hit);
  return rows.length;
}

interface Wanted {
  raw: string;
  where: SQL | null;
  limit: number;
}

async function lookForWords(tx: Db, hits: Map<string, Hit>, question: Question, wanted: Wanted): Promise<void> {
  const { limit, where } = wanted;
  const lookAmong = (works: SQL) => look(tx, hits, ranked(works, question, wanted.raw));
  const byIndex = (count: number) => lookAmong(some(sql`listings`, question, where, sql`limit ${count}`));
  const isIndexed = question.indexed.length > 0;
  const isRare = question.expected <= maxRanked;
  if (isIndexed && isRare && (await byIndex(maxRanked + 1)) <= maxRanked) return;
  await lookAmong(some(titles(question), question, where, sql``));
  const walk = (count: number) => lookAmong(some(head(count, question), question, where, sql`limit ${limit}`));
  // As many as should do: by how common the words are, or by a look at the first.
  let enough = Math.ceil((1.1 * limit * question.allWorks) / Math.max(question.expected, 1));
  if (where && enough < maxWalk) enough = Math.ceil((1.1 * limit * firstWalk) / Math.max(await walk(firstWalk), 1));
  if (!question.hasBestKnown) enough = Math.min(enough, maxWalk);
  if (enough <= maxWalk && (await walk(enough)) >= limit) return;
  if (!isIndexed) return;
  // The order is none of an index, as the planner would walk along it through all that do not have the words.
  const best = some(sql`best_known`, question, where, sql`order by -l.popularity, l.work_id limit ${limit}`);
  if ((await lookAmong(best)) < limit && !isRare && hits.size < limit) await byIndex(limit + hits.size);
}

/** The first of the best known works; before they are written down, of all. */
function head(count: number, { hasBestKnown }: Question): SQL {
  const known = hasBestKnown ? sql`best_known` : sql`listings`;
  return sql`(select * from ${known} order by popularity desc, work_id limit ${count})`;
}

/** Works whose title is the text, and some whose title begins so. */
function titles({ beginning }: Question): SQL {
  return sql`(
    (select * from listings where left(words, 60) like ${`${beginning} |%`} limit ${maxTitles})
    union all (select * from listings where left(words, 60) like ${`${beginning}%`} limit ${maxTitles}))`;
}

/** The works of a table that have all words. */
function some(from: SQL, { indexed: [first, second, third], others }: Question, where: SQL | null, end: SQL): SQL {
  return sql`
    (select l.work_id, l.book_id, l.popularity, l.title, l.words from ${from} l
    where true
      ${first ? sql`and ${hasOneOf(first)}` : sql``}
      ${second ? sql`and ${hasOneOf(second)}` : sql``}
      ${third ? sql`and ${hasOneOf(third)}` : sql``}
      ${others.length > 0 ? sql`and l.words ~ all(${others}::text[])` : sql``}
      ${where ? sql`and ${where}` : sql``}
    ${end})`;
}

function hasOneOf(patterns: string[]): SQL {
  return patterns.length === 1 ? sql`l.words like ${patterns[0]!}` : sql`l.words like any(${patterns}::text[])`;
}

/** Works with how well they fit. */
function ranked(works: SQL, question: Question, raw: string): SQL {
  const { exact, begins, beginsSo, phrase, wholeWords } = question;
  return sql`
    select l.work_id, l.book_id, l.popularity, case
        when l.title = ${raw} then 0
        when l.words like any(${beginsSo}::text[]) then case
          when l.words like any(${exact}::text[]) and position(': ' in l.title) = 0 then 0
          when l.words like any(${begins}::text[]) then 1
          else 2 end
        when l.words like any(${phrase}::text[]) then 3
        ${wholeWords.length > 1 ? sql`when l.words like all(${wholeWords}::text[]) then 4` : sql``}
        else 5 end as tier
    from ${works} l`;
}

/** Works among the best known whose title has the text in it, whatever its letters and marks. */
function inside(raw: string, where: SQL | null, limit: number): SQL {
  const escaped = raw.replace(/[\\%_]/g, "\\$&");
  return sql`
    select l.work_id, l.book_id, l.popularity, case when l.title like ${`${escaped}%`} then 2 else 5 end as tier
    from (select * from listings order by popularity desc, work_id limit ${insideWalk}) l
    where l.title like ${`%${escaped}%`} and ${where ?? sql`true`} limit ${limit}`;
}

function bestOf(hits: Map<string, Hit>, limit: number): Hit[] {
  return [...hits.values()]
    .sort((a, b) => a.tier - b.tier || b.popularity - a.popularity || (a.workId < b.workId ? -1 : 1))
    .slice(0, limit);
}

function toWork({ workId, bookId }: Hit): FoundWork {
  return { workId, bookId };
}
