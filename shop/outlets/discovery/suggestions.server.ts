import type { Db } from "#db/connect.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import { maxSuggestedLetters, type Suggestion } from "#shop/catalogue/search/suggestion.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";

/** As OpenSearch's extension for suggestions has it: what was typed, what it may become, a word on each, and its page. */
export type SuggestionsAnswer = [typed: string, completions: string[], descriptions: string[], urls: string[]];

const maxSuggestions = 8;

const kinds = { author: "Author", series: "Series", category: "Category" };

/** Answers a browser's address bar, for what was typed so far, as the shop's own search box is answered. */
export async function suggestInBrowser(db: Db, publicUrl: string, typed: string): Promise<SuggestionsAnswer> {
  const found = await suggest(db, typed.slice(0, maxSuggestedLetters), maxSuggestions);
  return [
    typed,
    found.map(({ name }) => cleanText(name)),
    found.map((suggestion) => cleanText(describe(suggestion))),
    found.map(({ path }) => publicUrl + path),
  ];
}

function describe({ kind, by }: Suggestion): string {
  return kind === "book" ? by : kinds[kind];
}
