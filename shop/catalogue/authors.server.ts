import { sql, type SQL } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { Author } from "./book.ts";

const inOrder = new Intl.Collator("en");

async function readAuthors(db: Db, where: SQL, limit?: number): Promise<Author[]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    bio: string;
    image_url: string;
    book_count: number;
  }>(sql`
    select a.id, a.name, a.bio, a.image_url,
      (select count(distinct c.work_id)::int from work_contributors c where c.author_id = a.id) as book_count
    from authors a where ${where}
    order by a.is_featured desc, a.name
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    bio: row.bio,
    portraitKey: row.image_url.replace(/^\/portraits\/|-\d+\.webp$/g, ""),
    bookCount: row.book_count,
  }));
}

/** Everybody who has written a book on the shelf, by name; translators and editors are found through their books. */
export async function listAuthors(db: Db): Promise<Author[]> {
  const wrote = sql`exists (select from work_contributors c where c.author_id = a.id and c.role = 'author')`;
  const authors = await readAuthors(db, wrote);
  return authors.sort((a, b) => inOrder.compare(a.name, b.name));
}

/** The authors the bookseller wants on the home page. */
export function listFeaturedAuthors(db: Db, limit: number): Promise<Author[]> {
  return readAuthors(db, sql`a.is_featured`, limit);
}

/** One author, or null. */
export async function findAuthor(db: Db, authorId: string): Promise<Author | null> {
  const [author] = await readAuthors(db, sql`a.id = ${authorId}`);
  return author ?? null;
}
