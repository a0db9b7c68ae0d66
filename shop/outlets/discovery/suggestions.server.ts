import type { Db } from "#db/connect.ts";
import { suggest } from "#shop/catalogue/search/suggest.server.ts";
import { maxSuggestedLetters, type Suggestion } from "#shop/catalogue/search/suggestion.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";

/**
 * The response of OpenSearch's suggestions extension: the query, its completions, a description of each, and their
 * pages.
 */
export type SuggestionsAnswer = [typed: string, completions: string[], descriptions: string[], urls: string[]];

const maxSuggestions = 8;

const kinds = { author: "Author", series: "Series", category: "Category" };

/** Answers the address bar of a browser with the suggestions of the shop's own search box. */
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
