import type { RouterContextProvider } from "react-router";

import { databaseAwayContext, noticeErrorContext } from "#app/http/context.ts";
import { isDatabaseAway } from "#db/database-away.ts";
import { describeError } from "#db/describe-error.ts";

/** How long a browser and whoever else asks wait before they ask again. */
const againSeconds = "10";
const logEveryMs = 10_000;
let loggedAt = -Infinity;

/** What a page says. A change may have been made, if its last word was lost: nobody may say that it was not. */
const asksAgain =
  "It cannot reach its records just now. Nothing is lost. This page asks again by itself every ten seconds.";
const lookFirst =
  "It cannot reach its records just now, and cannot say whether this was done. Go back in a minute and look; if it was not, send it again.";

/** Notes on a request's context that it failed because the database is away; any other error is the router's to note. */
export function noticeDatabaseAway(context: RouterContextProvider, method: string): void {
  context.set(noticeErrorContext, (error) => {
    if (!isDatabaseAway(error)) return false;
    context.set(databaseAwayContext, method === "GET" || method === "HEAD" ? asksAgain : lookFirst);
    // One line in ten seconds: every request says the same.
    const now = performance.now();
    if (now - loggedAt > logEveryMs) {
      loggedAt = now;
      console.error(`Pages wait for the database: ${describeError(error)}`);
    }
    return true;
  });
}

/** The answer to a request that failed because the database is away: 503, and a page asks again by itself. */
export function sayAway(response: Response, request: Request, context: RouterContextProvider): Response {
  const words = context.get(databaseAwayContext);
  if (response.status !== 500 || words === null) return response;
  // What has no page, such as a form's own address, would only say that something went wrong. To a script it is no refusal
  // in words, which it would show as the shop's last word: it asks again as after any answer that failed.
  if (response.headers.get("content-type")?.startsWith("text/plain"))
    return new Response(`The shop is catching its breath. ${words}`, {
      status: 503,
      headers: { "retry-after": againSeconds },
    });
  const headers = new Headers(response.headers);
  headers.set("retry-after", againSeconds);
  if (request.method === "GET") headers.set("refresh", againSeconds);
  return new Response(response.body, { status: 503, headers });
}
