import { z } from "zod";

import { cookieLine, readCookie } from "#app/http/cookies.server.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { fieldsOfChoice, readPlateChoice, type PlateChoice } from "#shop/sales/orders/plates/plate-words.ts";

const name = "ex-libris";
const days = 30;

const text = z.string().optional();
const fields = z.object({
  kind: z.enum(["mine", "present", "none"]).optional(),
  name: text,
  for: text,
  from: text,
  line: text,
});

/** The bookplates that this browser chose for its next order; null without a choice. */
export function readPlateCookie(request: Request): PlateChoice {
  const value = readCookie(request, name);
  return value ? parsePlateChoice(Buffer.from(value, "base64url").toString()) : null;
}

/** Parses a choice of bookplates from the JSON of its fields; null if it is malformed. */
export function parsePlateChoice(json: string): PlateChoice {
  const parsed = fields.safeParse(parseJson(json));
  return parsed.success ? readPlateChoice(parsed.data) : null;
}

/** Keeps a choice of bookplates in the browser until it is ordered; null deletes it. */
export function setPlateCookie(headers: Headers, url: string, choice: PlateChoice): void {
  const value = choice === null ? "" : Buffer.from(JSON.stringify(fieldsOfChoice(choice))).toString("base64url");
  const maxAgeSeconds = choice === null ? 0 : days * 24 * 3600;
  headers.append("set-cookie", cookieLine({ url, name, value, maxAgeSeconds, isReadable: true }));
}
