import type { RateLimitName } from "#app/http/context.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** For a form with a byte that PostgreSQL does not store. */
export const zeroByte =
  "This form contains a character that the shop cannot store. Nothing was changed; please type the text again.";
/** For a body beyond the limit. */
export const tooLarge =
  "This is too long: the shop accepts at most 64 kB at once. Please go back, shorten the text and send it again.";
/** For a body beyond the desk's limit, which is higher. */
export const tooLargeAtDesk =
  "These are more texts than the desk takes at once: nothing was done. Go back, shorten the longest one, and send them again.";

/** Reasons by rate limit. A network may be shared, so no text blames the reader. */
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

/** The response to a request over a rate limit; `seconds` until the next try. */
export function tooQuick(request: Request, what: keyof typeof sent, seconds: number): Response {
  const wait = `Please wait ${formatCount(seconds, "second")} and`;
  const message =
    what === "post"
      ? `${sent.post} from your internet connection at once, so this one was not taken, and nothing was changed. ${wait} send it again.`
      : `${sent[what]} from your internet connection at once. ${wait} try again.`;
  return refuse(request, 429, message, { "retry-after": String(seconds), "cache-control": "private, no-store" });
}

/** Clients and proxies accept 16 kB of headers in total. */
const maxLocation = 8 * 1024;

/** Replaces a redirect to an address that is too long to be followed with a refusal. */
export function refuseLongLocation(request: Request, answer: Response): Response {
  if ((answer.headers.get("location")?.length ?? 0) <= maxLocation) return answer;
  return refuse(request, 422, "This is too long for the address of a page. Go back, and take some of it out.");
}

/** A refusal with a message; as JSON for a script. */
export function refuse(
  request: Request,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const isScript = request.headers.get("accept")?.includes("application/json");
  return isScript ? Response.json({ message }, { status, headers }) : new Response(message, { status, headers });
}
