import type { RateLimitName } from "#app/http/context.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The message about a form with a zero byte, which PostgreSQL does not store. */
export const zeroByte =
  "This form contains a character that the shop cannot store. Nothing was changed; please type the text again.";
/** The message about a body that is over the limit. */
export const tooLarge =
  "This is too long: the shop accepts at most 64 kB at once. Please go back, shorten the text and send it again.";
/** The message about a body that is over the desk's limit, which is higher. */
export const tooLargeAtDesk =
  "These texts together are longer than the desk accepts at once. Nothing was changed. Go back, shorten the longest one, and send them again.";

/** The reason of a refusal, by rate limit. Many readers may share a network, so no text blames the reader. */
const sent = {
  read: "Many pages were asked for",
  search: "Many searches and choices on shelves were sent",
  suggest: "Many suggestions were asked for",
  status: "The state of orders was asked for very often",
  post: "Many forms were sent",
  draw: "Many pictures that have yet to be drawn were asked for",
  picture: "Many pictures were asked for",
  forged: "Many reports of payments without a valid signature were sent",
} satisfies Partial<Record<RateLimitName, string>>;

/** Returns the response to a request over a rate limit. `seconds` is the time until the next request is accepted. */
export function tooQuick(request: Request, what: keyof typeof sent, seconds: number): Response {
  const wait = `Please wait ${formatCount(seconds, "second")} and`;
  const message =
    what === "post"
      ? `${sent.post} from your internet connection at once, so this one was not taken, and nothing was changed. ${wait} send it again.`
      : `${sent[what]} from your internet connection at once. ${wait} try again.`;
  return refuse(request, 429, message, { "retry-after": String(seconds), "cache-control": "private, no-store" });
}

/** Maximum length of an address in a redirect; clients and proxies accept 16 kB of headers in total. */
const maxLocation = 8 * 1024;

/** Replaces a redirect to an address that is too long for clients with a refusal. */
export function refuseLongLocation(request: Request, answer: Response): Response {
  if ((answer.headers.get("location")?.length ?? 0) <= maxLocation) return answer;
  return refuse(request, 422, "This is too long for the address of a page. Go back, and shorten it.");
}

/** A refusal with a message: a page for a browser, JSON for a script. */
export function refuse(
  request: Request,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const isScript = request.headers.get("accept")?.includes("application/json");
  return isScript ? Response.json({ message }, { status, headers }) : new Response(message, { status, headers });
}
