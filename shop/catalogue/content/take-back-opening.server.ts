import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Entry } from "#shop/kernel/audit-log/record.server.ts";
import { changeBetween, takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
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

/** The book that an opening page was written for, as the record names it. */
export interface OpenedBook {
  id: string;
  workId: string;
  title: string;
}

/** Finds a book by its id, for what it opens with; null when there is none. */
export async function findOpenedBook(tx: Db, id: string): Promise<OpenedBook | null> {
  const { rows } = await tx.execute<OpenedBook>(sql`
    select b.id, b.work_id, w.title from books b join works w on w.id = b.work_id where b.id = ${id}`);
  return rows[0] ?? null;
}

/** Writes what a book opens with in a language, in place of what was there; what the record says of it, null when it was so. */
export async function writeOpening(
  tx: Db,
  book: OpenedBook,
  language: string,
  opening: WrittenOpening,
  at: Date,
): Promise<Entry | null> {
  const key = { workId: book.workId, language };
  const change = changeBetween("opening", openingKey(key), await findOpening(tx, key), opening);
  if (!change) return null;
  await saveOpening(tx, key, opening, at);
  const words = `Wrote what “${book.title}” opens with (${language}).`;
  return { action: "catalogue.set-opening", words, subject: `book ${book.id}`, changes: [change] };
}

/** Takes away what a book opens with in a language; what the record says of it, null when nothing was written. */
export async function clearOpening(tx: Db, book: OpenedBook, language: string): Promise<Entry | null> {
  const key = { workId: book.workId, language };
  const before = await findOpening(tx, key);
  if (!before || !(await removeOpening(tx, key))) return null;
  return {
    action: "catalogue.remove-opening",
    words: `Removed what “${book.title}” opens with (${language}).`,
    subject: `book ${book.id}`,
    changes: [{ kind: "opening", key: openingKey(key), before: { ...before }, after: null }],
  };
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
