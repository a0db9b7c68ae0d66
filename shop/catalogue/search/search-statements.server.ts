/** The SQL statements of the search: which works to read by which index, and how to rank them. */

import { escapeLike, sql, type SQL } from "#db/sql.ts";
import type { Question, Term } from "./question.ts";

/** Upper bound on the titles that equal the text, and on those that begin with it. */
const maxTitles = 200;
/** Upper bound on the works that are read from an index. */
const maxLookedAt = 20_000;
/** Upper bound on the best-known works that are scanned for a text inside words. */
const maxInside = 3_000;

/** Upper bound of a prefix scan: the prefix plus U+10FFFF, a character that no text contains. */
export const prefixUpperBound = "\u{10ffff}";

/** The works to find: those that match all words of a question and meet a further condition. */
export interface Wanted {
  question: Question;
  where: SQL;
}

/** The condition of a search without a further condition. */
export const everything = sql`true`;

/** Matches among the `count` best-known works; among all works if `best_known` is still empty. */
export function amongFirst(count: number, { question, where }: Wanted): SQL {
  const known = question.hasBestKnown ? sql`best_known` : sql`listings`;
  return sql`(select l.* from (select * from ${known} order by popularity desc, work_id limit ${count}) l
    where ${fitting(question, [])} and ${where})`;
}

/** The most popular matches that the indexes of `best_known` return. */
export function amongBestKnown({ question, where }: Wanted, asked: Term[], limit: number): SQL {
  return sql`(select l.* from (
      select * from best_known l where ${named(asked)} and ${where} limit ${maxLookedAt}) l
    where ${fitting(question, asked)} order by l.popularity desc, l.work_id limit ${limit})`;
}

/** Works whose title is the text, and some whose title begins with it, also with the typed article. */
export function titled({ question, where }: Wanted): SQL {
  const typed = question.withArticle;
  return sql`(select l.* from (
      (select * from listings where left(words, 60) like ${`${question.beginning} |%`} limit ${maxTitles})
      union all (select * from listings where left(words, 60) like ${`${question.beginning}%`} limit ${maxTitles})
      union all (select * from listings where ${typed !== null}::boolean and beginning ~>=~ ${typed ?? ""}
        and beginning ~<~ ${(typed ?? "") + prefixUpperBound} limit ${maxTitles})) l
    where ${fitting(question, [])} and ${where})`;
}

/** Matches that the index of words returns for some of the terms. */
export function byWords({ question, where }: Wanted, asked: Term[], limit: number): SQL {
  return sql`(select l.* from (select * from listings l where ${named(asked)} limit ${maxLookedAt}) l
    where ${fitting(question, asked)} and ${where} limit ${limit})`;
}

/** Which conditions are sent to an index: terms, the further condition, or both. */
export interface Way {
  asked: Term[];
  isWhereAsked: boolean;
}

/** Matches that the indexes return by these conditions, without the best-known works. */
export function beyondBestKnown({ question, where }: Wanted, { asked, isWhereAsked }: Way, limit: number): SQL {
  // A count per row, because for a `not exists` the planner would read the whole table.
  return sql`(select l.* from (
      select * from listings l where ${named(asked)} and (${!isWhereAsked}::boolean or ${where}) limit ${maxLookedAt}) l
    where ${fitting(question, asked)} and (${isWhereAsked}::boolean or ${where})
      and (select count(*) from best_known k where k.work_id = l.work_id) = 0 limit ${limit})`;
}

/** Ranks these works: 0 is an exact title, 7 contains the words only as parts of other words. */
export function ranked(works: SQL, raw: string, question: Question): SQL {
  const { exact, begins, beginsSo, marked, withArticle, phrase, wholeWords } = question;
  return sql`
    select l.work_id, l.book_id, l.popularity, position(${marked}::text in l.title) = 0 as lacks_marks, case
        when l.title = ${raw} then 0
        when l.words like any(${beginsSo}::text[]) then case
          when l.words like any(${exact}::text[]) and position(': ' in l.title) = 0 then 0
          else case when l.words like any(${begins}::text[]) then 1 else 3 end
            + (not starts_with(l.title, ${withArticle ?? ""}))::int end
        when l.words like any(${phrase}::text[]) then 5
        when ${wholeWords.length > 1}::boolean and l.words like all(${wholeWords}::text[]) then 6
        else 7 end as tier
    from ${works} l`;
}

/** Among the best-known works, those whose title contains the text with its punctuation, with their rank. */
export function containedInTitles(raw: string, where: SQL, limit: number): SQL {
  const escaped = escapeLike(raw);
  return sql`
    select l.work_id, l.book_id, l.popularity, false as lacks_marks, case when l.title like ${`${escaped}%`} then 4 else 7 end as tier
    from (select * from listings order by popularity desc, work_id limit ${maxInside}) l
    where l.title like ${`%${escaped}%`} and ${where} limit ${limit}`;
}

/**
 * Condition on `l.words` for up to three terms, in the form that an index supports. For a missing term the condition is
 * the constant true, which the planner removes, because searches use custom plans.
 */
function named([first, second, third]: Term[]): SQL {
  return sql`(${!first}::boolean or l.words like any(${first?.wide ?? []}::text[]))
    and (${!second}::boolean or l.words like any(${second?.wide ?? []}::text[]))
    and (${!third}::boolean or l.words like any(${third?.wide ?? []}::text[]))`;
}

/** Condition on `l.words` for all terms, except those that an index has already checked with these patterns. */
function fitting({ terms }: Question, asked: Term[]): SQL {
  const left = terms.filter((term) => !asked.includes(term) || term.wide !== term.patterns);
  const single = left.flatMap(({ patterns }) => (patterns.length === 1 ? patterns : []));
  const oneOf = left.flatMap(({ patterns }) =>
    patterns.length === 1 ? [] : [patterns.map((pattern) => pattern.slice(1, -1).replaceAll("+", "\\+")).join("|")],
  );
  return sql`l.words like all(${single}::text[]) and l.words ~ all(${oneOf}::text[])`;
}
