import type { Context } from "hono";

import { tooLarge } from "#server/http/load/refusal.ts";
import { readBody } from "./read-body.ts";
import { whyNoStandIn, type MountedStandIn } from "./stand-in-guard.ts";
import { mayHaveBody, withTrustedUrl } from "./trusted-request.ts";

const largestBody = 64 * 1024;

/** A request, with what `App.fetch` knows of its sender. */
type StandInContext = Context<{ Bindings: { network: string | null; isLocal: boolean } }>;

/** Hands a request to a stand-in, or refuses it. `limit` counts requests of others than the shop, and may refuse them. */
export async function answerStandIn(
  c: StandInContext,
  standIn: MountedStandIn,
  publicUrl: string,
  limit: (request: Request, network: string | null, what: "post" | "read") => Response | null,
): Promise<Response> {
  const { method, url, headers } = c.req.raw;
  const refusal = whyNoStandIn({ method, url, headers, isLocal: c.env.isLocal }, standIn, publicUrl);
  if (refusal) return c.text(refusal, 403);
  const refused = c.env.isLocal ? null : limit(c.req.raw, c.env.network, mayHaveBody(method) ? "post" : "read");
  if (refused) return refused;
  const body = mayHaveBody(method) ? await readBody(c.req.raw, largestBody) : null;
  if (body === "too-large") return c.text(tooLarge, 413);
  return standIn.fetch(withTrustedUrl(c.req.raw, publicUrl, body));
}
