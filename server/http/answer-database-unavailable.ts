import type { RouterContextProvider } from "react-router";

import { databaseDownContext, reportErrorContext } from "#app/http/context.ts";
import { isDatabaseUnavailable } from "#db/database-unavailable.ts";
import { describeError } from "#db/describe-error.ts";
import { answerSmallPage, type SmallPage } from "./small-page.ts";

/** Seconds until a browser or another client retries. */
const againSeconds = "10";
const logEveryMs = 10_000;
let loggedAt = -Infinity;

/** Texts of the page. A change may be committed although its confirmation was lost, so no text may deny it. */
const asksAgain =
  "It cannot reach its records just now. Nothing is lost. This page asks again by itself every ten seconds.";
const lookFirst =
  "It cannot reach its records just now, and cannot say whether this was done. Go back in a minute and look; if it was not, send it again.";
const lookBeforeSending =
  "It cannot reach its records just now, and cannot say whether this was done. Look in a minute; if it was not done, send it again.";
/** The heading of the page; the router's error page has it in `page-error.tsx`. */
export const unavailableHeading = "The shop is catching its breath";

/** Marks on the request's context that the database is unavailable; other errors are left to the router. */
export function noteDatabaseUnavailable(context: RouterContextProvider, method: string): void {
  context.set(reportErrorContext, (error) => {
    if (!isDatabaseUnavailable(error)) return false;
    context.set(databaseDownContext, method === "GET" || method === "HEAD" ? asksAgain : lookFirst);
    // One line in ten seconds, because every request fails alike.
    const now = performance.now();
    if (now - loggedAt > logEveryMs) {
      loggedAt = now;
      console.error(`The database is unavailable: ${describeError(error)}`);
    }
    return true;
  });
}

/**
 * The response to a request that failed because the database is unavailable: 503, with a page that retries by itself. A
 * form sent by a browser comes back with its values, to be sent again.
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
  // A route without a page, such as a form's own address, would only report a general error. Scripts show the message
  // of a refusal as final; after this plain-text failure they retry.
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
