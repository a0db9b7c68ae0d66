import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

/** Upper bound on the names found. */
export const maxFoundNames = 50;

/** Upper bound on the prefixes of names that are read from the index. */
const maxBeginnings = 400;

/**
 * The ids of authors or series that match a text: an id, a whole name in any script or, if they have listed works, the
 * beginning of a word of their name. Exact matches come first. Returns up to `maxFoundNames` + 1 ids, so that the
 * caller can see that there are more.
 */
export async function findNames(db: Db, kind: "author" | "series", text: string): Promise<string[]> {
  const folded = foldForSearch(text).slice(0, 100);
  if (folded === "") return [];
  const [key, after] = [nameKey(text), `${folded}\u{10ffff}`];
  const exact =
    kind === "author"
      ? sql`select id, 0 as rank from authors where id = ${text.trim()}
          union all select id, 1 from authors where name_key = ${key}
          union all select author_id, 1 from author_names where name_key = ${key}
          union all select author_id, 2 from author_aliases where name_key = ${key}
          union all select new_id, 3 from moved_addresses where kind = 'author' and old_id = ${text.trim()}`
      : sql`select id, 0 as rank from series where id = ${text.trim()}
          union all select id, 1 from series where name_key = ${key}
          union all select new_id, 3 from moved_addresses where kind = 'series' and old_id = ${text.trim()}`;
  const { rows } = await db.execute<{ id: string; rank: number }>(sql`
    select id, min(rank) as rank from (
      ${exact}
      union all select id, 4 from (
        select n.id from name_starts n
        where n.kind = ${kind} and n.start ~>=~ ${folded} and n.start ~<~ ${after}
        order by n.start using ~<~ limit ${maxBeginnings}) beginnings) found
    group by id order by rank, id limit ${maxFoundNames + 1}`);
  return rows.map(({ id }) => id);
}
