import { setTimeout as wait } from "node:timers/promises";

import type { Context, MiddlewareHandler } from "hono";

import type { CarrierFaults } from "./faults.ts";

interface FaultyServer {
  basePath: string;
  /** The carrier's answer to too many requests. */
  busy: (c: Context) => Response;
  /** Serves a request without the fault that was just taken. */
  serve: (request: Request) => Response | Promise<Response>;
}

/** Applies the faults that concern whole answers. */
export function serveWithFaults(faults: CarrierFaults, { basePath, busy, serve }: FaultyServer): MiddlewareHandler {
  return async (c, next) => {
    const path = c.req.path.slice(basePath.length);
    if (path.startsWith("/control")) return next();
    const late = faults.take("lateAnswer", { path });
    if (late) await wait(late.milliseconds);
    if (faults.take("busy", { path })) return busy(c);
    if (faults.take("serverError", { path }) || faults.take("neverBooked", { path }))
      return c.json({ message: "Internal Server Error", status_code: 500 }, 500);
    if (faults.take("notFound", { path })) return c.json({ message: "404 Not Found", status_code: 404 }, 404);
    if (faults.take("strangeAnswer", { path })) return c.json({ status: 200, data: [] });
    const later = faults.take("lateBooking", { path });
    if (later) {
      const request = c.req.raw.clone();
      void wait(later.milliseconds).then(() => serve(request));
      return c.json({ message: "Gateway Timeout", status_code: 504 }, 504);
    }
    await next();
    if (faults.take("lostAnswer", { path })) c.res = new Response("<html>Bad Gateway</html>", { status: 502 });
    if (faults.take("cutJson", { path })) {
      const text = await c.res.text();
      c.res = new Response(text.slice(0, Math.floor(text.length / 2)), { status: 200 });
    }
    return undefined;
  };
}
