import { suggestionsPath, type Suggestion } from "#shop/catalogue/search/suggestion.ts";

/** Debounce, in ms: one request for several quickly typed letters. */
const pauseMs = 120;
let asking = new AbortController();

/** Cancels the running request for suggestions. */
export function cancelSuggestions(): void {
  asking.abort();
}

/** Fetches search suggestions; null when a newer call or `cancelSuggestions` cancelled this one, or the request failed. */
export async function findSuggestions(text: string, limit: number): Promise<Suggestion[] | null> {
  cancelSuggestions();
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
