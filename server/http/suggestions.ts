import { describeErrorForLog } from "#db/describe-error.ts";
import { suggestInTime } from "#shop/catalogue/search/suggest.server.ts";
import type { Services } from "#shop/services.ts";
import { maxSuggestions } from "#shop/catalogue/search/suggestion.ts";
import { isNotOpen } from "./is-not-open.ts";

/**
 * Browsers reuse a response for a minute, for example when a letter is deleted. During that minute a new book may be
 * missing.
 */
const kept = { "cache-control": "private, max-age=60" };
const uncached = { "cache-control": "private, no-store" };

/**
 * Responds with at most `limit` suggestions for `q`, as `{ suggestions }`. All readers get the same suggestions, so no
 * cookie is read. The typed text is neither stored nor logged.
 */
export async function answerSuggestions(services: Services, request: Request): Promise<Response> {
  if (isNotOpen(services, request)) return Response.json({ suggestions: [] }, { headers: uncached });
  const query = new URL(request.url).searchParams;
  const asked = Number(query.get("limit") ?? maxSuggestions);
  const limit = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), maxSuggestions) : maxSuggestions;
  try {
    const { suggestions, isAll } = await suggestInTime(services.db, query.get("q") ?? "", limit);
    return Response.json({ suggestions }, { headers: isAll ? kept : uncached });
  } catch (error) {
    console.error(`The shop could not suggest books: ${describeErrorForLog(error)}`);
    return Response.json({ message: "The shop cannot suggest books just now." }, { status: 503, headers: uncached });
  }
}
