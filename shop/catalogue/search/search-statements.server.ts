import { sql, type SQL } from "#db/sql.ts";
import type { Question, Term } from "./question.ts";

/** So many titles that begin with the words are ranked, and as many that are them. */
const maxTitles = 200;
/** So many works that an index names are looked at. */
const maxLookedAt = 20_000;
/** So many of the best known works are looked at for a text inside of words. */
const maxInside = 3_000;

/** Behind every text that begins with another one comes that one with this letter, which no text has. */
export const lastLetter = "\u{10ffff}";

/** What is looked for: works that have all words of a question, and for which a further condition is true. */
export interface Wanted {
  question: Question;
  where: SQL;
}

/** The condition of a search without one. */
export const everything = sql`true`;

/** Of the first of the best known works; before these are written down, of all works. */
export function amongFirst(count: number, { question, where }: Wanted): SQL {
  const known = question.hasBestKnown ? sql`best_known` : sql`listings`;
  return sql`(select l.* from (select * from ${known} order by popularity desc, work_id limit ${count}) l
    where ${fitting(question, [])} and ${where})`;
}

/** Of the best known works, the best of those that their indexes name. */
export function amongBestKnown({ question, where }: Wanted, asked: Term[], limit: number): SQL {
  return sql`(select l.* from (
      select * from best_known l where ${named(asked)} and ${where} limit ${maxLookedAt}) l
    where ${fitting(question, asked)} order by l.popularity desc, l.work_id limit ${limit})`;
}

/** Works whose title is the text, and some whose title begins so, also with the article that was typed. */
export function titled({ question, where }: Wanted): SQL {
  const typed = question.withArticle;
  return sql`(select l.* from (
      (select * from listings where left(words, 60) like ${`${question.beginning} |%`} limit ${maxTitles})
      union all (select * from listings where left(words, 60) like ${`${question.beginning}%`} limit ${maxTitles})
      union all (select * from listings where ${typed !== null}::boolean and beginning ~>=~ ${typed ?? ""}
        and beginning ~<~ ${(typed ?? "") + lastLetter} limit ${maxTitles})) l
    where ${fitting(question, [])} and ${where})`;
}

/** Works that the index of words names when it is asked for some of them. */
export function byWords({ question, where }: Wanted, asked: Term[], limit: number): SQL {
  return sql`(select l.* from (select * from listings l where ${named(asked)} limit ${maxLookedAt}) l
    where ${fitting(question, asked)} and ${where} limit ${limit})`;
}

/** What an index is asked for: some words, the further condition, or both. */
export interface Way {
  asked: Term[];
  isWhereAsked: boolean;
}

/** Works that the indexes name in such a way, those that are not among the best known. */
export function beyondBestKnown({ question, where }: Wanted, { asked, isWhereAsked }: Way, limit: number): SQL {
  // Counted one by one: to learn what is not in a table the planner would read the whole of it.
  return sql`(select l.* from (
      select * from listings l where ${named(asked)} and (${!isWhereAsked}::boolean or ${where}) limit ${maxLookedAt}) l
    where ${fitting(question, asked)} and (${isWhereAsked}::boolean or ${where})
      and (select count(*) from best_known k where k.work_id = l.work_id) = 0 limit ${limit})`;
}

/** These works, with how well they fit: 0 is an exact title, 7 has the words in part. */
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

/** Works among the best known whose title has the text in it, whatever its letters and marks; with how well they fit. */
export function inTitles(raw: string, where: SQL, limit: number): SQL {
  const escaped = raw.replace(/[\\%_]/g, "\\$&");
  return sql`
    select l.work_id, l.book_id, l.popularity, false as lacks_marks, case when l.title like ${`${escaped}%`} then 4 else 7 end as tier
    from (select * from listings order by popularity desc, work_id limit ${maxInside}) l
    where l.title like ${`%${escaped}%`} and ${where} limit ${limit}`;
}

/**
 * Words `l.words` that an index names, by up to three terms. What there is none of is true: it is no longer there when a
 * search plans the statement, as it does for the values of each question.
 */
function named([first, second, third]: Term[]): SQL {
  return sql`(${!first}::boolean or l.words like any(${first?.wide ?? []}::text[]))
    and (${!second}::boolean or l.words like any(${second?.wide ?? []}::text[]))
    and (${!third}::boolean or l.words like any(${third?.wide ?? []}::text[]))`;
}

/** Words `l.words` that fit all terms, but for those that an index has been asked for by the same patterns. */
function fitting({ terms }: Question, asked: Term[]): SQL {
  const left = terms.filter((term) => !asked.includes(term) || term.wide !== term.patterns);
  const single = left.flatMap(({ patterns }) => (patterns.length === 1 ? patterns : []));
  const oneOf = left.flatMap(({ patterns }) =>
    patterns.length === 1 ? [] : [patterns.map((pattern) => pattern.slice(1, -1).replaceAll("+", "\\+")).join("|")],
  );
  return sql`l.words like all(${single}::text[]) and l.words ~ all(${oneOf}::text[])`;
}
