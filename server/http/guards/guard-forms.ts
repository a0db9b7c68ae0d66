import type { MiddlewareHandler } from "hono";

import { mayChange, postsAt } from "./same-origin.ts";
import { isForm } from "./trusted-request.ts";

interface FormGuard {
  publicUrl: string;
  /** Answers a form that is one too many of its network; null while it may send more. */
  limit: (request: Request, network: string | null) => Response | null;
  note: (refused: string) => void;
}

/** Lets a POST through that a page of the shop sends, or that proves itself, and of a network no more than a reader could send. */
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
    // Payment providers report as often as there are payments: what has no valid signature is counted when it is read.
    const refused = posts.startsWith("signed") ? null : limit(raw, c.env.network);
    if (refused) return refused;
    // Every form of the shop is sent this way, with or without a script. Webhooks are JSON, and mail programs may
    // post their one-click unsubscribing in parts (RFC 8058, 3.1).
    if (isForm(raw) || ["signed-json", "one-click"].includes(posts)) return next();
    return c.text(
      "The shop could not read this request, because it was not sent as a form. Please send it from the shop's own page.",
      415,
    );
  };
}
