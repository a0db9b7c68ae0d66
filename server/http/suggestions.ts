import type { Db } from "#db/connect.ts";
import { describeErrorForLog } from "#db/describe-error.ts";
import { suggestInTime } from "#shop/catalogue/search/suggest.server.ts";
import { maxSuggestions } from "#shop/catalogue/search/suggestion.ts";

/** Whoever deletes a letter has the answer at hand; a minute later a new book may be in it. */
const kept = { "cache-control": "private, max-age=60" };
const notKept = { "cache-control": "private, no-store" };

/**
 * What the shop suggests for `q`, at most `limit` of it, as `{ suggestions }`: the same for everybody, so it reads no
 * cookie. What readers type is stored nowhere, and is in no log.
 */
export async function answerSuggestions(db: Db, query: URLSearchParams): Promise<Response> {
  const asked = Number(query.get("limit") ?? maxSuggestions);
  const limit = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), maxSuggestions) : maxSuggestions;
  try {
    const { suggestions, isAll } = await suggestInTime(db, query.get("q") ?? "", limit);
    return Response.json({ suggestions }, { headers: isAll ? kept : notKept });
  } catch (error) {
    console.error(`The shop could not suggest books: ${describeErrorForLog(error)}`);
    return Response.json({ message: "The shop cannot suggest books just now." }, { status: 503, headers: notKept });
  }
}
