import { fixedPages, originalField } from "#app/content/fixed-pages/fixed-pages.ts";
import type { Db } from "#db/connect.ts";
import { inRepeatableTransaction } from "#db/transaction.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { findPage, lockPages, savePage } from "#shop/office/pages/pages.server.ts";
import type { WordsOfEnvironment } from "./config/page-words-settings.ts";

/**
 * Writes the words of the environment into the pages for which the bookseller wrote nothing at the desk. The migrations
 * 0201 and 0218 do the same with those in the database. Returns the pages.
 */
export async function keepWordsOfEnvironment(db: Db, given: WordsOfEnvironment, at: Date): Promise<string[]> {
  const set = typedKeys(given).flatMap((id) => {
    const { lead, part } = given[id] ?? {};
    return lead || part ? [{ id, lead, part }] : [];
  });
  if (set.length === 0) return [];
  return inRepeatableTransaction(db, async (tx) => {
    await lockPages(tx);
    const written: string[] = [];
    for (const { id, lead = fixedPages[id].lead, part } of set) {
      if (await findPage(tx, id)) continue;
      const original = `{${originalField}}`;
      const text = part ? `## From the bookseller {#bookseller}\n\n${escapeWords(part)}\n\n${original}` : original;
      const page = { id, title: fixedPages[id].title, lead: lead.replaceAll(/\s+/g, " "), text };
      await savePage(tx, { ...page, place: "fixed", position: 0, isShown: true }, at);
      written.push(id);
    }
    return written;
  });
}

/** Plain words as formatted text: each line is a paragraph, and no sign has a meaning. */
function escapeWords(plain: string): string {
  return plain
    .trim()
    .replaceAll(/\s*\n\s*/g, "\n\n")
    .replaceAll(/[\\*{}[\]]/g, "\\$&")
    .replaceAll(/^[#-]/gm, "\\$&")
    .replaceAll(/^(\d{1,2})([.)])/gm, "$1\\$2");
}
