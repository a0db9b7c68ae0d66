import { sql, type SQL } from "#db/sql.ts";
import type { Question, Term } from "./question.ts";

/** So many titles that begin with the words are ranked, and as many that are them. */
const maxTitles = 200;
/** So many works that an index names are looked at. */
const maxLookedAt = 20_000;
/** So many of the best known works are looked at for a text inside of words. */
const maxInside = 3_000;

/** What is looked for: works that have all words of a question and, where there is one, a further condition. */
export interface Wanted {
  question: Question;
  where: SQL | null;
}

/** Of the first of the best known works; before these are written down, of all works. */
export function amongFirst(count: number, { question, where }: Wanted): SQL {
  const known = question.hasBestKnown ? sql`best_known` : sql`listings`;
  return sql`(select l.* from (select * from ${known} order by popularity desc, work_id limit ${count}) l
    where ${haveAll(question.terms.map(({ patterns }) => patterns))} and ${where ?? sql`true`})`;
}

/** Of the best known works, the best of those that their indexes name. */
export function amongBestKnown({ question, where }: Wanted, asked: Term[], limit: number): SQL {
  return sql`(select l.* from (
      select * from best_known l where ${haveAll(widely(asked))} and ${where ?? sql`true`} limit ${maxLookedAt}) l
    where ${haveAll(exactly(question, asked))} order by l.popularity desc, l.work_id limit ${limit})`;
}

/** Works whose title is the text, and some whose title begins so. */
export function titled({ question, where }: Wanted): SQL {
  return sql`(select l.* from (
      (select * from listings where left(words, 60) like ${`${question.beginning} |%`} limit ${maxTitles})
      union all (select * from listings where left(words, 60) like ${`${question.beginning}%`} limit ${maxTitles})) l
    where ${haveAll(question.terms.map(({ patterns }) => patterns))} and ${where ?? sql`true`})`;
}

/** Works that the index of words names when it is asked for some of them. */
export function byWords({ question, where }: Wanted, asked: Term[], limit: number): SQL {
  return sql`(select l.* from (select * from listings l where ${haveAll(widely(asked))} limit ${maxLookedAt}) l
    where ${haveAll(exactly(question, asked))} and ${where ?? sql`true`} limit ${limit})`;
}

/** Those of them that are not among the best known; or those that an index names when it is asked for the condition. */
export function beyondBestKnown({ question, where }: Wanted, asked: Term[] | "where", limit: number): SQL {
  const [named, isWanted] =
    asked === "where"
      ? [where ?? sql`true`, haveAll(exactly(question, []))]
      : [haveAll(widely(asked)), sql`${haveAll(exactly(question, asked))} and ${where ?? sql`true`}`];
  // Counted one by one: what must not be in a table the planner looks up by reading the whole of it.
  return sql`(select l.* from (select * from listings l where ${named} limit ${maxLookedAt}) l
    where ${isWanted} and (select count(*) from best_known k where k.work_id = l.work_id) = 0 limit ${limit})`;
}

/** These works, with how well they fit: 0 is an exact title, 5 has the words in part. */
export function ranked(works: SQL, raw: string, { exact, begins, beginsSo, phrase, wholeWords }: Question): SQL {
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

/** Works among the best known whose title has the text in it, whatever its letters and marks; with how well they fit. */
export function inTitles(raw: string, where: SQL | null, limit: number): SQL {
  const escaped = raw.replace(/[\\%_]/g, "\\$&");
  return sql`
    select l.work_id, l.book_id, l.popularity, case when l.title like ${`${escaped}%`} then 2 else 5 end as tier
    from (select * from listings order by popularity desc, work_id limit ${maxInside}) l
    where l.title like ${`%${escaped}%`} and ${where ?? sql`true`} limit ${limit}`;
}

/** What an index is asked for. */
function widely(asked: Term[]): string[][] {
  return asked.map(({ wide }) => wide);
}

/** What is still to be looked at in the works that it names. */
function exactly({ terms }: Question, asked: Term[]): string[][] {
  return terms.filter((term) => !asked.includes(term) || term.wide !== term.patterns).map(({ patterns }) => patterns);
}

/** Words `l.words` that fit one pattern of each list. */
function haveAll([first, second, third, ...others]: string[][]): SQL {
  // One regular expression for each, as `like` takes no list of lists.
  const rest = others.map((patterns) => patterns.map((pattern) => pattern.slice(1, -1)).join("|"));
  return sql`true
    ${first ? sql`and ${hasOneOf(first)}` : sql``}
    ${second ? sql`and ${hasOneOf(second)}` : sql``}
    ${third ? sql`and ${hasOneOf(third)}` : sql``}
    ${rest.length > 0 ? sql`and l.words ~ all(${rest}::text[])` : sql``}`;
}

function hasOneOf(patterns: string[]): SQL {
  return patterns.length === 1 ? sql`l.words like ${patterns[0]!}` : sql`l.words like any(${patterns}::text[])`;
}
