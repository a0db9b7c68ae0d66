import { unavailableHeading } from "#server/http/answer-database-unavailable.ts";
import { answerSmallPage, type SmallPage } from "#server/http/small-page.ts";

const plainText = "text/plain; charset=utf-8";
/** A random delay of 5 to 9 seconds, so that not all clients retry at the same moment. */
const againSeconds = () => String(5 + Math.floor(Math.random() * 5));

/**
 * Returns the response to a request that is rejected under load: 503. A page retries by itself. A form is shown again
 * with its values, so that the reader can send it again. Scripts get plain text, because they treat a JSON message as
 * final.
 */
export function answerBusy(request: Request, form: SmallPage["form"] | null): Response {
  const isReading = request.method === "GET" || request.method === "HEAD";
  const words = isReading
    ? "Very many readers are here just now. Nothing is lost. This page asks again by itself in a few seconds."
    : "Very many readers are here just now, so this was not taken, and nothing was changed. Please send it again in a few seconds.";
  const again = againSeconds();
  const headers = { "retry-after": again, "cache-control": "private, no-store" };
  if (!request.headers.get("accept")?.includes("text/html"))
    return new Response(`${unavailableHeading}. ${words}`, {
      status: 503,
      headers: { ...headers, "content-type": plainText },
    });
  return answerSmallPage(
    { heading: unavailableHeading, words, form },
    503,
    isReading ? { ...headers, refresh: again } : headers,
  );
}
