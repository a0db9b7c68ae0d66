import type { RouterContextProvider } from "react-router";

import { databaseAwayContext, noticeErrorContext } from "#app/http/context.ts";
import { isDatabaseAway } from "#db/database-away.ts";
import { describeError } from "#db/describe-error.ts";
import { answerSmallPage, type SmallPage } from "./small-page.ts";

/** How long a browser and whoever else asks wait before they ask again. */
const againSeconds = "10";
const logEveryMs = 10_000;
let loggedAt = -Infinity;

/** What a page says. A change may have been made, if its last word was lost: nobody may say that it was not. */
const asksAgain =
  "It cannot reach its records just now. Nothing is lost. This page asks again by itself every ten seconds.";
const lookFirst =
  "It cannot reach its records just now, and cannot say whether this was done. Go back in a minute and look; if it was not, send it again.";
const lookBeforeSending =
  "It cannot reach its records just now, and cannot say whether this was done. Look in a minute; if it was not done, send it again.";
/** The heading of such a page; the router's own has it in `page-error.tsx`. */
export const awayHeading = "The shop is catching its breath";

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

/**
 * The answer to a request that failed because the database is away: 503, and a page asks again by itself. A form that a
 * browser sent comes back with it, to be sent again.
 */
export function sayAway(
  response: Response,
  request: Request,
  context: RouterContextProvider,
  form: SmallPage["form"] | null,
): Response {
  const words = context.get(databaseAwayContext);
  if (response.status !== 500 || words === null) return response;
  if (form)
    return answerSmallPage({ heading: awayHeading, words: lookBeforeSending, form }, 503, {
      "retry-after": againSeconds,
    });
  // What has no page, such as a form's own address, would only say that something went wrong. To a script it is no refusal
  // in words, which it would show as the shop's last word: it asks again as after any answer that failed.
  if (response.headers.get("content-type")?.startsWith("text/plain"))
    return new Response(`${awayHeading}. ${words}`, {
      status: 503,
      headers: { "retry-after": againSeconds },
    });
  const headers = new Headers(response.headers);
  headers.set("retry-after", againSeconds);
  if (request.method === "GET") headers.set("refresh", againSeconds);
  return new Response(response.body, { status: 503, headers });
}
