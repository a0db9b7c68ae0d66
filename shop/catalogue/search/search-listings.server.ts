/** The search in `listings`: chooses by the frequency of the words which indexes to use, and ranks what they return. */

import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { maxBestKnown } from "./best-known.server.ts";
import { askFor, entriesForWork, entriesOf, maxWords, termsToAsk, type Forms, type Term } from "./question.ts";
import { keepOneLanguage, type TitledWork } from "./keep-one-language.ts";
import {
  amongBestKnown,
  amongFirst,
  beyondBestKnown,
  byWords,
  everything,
  containedInTitles,
  ranked,
  titled,
  type Wanted,
  type Way,
} from "./search-statements.server.ts";
import { withSearchTimeout } from "./search-time.server.ts";

/** A listed work, and the edition that represents it. */
export interface FoundWork {
  workId: string;
  bookId: string;
}

interface Hit extends FoundWork {
  /** The rank of the match: 0 is an exact title, 7 contains the words only as parts of other words. */
  tier: number;
  /** Whether its title lacks the punctuation that was typed. */
  lacksMarks: boolean;
  popularity: number;
}

/** Upper bound on the best-known works that are scanned for common words. */
const maxWalk = 12_000;
/** The number of best-known works that are scanned first, if the number of matches cannot be estimated. */
const firstWalk = 1_500;
/** Upper bound on the works from an index that are ranked. */
const maxRanked = 1_500;
/**
 * If at most this number of works is expected to match all words, the index of all works is used, even for common
 * words.
 */
const fewTogether = 500;
/** Upper bound on the words counted for a prefix of one or two letters. */
const maxCounted = 300;

/** The text in the forms that are compared, with the frequency of its words; `raw` is folded. */
async function readForms(db: Db, raw: string): Promise<Forms> {
  const { rows } = await db.execute<Forms>(sql`
    select form, words, latin_key(form, false) as key, latin_key(form, true) as spoken_key,
      array(select latin_key(typed, false) from unnest(words) typed) as keys,
      array(select latin_key(typed, true) from unnest(words) typed) as spoken_keys,
      array(select case when length(rtrim(typed, '+#')) > 2
          then (select coalesce(sum(works), 0)::int from search_words where word like '%' || typed || '%')
          else (select coalesce(sum(works), 0)::int from (
            select works from search_words where word >= typed and word < typed || U&'\\ffff' limit ${maxCounted}) short)
          end from unnest(words[:${maxWords}]) typed) as works,
      coalesce((select greatest(reltuples, 1)::int from pg_class where oid = 'listings'::regclass), 1) as all_works,
      exists (select from best_known) as has_best_known
    from (select form, coalesce(string_to_array(form, ' '), '{}') as words
      from (select regexp_replace(words_for_search(${raw.replaceAll("|", " ")}), '^(the|an?) (?=.)', '') as form) given) split`);
  return oneRow(rows);
}

interface Found {
  found: FoundWork[];
  isCutShort: boolean;
  isFull: boolean;
  hasOtherLanguages: boolean;
  hasExactTitle: boolean;
  /** Whether the best match contains a word only as a part of another one. */
  isLoose: boolean;
}

/**
 * Finds listed works by a folded text, best first. If few works are expected to match, an index returns all of them. If
 * many are, or the index returns too many, the result consists of the best-known works and of titles that begin with
 * the text, filled up from the index.
 */
export async function searchListings(
  db: Db,
  raw: string,
  { where, limit }: { where: SQL; limit: number },
): Promise<Found> {
  const hits = new Map<string, Hit>();
  const isComplete = await withSearchTimeout(db, async (tx) => {
    const question = askFor(raw, await readForms(tx, raw));
    if (question) await lookForWords(tx, hits, raw, { question, where }, limit);
    // No index finds a text that begins with one or two letters inside a word, or has punctuation or other scripts.
    if (!question?.isPlain && hits.size < limit) await look(tx, hits, containedInTitles(raw, where, limit));
  });
  const best = bestOf(hits, limit);
  const found = await oneOfEachTitle(db, raw, best);
  return {
    found: found.map(toWork),
    isCutShort: !isComplete,
    isFull: best.length === limit,
    hasOtherLanguages: found.length < best.length,
    hasExactTitle: best[0]?.tier === 0,
    isLoose: best[0]?.tier === looseTier,
  };
}

/** The rank of works that contain a word only as a part of another one. */
const looseTier = 7;
/** The worst rank at which the words are next to each other: in a title or a name. */
const lastInOnePiece = 5;

/**
 * Some works with all words of a folded text, best first; `areTogether` is true if the words are next to each other in
 * the first work, `isLoose` if it contains one only as a part of another word.
 */
export async function findSomeListings(
  tx: Db,
  raw: string,
  { where, limit }: { where: SQL; limit: number },
): Promise<{ works: FoundWork[]; areTogether: boolean; isLoose: boolean }> {
  const question = askFor(raw, await readForms(tx, raw));
  const hits = new Map<string, Hit>();
  if (question && question.indexed.length > 0) await lookForWords(tx, hits, raw, { question, where }, limit);
  const best = bestOf(hits, limit);
  const works = await oneOfEachTitle(tx, raw, best);
  const tier = best[0]?.tier ?? looseTier;
  return { works: works.map(toWork), areTogether: tier <= lastInOnePiece, isLoose: tier === looseTier };
}

/** Keeps one language of each title, the one that fits the typed text. */
async function oneOfEachTitle(db: Db, raw: string, hits: Hit[]): Promise<Hit[]> {
  if (hits.length < 2) return hits;
  const { rows } = await db.execute<TitledWork>(sql`
    select t.work_id, t.title_id::text as title_id, w.title from translations t join works w on w.id = t.work_id
    where t.work_id = any(${hits.map(({ workId }) => workId)}::text[])`);
  return keepOneLanguage(raw, hits, rows);
}

/** Runs a statement, adds its hits, and returns the number of its rows. */
async function look(tx: Db, hits: Map<string, Hit>, statement: SQL): Promise<number> {
  const { rows } = await tx.execute<Hit>(statement);
  for (const hit of rows) if (!hits.has(hit.workId)) hits.set(hit.workId, hit);
  return rows.length;
}

async function lookForWords(tx: Db, hits: Map<string, Hit>, raw: string, wanted: Wanted, limit: number) {
  const { question, where } = wanted;
  const { indexed, allWorks, expected } = question;
  const lookAmong = (works: SQL) => look(tx, hits, ranked(works, raw, question));
  const asked = termsToAsk(indexed, allWorks);
  const rarest = indexed[0];
  const isFew = rarest && (rarest.works <= maxRanked || (!question.isGuessed && expected <= fewTogether));
  if (isFew) {
    if ((await lookAmong(byWords(wanted, asked, maxRanked + 1))) <= maxRanked) return;
  }
  await lookAmong(titled(wanted));
  // How many of the best-known works to scan, estimated by the frequency of the words or by a first scan.
  let enough = Math.ceil((1.1 * limit * allWorks) / Math.max(expected, 1));
  if ((where !== everything || question.isGuessed) && enough <= maxWalk && enough > firstWalk) {
    const seen = await lookAmong(amongFirst(firstWalk, wanted));
    enough = Math.ceil((1.1 * limit * firstWalk) / Math.max(seen, 1));
  }
  if (!question.hasBestKnown) enough = Math.min(enough, maxWalk);
  // If few of the best-known works contain the rarest word, their index is faster than a scan.
  const isIndexQuicker = question.hasBestKnown && rarest && (1.5 * rarest.works * maxBestKnown) / allWorks < enough;
  if (!isIndexQuicker && enough <= maxWalk && (await lookAmong(amongFirst(enough, wanted))) >= limit) return;
  if (!rarest) return;
  const known = await lookAmong(amongBestKnown(wanted, asked, limit));
  if (known >= limit) return;
  // The rest is outside of the best-known works. All of it is ranked if it is expected to be small.
  const inAll = (known * Math.max(allWorks, maxBestKnown)) / maxBestKnown;
  const missing = inAll <= maxRanked ? maxRanked : limit - known;
  await lookAmong(beyondBestKnown(wanted, cheapestWay(wanted, asked, { inAll, missing }), missing));
}

/**
 * Chooses the query on the indexes of all works: all words, the rarest word, the further condition, or both. Costs are
 * in units of one row read; an index collects all its matches before the first row can be read.
 */
function cheapestWay(
  { question, where }: Wanted,
  asked: Term[],
  { inAll, missing }: { inAll: number; missing: number },
): Way {
  const { allWorks, expected } = question;
  // Estimated number of works that meet the further condition.
  const conditioned = where !== everything ? (allWorks * Math.min(inAll, expected)) / Math.max(expected, 1) : allWorks;
  const withWords = (terms: Term[]) => terms.reduce((left, { works }) => (left * works) / allWorks, allWorks);
  const costOf = ({ asked, isWhereAsked }: Way) => {
    const collected = (isWhereAsked ? conditioned : 0) + (asked.length > 0 ? withWords(asked) : 0);
    const entries = asked.reduce((sum, term) => sum + entriesOf(term), 0);
    const named = isWhereAsked ? (withWords(asked) * conditioned) / allWorks : withWords(asked);
    return collected / 6 + entries / entriesForWork + Math.min(named, (missing * named) / Math.max(inAll, 1));
  };
  const ways: Way[] = [asked, asked.slice(0, 1)].map((terms) => ({ asked: terms, isWhereAsked: false }));
  if (where !== everything)
    ways.push(...[asked, asked.slice(0, 1), []].map((terms) => ({ asked: terms, isWhereAsked: true })));
  return ways.reduce((best, way) => (costOf(way) < costOf(best) ? way : best));
}

function bestOf(hits: Map<string, Hit>, limit: number): Hit[] {
  return [...hits.values()]
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        Number(a.lacksMarks) - Number(b.lacksMarks) ||
        b.popularity - a.popularity ||
        (a.workId < b.workId ? -1 : 1),
    )
    .slice(0, limit);
}

function toWork({ workId, bookId }: Hit): FoundWork {
  return { workId, bookId };
}
