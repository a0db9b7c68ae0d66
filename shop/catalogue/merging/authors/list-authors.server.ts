/** Lists authors for the desk: by name, by a search, by letter, and their works. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { findNames, maxFoundNames } from "#shop/catalogue/merging/find-names.server.ts";

/** An author of the desk's list. */
export interface ListedAuthor {
  id: string;
  name: string;
  /** Their names in other scripts. */
  otherNames: string[];
  /** Works that readers can see. */
  books: number;
}

/** Authors per page. */
const authorsOnPage = 50;
/** The columns of a listed author `a`. */
const listedSql = sql`a.id, a.name, array(select n.name from author_names n where n.author_id = a.id order by n.script) as other_names,
  coalesce((select l.books from author_listings l where l.author_id = a.id), 0) as books`;

/** The sections of surnames: first letters of Latin names, then Devanagari, then all others. */
export const surnameLetters = [..."abcdefghijklmnopqrstuvwxyz", "devanagari", "other"];

/**
 * Authors by name, after the author with the id `after`; or those that match a text, best first. `next` is the cursor
 * of the next page; `isCut` is true if a text matches more authors.
 */
export async function listAuthors(
  db: Db,
  text: string,
  after: string | null,
): Promise<{ authors: ListedAuthor[]; next: string | null; isCut: boolean }> {
  const found = text === "" ? null : await findNames(db, "author", text);
  const behind = after === null ? sql`true` : sql`(a.name, a.id) > (select name, id from authors where id = ${after})`;
  const { rows } = await db.execute<ListedAuthor>(
    found
      ? sql`select ${listedSql} from unnest(${found}::text[]) with ordinality as given (id, place)
          join authors a on a.id = given.id order by given.place`
      : sql`select ${listedSql} from authors a where ${behind} order by a.name, a.id limit ${authorsOnPage + 1}`,
  );
  const shown = rows
    .slice(0, authorsOnPage)
    .map(({ id, name, otherNames, books }) => ({ id, name, otherNames, books }));
  const isCut = rows.length > authorsOnPage;
  return {
    authors: shown,
    next: !found && isCut ? (shown.at(-1)?.id ?? null) : null,
    isCut: found !== null && found.length > maxFoundNames,
  };
}

/** Writers of visible books with a surname in one section of `surnameLetters`, by surname, after the author `after`. */
export async function listAuthorsUnder(
  db: Db,
  letter: string,
  after: string | null,
): Promise<{ authors: ListedAuthor[]; next: string | null }> {
  const behind =
    after === null
      ? sql`true`
      : sql`(al.sort_key, al.author_id) > (select sort_key, author_id from author_listings where author_id = ${after})`;
  const { rows } = await db.execute<ListedAuthor>(sql`
    select ${listedSql} from (
        select al.author_id, al.sort_key from author_listings al
        where al.is_writer and al.letter = ${letter} and ${behind}
        order by al.sort_key, al.author_id limit ${authorsOnPage + 1}) found
      join authors a on a.id = found.author_id
    order by found.sort_key, a.id`);
  const authors = rows.slice(0, authorsOnPage);
  return { authors, next: rows.length > authorsOnPage ? (authors.at(-1)?.id ?? null) : null };
}

/** A work of an author, with its main edition. */
export interface WorkOfAuthor {
  workId: string;
  bookId: string;
  title: string;
  roles: ContributorRole[];
  isListed: boolean;
}

/** Works per page. */
const worksOnPage = 50;

/** The works of an author after the work `after`; `next` is the cursor of the next page. */
export async function listWorksOfAuthor(
  db: Db,
  author: string,
  after: string | null,
): Promise<{ works: WorkOfAuthor[]; next: string | null }> {
  const { rows } = await db.execute<WorkOfAuthor>(sql`
    with theirs as (
      select work_id, array_agg(role order by role) as roles from work_contributors
      where author_id = ${author} and work_id > ${after ?? ""} group by work_id order by work_id limit ${worksOnPage + 1})
    select w.id as work_id, b.id as book_id, w.title, theirs.roles, b.is_listed
    from theirs join works w on w.id = theirs.work_id join books b on b.work_id = w.id and b.is_main
    order by w.id`);
  const works = rows.slice(0, worksOnPage);
  return { works, next: rows.length > worksOnPage ? (works.at(-1)?.workId ?? null) : null };
}
