import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Services } from "#shop/services.ts";
import { renditionNames } from "./picture-name.ts";

const batchSize = 500;

/**
 * Yields every file of every stored picture, for backups. Calls `noteMissing` with the number of further covers that
 * lack a file.
 */
export async function* readPictures(
  { db, coverStore }: Pick<Services, "db" | "coverStore">,
  noteMissing: (covers: number) => void = () => {},
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  let after = "";
  for (;;) {
    const { rows } = await db.execute<{ id: string; width: number }>(sql`
      select id, width from cover_images where is_stored and id > ${after} order by id limit ${batchSize}`);
    const incomplete = new Set<string>();
    for (const { id, width } of rows) {
      for (const name of renditionNames(id, width)) {
        const bytes = await coverStore.get(name);
        if (bytes) yield { name, bytes };
        else incomplete.add(id);
      }
    }
    if (incomplete.size > 0) noteMissing(await countCovers(db, [...incomplete]));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}

/** Counts how many of these pictures are covers of books. A picture that was deleted meanwhile is no cover. */
async function countCovers(db: Db, ids: string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(distinct cover_image_id)::int as count from books where cover_image_id = any(${ids}::text[])`,
  );
  return oneRow(rows).count;
}
