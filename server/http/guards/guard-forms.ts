import type { MiddlewareHandler } from "hono";

import { mayChange, postsAt } from "./same-origin.ts";
import { isForm } from "./trusted-request.ts";

interface FormGuard {
  publicUrl: string;
  /** The response to a form beyond the rate limit of its network; null below the limit. */
  limit: (request: Request, network: string | null) => Response | null;
  note: (refused: string) => void;
}

/**
 * Accepts a POST only from the shop's own pages or with its own authentication, within the rate limit of its network.
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
    // Webhooks are not limited, as there are as many as payments; those without a valid signature are counted when they
    // are read.
    const refused = posts.startsWith("signed") ? null : limit(raw, c.env.network);
    if (refused) return refused;
    // Every form of the shop has this content type, with or without JavaScript. Webhooks are JSON, and mail programs
    // may post a one-click unsubscribe as multipart (RFC 8058, 3.1).
    if (isForm(raw) || ["signed-json", "one-click"].includes(posts)) return next();
    return c.text(
      "The shop could not read this request, because it was not sent as a form. Please send it from the shop's own page.",
      415,
    );
  };
}
