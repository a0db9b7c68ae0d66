import type { MiddlewareHandler } from "hono";

import { mayChange, postsAt } from "./same-origin.ts";
import { isForm } from "./trusted-request.ts";

interface FormGuard {
  publicUrl: string;
  /** Returns the response to a form that is over the rate limit of its network, otherwise null. */
  limit: (request: Request, network: string | null) => Response | null;
  note: (refused: string) => void;
}

/**
 * Accepts a POST only if it comes from the shop's own pages or its route verifies a signature or secret, and if its
 * network is within the rate limit.
 */
export function guardForms({ publicUrl, limit, note }: FormGuard): MiddlewareHandler<{
  Bindings: { network: string | null };
}> {
  return async (c, next) => {
    const { method, path, raw } = c.req;
    if (!mayChange(method, path, raw.headers, publicUrl)) {
      note("forms of other sites");
      return c.text("This request did not come from the shop's own pages, so nothing was changed.", 403);
    }
    if (method !== "POST") return next();
    const posts = postsAt(path);
    // Webhooks are not rate limited, because there are as many as payments. Webhooks without a valid signature are
    // counted when they are read.
    const refused = posts.startsWith("signed") ? null : limit(raw, c.env.network);
    if (refused) return refused;
    // All forms of the shop have this content type, with or without JavaScript. Webhooks are JSON. Mail programs may
    // post a one-click unsubscribe as multipart (RFC 8058, 3.1).
    if (isForm(raw) || ["signed-json", "one-click"].includes(posts)) return next();
    return c.text(
      "The shop could not read this request, because it was not sent as a form. Please send it from the shop's own page.",
      415,
    );
  };
}
