import { sql } from "#db/sql.ts";

import type { Services } from "#shop/services.ts";
import { renditionNames } from "./picture-name.ts";

const batchSize = 500;

/** Every file of every picture that is in the store, one after the other, such as for a backup. */
export async function* readPictures({
  db,
  coverStore,
}: Pick<Services, "db" | "coverStore">): AsyncGenerator<{ name: string; bytes: Buffer }> {
  let after = "";
  for (;;) {
    const { rows } = await db.execute<{ id: string; width: number }>(sql`
      select id, width from cover_images where is_stored and id > ${after} order by id limit ${batchSize}`);
    for (const { id, width } of rows) {
      for (const name of renditionNames(id, width)) {
        const bytes = await coverStore.get(name);
        // One that was swept away meanwhile is no book's cover any more.
        if (bytes) yield { name, bytes };
      }
    }
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}
