import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Author, BookCard, CutList } from "./book.ts";
import { isShown } from "./cards.server.ts";

const hasBook = (role: SQL) => sql`exists (
  select from work_contributors c join books b on b.work_id = c.work_id and ${isShown} where c.author_id = a.id and ${role})`;

const inOrder = new Intl.Collator("en");

/** More authors than this are not on one page. */
export const maxAuthors = 500;

async function readAuthors(
  db: Db,
  { where, orderBy, limit }: { where: SQL; orderBy: SQL; limit: number },
): Promise<Author[]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    bio: string;
    imageUrl: string;
    bookCount: number;
  }>(sql`
    select a.id, a.name, a.bio, a.image_url,
      (select count(distinct c.work_id)::int from work_contributors c join books b on b.work_id = c.work_id and ${isShown}
        where c.author_id = a.id) as book_count
    from authors a where ${where}
    order by ${orderBy} limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    bio: row.bio,
    portraitKey: row.imageUrl.replace(/^\/portraits\/|-\d+\.webp$/g, ""),
    bookCount: row.bookCount,
  }));
}

/**
 * Everybody who has written a book of the catalogue, by name, the first `limit` of them; translators and editors are found
 * through their books.
 */
export async function listAuthors(db: Db, limit = maxAuthors): Promise<CutList<Author>> {
  const where = hasBook(sql`c.role = 'author'`);
  // The index goes by the bytes of a name, people by its letters: what is shown is put in their order.
  const found = await readAuthors(db, { where, orderBy: sql`a.name, a.id`, limit: limit + 1 });
  const rows = found.slice(0, limit).sort((a, b) => inOrder.compare(a.name, b.name));
  return { rows, isCut: found.length > limit };
}

/**
 * The authors the bookseller wants on the home page, of whom a book is on the shelf; where nobody was chosen, who wrote
 * these books.
 */
export async function listFeaturedAuthors(db: Db, limit: number, books: BookCard[] = []): Promise<Author[]> {
  const where = sql`a.is_featured and ${hasBook(sql`true`)}`;
  const chosen = await readAuthors(db, { where, orderBy: sql`a.name, a.id`, limit });
  if (chosen.length > 0) return chosen;
  const ids = books.flatMap((book) => book.authors.slice(0, 1).map(({ id }) => id));
  return readAuthors(db, {
    where: sql`a.id = any(${ids}::text[])`,
    orderBy: sql`array_position(${ids}::text[], a.id)`,
    limit,
  });
}

/** One author, or null. */
export async function findAuthor(db: Db, authorId: string): Promise<Author | null> {
  const [author] = await readAuthors(db, { where: sql`a.id = ${authorId}`, orderBy: sql`a.id`, limit: 1 });
  return author ?? null;
}
