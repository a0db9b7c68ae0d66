import { counted } from "#shop/text/counted.ts";

/** For a form with a byte that PostgreSQL does not store. */
export const zeroByte =
  "This form contains a character that the shop cannot store. Nothing was changed; please type the text again.";
/** For a body beyond the limit. */
export const tooLarge =
  "This is too long: the shop accepts at most 64 kB at once. Please go back, shorten the text and send it again.";

/** For who asks too often; `seconds` until the next try. */
export function tooQuick(request: Request, seconds: number): Response {
  const message = `You sent too many requests. Please wait ${counted(seconds, "second")} and try again.`;
  return refuse(request, 429, message, { "retry-after": String(seconds), "cache-control": "private, no-store" });
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
