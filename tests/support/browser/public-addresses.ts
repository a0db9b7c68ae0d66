import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";

const fixed = [
  ...listRouteExamples()
    .filter(({ path, route }) => route.access === "public" && route.offline !== "never" && !path.includes(":"))
    .map(({ address }) => address),
  ...["mindful-reading", "godan", "the-guide", "foundation"].map((id) => `/books/${id}/look-inside`),
];

/**
 * Lists public pages that search engines and link previews show: the fixed pages, and one page per row. Only every
 * tenth author is listed, and every tenth book that is the only edition of its work, because those pages differ only in
 * their data.
 */
export async function listPublicAddresses(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select '/books/' || id as path
      from (select id, count(*) over (partition by work_id) as editions, row_number() over (order by id) from books) b
      where editions > 1 or row_number % 10 = 1 or id = 'mindful-reading'
    union all select '/categories/' || id from categories
    union all select '/authors/' || id from (select id, row_number() over (order by id) from authors) a
      where row_number % 10 = 1 or id = 'premchand'
    union all select '/series/' || id from series
    union all select '/reading-lists/' || id from reading_lists
    union all select '/pages/' || id from pages where is_shown and place <> 'fixed'`);
  return [...fixed, ...rows.map(({ path }) => path)];
}
