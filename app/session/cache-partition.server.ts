import { createHash } from "node:crypto";
import type { MiddlewareFunction } from "react-router";

import { findRoute } from "#routing/find-route.ts";
import { absoluteSeconds } from "#shop/people/readers/sessions.server.ts";
import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";

const cookieName = "cache-partition";

/**
 * Tells the browser's service worker which personal pages it may keep, and for whom: by a readable cookie that comes and
 * goes with the session's or the guest cart's own, and the same word on the page. A guest's begins with "guest". Where the two differ the page is not
 * cached, or not shown: see decision 013. The partition key grants no access, and nothing can be found out from it.
 */
export const markCachePartition: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  const response = await next();
  const session = cookieAfter(request, response, "session");
  const cart = cookieAfter(request, response, "cart");
  const partition = session.value ? partitionOf(session.value) : cart.value ? `guest-${partitionOf(cart.value)}` : null;
  const isRenewed = partition !== null && (session.value ? session : cart).isSet;
  if (isRenewed || partition !== readCookie(request, cookieName)) {
    const life = partition === null ? 0 : session.value ? absoluteSeconds : yearSeconds;
    const options = {
      url: request.url,
      name: cookieName,
      value: partition ?? "",
      maxAgeSeconds: life,
      isReadable: true,
    };
    response.headers.append("set-cookie", cookieLine(options));
  }
  const isFlashShown = response.headers.getSetCookie().some((line) => line.startsWith("flash="));
  const isRefused = response.headers.get("cache-control") === "no-store";
  // Never with a link's secret in the address.
  const mayBeStored = findRoute(url.pathname)?.route.offline === "for-its-reader" && !url.searchParams.has("key");
  if (mayBeStored && !isFlashShown && !isRefused) {
    response.headers.set("x-cache-partition", partition ?? "nobody");
  }
  return response;
};

/** What a cookie will hold when the browser has taken the answer, and whether it is the answer that sets it. */
function cookieAfter(request: Request, response: Response, what: string): { value: string | null; isSet: boolean } {
  const name = hostCookieName(request.url, what);
  const line = response.headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`));
  if (line === undefined) return { value: readCookie(request, name), isSet: false };
  return { value: line.slice(name.length + 1).split(";")[0] || null, isSet: true };
}

function partitionOf(secret: string): string {
  return createHash("sha256").update(`cache-partition ${secret}`).digest("base64url").slice(0, 22);
}
