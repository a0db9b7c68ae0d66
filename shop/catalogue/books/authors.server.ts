/**
 * Reads the authors of the shop: the paged index by surname, the featured authors of the home page, and single authors.
 */

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isOther, type AuthorIndex, type IndexedAuthor, type LetterCovers } from "./author-index.ts";
import type { Author, BookCard } from "./book.ts";
import { coverKeySql } from "./cards.server.ts";
import { catalogueTotals } from "./catalogue-totals.server.ts";

/** Up to this number of authors the index is one page; above it, each letter has its own pages. */
const maxOnOnePage = 500;
const authorsAPage = 96;

interface AuthorRow {
  id: string;
  name: string;
  otherNames: string[];
  bio: string;
  imageUrl: string;
  bookCount: number;
  letter: string;
}

/** Authors `a` with their rows `al` of the index, which are null for an author without a listed book. */
async function readAuthors(
  db: Db,
  { where, orderBy, limit }: { where: SQL; orderBy: SQL; limit: number },
): Promise<IndexedAuthor[]> {
  const { rows } = await db.execute<AuthorRow>(sql`
    select a.id, a.name, array(select n.name from author_names n where n.author_id = a.id order by n.script) as other_names, a.bio, a.image_url, coalesce(al.books, 0) as book_count, coalesce(al.letter, 'other') as letter
    from authors a left join author_listings al on al.author_id = a.id
    where ${where}
    order by ${orderBy} limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    otherNames: row.otherNames,
    bio: row.bio,
    portraitKey: row.imageUrl.replace(/^\/portraits\/|-\d+\.webp$/g, ""),
    bookCount: row.bookCount,
    letter: row.letter,
  }));
}

/**
 * The index of authors who wrote a listed book, by surname. If all authors fit on one page, the index contains all of
 * them. Otherwise it contains one page of the authors whose surname begins with `beginning` (a letter, two letters,
 * `devanagari` or `other`; by default the first letter that has authors), starting after the author with the id
 * `after`. Null if `after` is not under that beginning. Translators and editors are not in the index.
 */
export async function readAuthorIndex(
  db: Db,
  beginning: string | null = null,
  after: string | null = null,
): Promise<AuthorIndex | null> {
  const { rows: totals } = await db.execute<{ name: string; number: number }>(sql`
    select name, number from ${catalogueTotals} totals where name like 'authors%' and number > 0 order by name`);
  const counted = totals.map(({ name, number }) => ({ beginning: name.slice("authors:".length), authors: number }));
  const total = counted.find((entry) => entry.beginning === "")?.authors ?? 0;
  const ofLetters = counted.filter((entry) => entry.beginning.length === 1);
  const letters = [...ofLetters, ...counted.filter((entry) => isOther(entry.beginning))];
  const shown = beginning ?? (total > maxOnOnePage ? (letters[0]?.beginning ?? null) : null);
  if (shown === null) {
    const authors = await readAuthors(db, {
      where: sql`al.is_writer`,
      orderBy: sql`al.letter = 'other', al.letter = 'devanagari', al.letter, al.sort_key, a.id`,
      limit: maxOnOnePage,
    });
    return { letters, shown, beginnings: [], count: authors.length, authors, next: null };
  }

  const isUnder = isOther(shown)
    ? sql`al.letter = ${shown}`
    : sql`al.letter = ${shown.charAt(0)} and al.sort_key >= ${shown} and al.sort_key < ${shown + "\u{10ffff}"}`;
  if (after !== null && !(await isOneOf(db, after, isUnder))) return null;
  const isBehind =
    after === null
      ? sql`true`
      : sql`(al.sort_key, al.author_id) > (select sort_key, author_id from author_listings where author_id = ${after})`;
  // The subquery reads one page of the index before it joins any other table.
  const found = await readAuthors(db, {
    where: sql`a.id = any(array(
      select al.author_id from author_listings al where al.is_writer and ${isUnder} and ${isBehind}
      order by al.sort_key, al.author_id limit ${authorsAPage + 1}))`,
    orderBy: sql`al.sort_key, al.author_id`,
    limit: authorsAPage + 1,
  });
  const authors = found.slice(0, authorsAPage);
  const count = counted.find((entry) => entry.beginning === shown)?.authors ?? 0;
  const isLong = (counted.find((entry) => entry.beginning === shown[0])?.authors ?? 0) > authorsAPage;
  return {
    letters,
    shown,
    beginnings:
      isLong && !isOther(shown)
        ? counted.filter((entry) => /^[a-z]{2}$/.test(entry.beginning) && entry.beginning[0] === shown[0])
        : [],
    count,
    authors,
    next: found.length > authorsAPage ? (authors.at(-1)?.id ?? null) : null,
  };
}

async function isOneOf(db: Db, authorId: string, isUnder: SQL): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from author_listings al where al.author_id = ${authorId} and al.is_writer and ${isUnder}`);
  return rowCount > 0;
}

/** How many authors of a letter the covers are chosen from; each costs a look into the index. */
const authorsWithCover = 12;

/**
 * Up to three covers for each `letter` of these authors: the best rated of their best works. Only the authors with most
 * books are looked at. To get the covers of each author, pass the author's id as the letter.
 */
export async function listLetterCovers(db: Db, authors: IndexedAuthor[]): Promise<LetterCovers> {
  const prolific = [...Map.groupBy(authors, ({ letter }) => letter).values()].flatMap((group) =>
    group.toSorted((one, other) => other.bookCount - one.bookCount).slice(0, authorsWithCover),
  );
  const { rows } = await db.execute<{ letter: string; id: string; coverKey: string; title: string }>(sql`
    with best as (
      select distinct a.letter, p.rating_rank, p.work_id
      from unnest(${prolific.map(({ id }) => id)}::text[], ${prolific.map(({ letter }) => letter)}::text[]) as a (id, letter)
        cross join lateral (
          select rating_rank, work_id from shelf_places where facet = 'author:' || a.id
          order by rating_rank desc, work_id limit 1) p)
    select p.letter, b.id, ${coverKeySql} as cover_key, w.title
    from (select *, row_number() over (partition by letter order by rating_rank desc, work_id) as place from best) p
      join listings l on l.work_id = p.work_id join books b on b.id = l.book_id join works w on w.id = l.work_id
    where p.place <= 3
    order by p.letter, p.place`);
  const covers: LetterCovers = {};
  for (const { letter, ...book } of rows) (covers[letter] ??= []).push({ ...book, authors: [] });
  return covers;
}

/** The authors the bookseller chose for the home page, without those who have no listed book. */
export function listFeaturedAuthors(db: Db, limit: number): Promise<Author[]> {
  return readAuthors(db, { where: sql`a.is_featured and al.author_id is not null`, orderBy: sql`a.name, a.id`, limit });
}

/** The first author of each of these books, in their order. */
export function listFirstAuthors(db: Db, limit: number, books: BookCard[]): Promise<Author[]> {
  const ids = books.flatMap((book) => book.authors.slice(0, 1).map(({ id }) => id));
  return readAuthors(db, {
    where: sql`a.id = any(${ids}::text[])`,
    orderBy: sql`array_position(${ids}::text[], a.id)`,
    limit,
  });
}

export async function findAuthor(db: Db, authorId: string): Promise<Author | null> {
  const [author] = await readAuthors(db, { where: sql`a.id = ${authorId}`, orderBy: sql`a.id`, limit: 1 });
  return author ?? null;
}
