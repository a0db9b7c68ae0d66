import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { takeBackEach } from "#shop/record/take-back-each.ts";
import {
  findOpening,
  removeOpening,
  saveOpening,
  type OpeningKey,
  type WrittenOpening,
} from "./opening-pages.server.ts";

/** The key of an opening page in the record: `godan hi`. */
export function openingKey({ workId, language }: OpeningKey): string {
  return `${workId} ${language}`;
}

function readKey(key: string): OpeningKey {
  const [workId = "", language = ""] = key.split(" ");
  return { workId, language };
}

async function isGone(tx: Db, { workId }: OpeningKey): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from works where id = ${workId} for key share`);
  return rowCount === 0;
}

/** What a work opens with, in one language. */
export const takeBackOpening = takeBackEach<WrittenOpening>({
  find: (tx, key) => findOpening(tx, readKey(key)),
  async save(tx, key, opening, at) {
    if (await isGone(tx, readKey(key))) return "its book is not here any more";
    await saveOpening(tx, readKey(key), opening, at);
  },
  remove: (tx, key) => removeOpening(tx, readKey(key)),
  nameOf: (name) => `what ${name} opens with`,
  whyItStays: "it is gone already",
  labels: {
    kind: "what it is",
    paragraphs: "the text",
    source: "where it stands",
    writtenBy: "who wrote it",
    setBy: "who set it",
  },
});
