import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { href } from "#routing/href.ts";
import { authorNamesSql, isShown } from "#shop/catalogue/cards.server.ts";
import { cleanText } from "#shop/text/clean-text.ts";
import { foldText } from "#shop/text/fold-text.ts";

/** As OpenSearch's extension for suggestions has it: what was typed, what it may become, a word on each, and its page. */
export type SuggestionsAnswer = [typed: string, completions: string[], descriptions: string[], urls: string[]];

const maxSuggestions = 8;
const minTyped = 2;
const maxTyped = 100;

/** Answers a browser's address bar, for what was typed so far. */
export async function suggestInBrowser(db: Db, publicUrl: string, typed: string): Promise<SuggestionsAnswer> {
  const books = await listSuggestedBooks(db, typed.slice(0, maxTyped), maxSuggestions);
  return [
    typed,
    books.map(({ title }) => cleanText(title)),
    books.map(({ authors }) => cleanText(authors)),
    books.map(({ id }) => publicUrl + href("/books/:bookId", { bookId: id })),
  ];
}

interface SuggestedBook {
  id: string;
  title: string;
  /** One line; empty for a book without any. */
  authors: string;
}

/** Books whose titles begin so. */
async function listSuggestedBooks(db: Db, typed: string, limit: number): Promise<SuggestedBook[]> {
  const folded = foldText(typed);
  if (folded.length < minTyped) return [];
  const { rows } = await db.execute<SuggestedBook>(sql`
    select b.id, w.title, ${authorNamesSql} as authors from works w join books b on b.work_id = w.id and ${isShown}
    where w.search_text like ${`${folded.replace(/[\\%_]/g, "\\$&")}%`} limit ${limit}`);
  return rows;
}
