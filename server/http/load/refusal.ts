import type { RateLimitName } from "#app/http/context.ts";
import { counted } from "#shop/kernel/text/counted.ts";

/** For a form with a byte that PostgreSQL does not store. */
export const zeroByte =
  "This form contains a character that the shop cannot store. Nothing was changed; please type the text again.";
/** For a body beyond the limit. */
export const tooLarge =
  "This is too long: the shop accepts at most 64 kB at once. Please go back, shorten the text and send it again.";
/** The same at the desk, whose forms may be longer. */
export const tooLargeAtDesk =
  "These are more texts than the desk takes at once: nothing was done. Go back, shorten the longest one, and send them again.";

/** What a network sent too much of. It may be shared, so no reader is told that it was them. */
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

/** For who asks too often; `seconds` until the next try. */
export function tooQuick(request: Request, what: keyof typeof sent, seconds: number): Response {
  const wait = `Please wait ${counted(seconds, "second")} and`;
  const message =
    what === "post"
      ? `${sent.post} from your internet connection at once, so this one was not taken, and nothing was changed. ${wait} send it again.`
      : `${sent[what]} from your internet connection at once. ${wait} try again.`;
  return refuse(request, 429, message, { "retry-after": String(seconds), "cache-control": "private, no-store" });
}

/** Clients and proxies take headers of 16 kB together. */
const maxLocation = 8 * 1024;

/** The answer, unless it leads to an address that is too long to be followed: then a refusal that says so. */
export function withShortLocation(request: Request, answer: Response): Response {
  if ((answer.headers.get("location")?.length ?? 0) <= maxLocation) return answer;
  return refuse(request, 422, "This is too long for the address of a page. Go back, and take some of it out.");
}

/** A refusal in words; a script gets them as JSON. */
export function refuse(
  request: Request,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const isScript = request.headers.get("accept")?.includes("application/json");
  return isScript ? Response.json({ message }, { status, headers }) : new Response(message, { status, headers });
}
