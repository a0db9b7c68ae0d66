import type { RouterContextProvider } from "react-router";

import { databaseDownContext, reportErrorContext } from "#app/http/context.ts";
import { isDatabaseUnavailable } from "#db/database-unavailable.ts";
import { describeError } from "#db/describe-error.ts";
import { answerSmallPage, type SmallPage } from "./small-page.ts";

/** Seconds until a browser or another client retries. */
const againSeconds = "10";
const logEveryMs = 10_000;
let loggedAt = -Infinity;

/**
 * Texts of the page. A change may be committed although the confirmation of the commit was lost, so no text may say
 * that nothing was changed.
 */
const asksAgain =
  "It cannot reach its records just now. Nothing is lost. This page asks again by itself every ten seconds.";
const lookFirst =
  "It cannot reach its records just now, and cannot say whether this was done. Go back in a minute and look; if it was not, send it again.";
const lookBeforeSending =
  "It cannot reach its records just now, and cannot say whether this was done. Look in a minute; if it was not done, send it again.";
/** The heading of the page. `page-error.tsx` has the same heading for errors that the router shows. */
export const unavailableHeading = "The shop is catching its breath";

/**
 * Makes the router's error handling mark on the context that the database is unavailable, and log it. Other errors are
 * left to the router.
 */
export function noteDatabaseUnavailable(context: RouterContextProvider, method: string): void {
  context.set(reportErrorContext, (error) => {
    if (!isDatabaseUnavailable(error)) return false;
    context.set(databaseDownContext, method === "GET" || method === "HEAD" ? asksAgain : lookFirst);
    // Log one line per ten seconds, because every request fails for the same reason.
    const now = performance.now();
    if (now - loggedAt > logEveryMs) {
      loggedAt = now;
      console.error(`The database is unavailable: ${describeError(error)}`);
    }
    return true;
  });
}

/**
 * Returns the response to a request that failed because the database is unavailable: 503, with a page that retries by
 * itself. A form that a browser sent is shown again with its values, so that the reader can send it again.
 */
export function answerDatabaseUnavailable(
  response: Response,
  request: Request,
  context: RouterContextProvider,
  form: SmallPage["form"] | null,
): Response {
  const words = context.get(databaseDownContext);
  if (response.status !== 500 || words === null) return response;
  if (form)
    return answerSmallPage({ heading: unavailableHeading, words: lookBeforeSending, form }, 503, {
      "retry-after": againSeconds,
    });
  // A route without a page, such as an address that only receives a form, would report only a general error. Scripts
  // treat a JSON message as final, but retry after this plain-text failure.
  if (response.headers.get("content-type")?.startsWith("text/plain"))
    return new Response(`${unavailableHeading}. ${words}`, {
      status: 503,
      headers: { "retry-after": againSeconds },
    });
  const headers = new Headers(response.headers);
  headers.set("retry-after", againSeconds);
  if (request.method === "GET") headers.set("refresh", againSeconds);
  return new Response(response.body, { status: 503, headers });
}
