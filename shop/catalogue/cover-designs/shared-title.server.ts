import { sql } from "#db/sql.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

import type { Db } from "#db/connect.ts";
import { sharedPages, type SharedKind } from "./share-pictures.ts";

/** The title drawn on a page's picture for link previews; null if there is no such page. */
export async function findSharedTitle(db: Db, kind: SharedKind, id: string): Promise<string | null> {
  if (kind === "pages") return isKeyOf(sharedPages, id) ? sharedPages[id] : null;
  const { rows } = await db.execute<{ title: string }>(
    {
      categories: sql`select name as title from categories where id = ${id}`,
      authors: sql`select name as title from authors where id = ${id}`,
      series: sql`select name as title from series where id = ${id}`,
      "reading-lists": sql`select title from reading_lists where id = ${id}`,
    }[kind],
  );
  return rows[0]?.title ?? null;
}
