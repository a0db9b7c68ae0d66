import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { matchKey, nameKey } from "#shop/catalogue/books/match-key.ts";

/** A book that a reader asks for; unknown texts are empty, an unknown ISBN is null. */
export interface WantedBook {
  ticket: string;
  title: string;
  author: string;
  isbn: string | null;
}

/** A book of the shop that matches, or may match, a wanted book. */
export interface BookInShop {
  id: string;
  title: string;
  authors: string[];
  isListed: boolean;
  /** True if the ISBN matches; false if only the title and, where given, the author match. */
  hasIsbn: boolean;
}

/** Upper bound on the works compared per title. */
const maxScanned = 10;

/** The wanted books that the shop has by now, by ticket; another edition if the shop does not have the wanted ISBN. */
export async function findReorderBooks(db: Db, wanted: WantedBook[]): Promise<Map<string, BookInShop>> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(({ title }) => titleKey(title));
  const { rows } = await db.execute<BookInShop & { ticket: string }>(sql`
    select given.ticket, found.id, w.title, found.is_listed, found.has_isbn,
      coalesce((select array_agg(a.name order by c.position) from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id), '{}') as authors
    from unnest(${wanted.map(({ ticket }) => ticket)}::text[], ${wanted.map(({ isbn }) => isbn)}::text[], ${keys}::text[])
        with ordinality as given (ticket, isbn13, key, place)
      cross join lateral (
        select b.id, b.work_id, b.is_listed, true as has_isbn from books b where b.isbn13 = given.isbn13
        union all
        (select b.id, b.work_id, b.is_listed, false from works k join books b on b.work_id = k.id and b.is_main
          -- Prefix scan for the key and a bar; a brace is the next character after a bar.
          where given.key <> '' and k.match_key >= given.key || '|' and k.match_key < given.key || '}'
          order by b.is_listed desc, k.match_key limit ${maxScanned})) found
      join works w on w.id = found.work_id
    order by given.place, found.has_isbn desc, found.is_listed desc, w.title`);
  const asked = new Map(wanted.map((one) => [one.ticket, one]));
  const found = new Map<string, BookInShop>();
  for (const { ticket, ...book } of rows)
    if (!found.has(ticket) && (book.hasIsbn || isBy(book.authors, requiredValue(asked, ticket).author)))
      found.set(ticket, book);
  return found;
}

/** The prefix of `match_key` for works with this title; empty without a title. */
function titleKey(title: string): string {
  return matchKey(title, "?")?.slice(0, -2) ?? "";
}

/**
 * Whether one of these authors may match: all words of the shorter name are in the longer one, as "Narayan" in "R. K.
 * Narayan".
 */
function isBy(authors: string[], asked: string): boolean {
  const words = wordsOf(asked);
  if (words.length === 0) return true;
  return authors.some((author) => {
    const named = wordsOf(author);
    const [short, long] = words.length <= named.length ? [words, named] : [named, words];
    return short.length > 0 && short.every((word) => long.includes(word));
  });
}

function wordsOf(name: string): string[] {
  return nameKey(name)
    .split(/[\s,]+/)
    .filter(Boolean);
}
