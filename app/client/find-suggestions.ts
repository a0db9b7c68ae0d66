import { suggestionsPath, type Suggestion } from "#shop/catalogue/search/suggestion.ts";

/** Whoever types quickly asks once for several letters. */
const pauseMs = 120;
let asking = new AbortController();

/** No answer to what was asked before is heard any more. */
export function dropQuestion(): void {
  asking.abort();
}

/** Asks the shop what may be meant; null when something was asked or dropped since, or nothing could be found out. */
export async function findSuggestions(text: string, limit: number): Promise<Suggestion[] | null> {
  dropQuestion();
  const { signal } = (asking = new AbortController());
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (signal.aborted || !navigator.onLine) return null;
  try {
    const query = new URLSearchParams({ q: text, limit: String(limit) });
    const headers = { accept: "application/json" };
    const response = await fetch(`${suggestionsPath}?${query}`, { signal, headers });
    if (!response.ok) return null;
    const { suggestions } = (await response.json()) as { suggestions: Suggestion[] };
    return signal.aborted ? null : suggestions;
  } catch {
    return null;
  }
}
