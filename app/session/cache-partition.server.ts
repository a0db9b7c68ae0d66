import { createHash } from "node:crypto";
import type { MiddlewareFunction } from "react-router";

import { findRoute } from "#routing/find-route.ts";
import { absoluteSeconds } from "#shop/people/readers/sessions.server.ts";
import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";

const cookieName = "cache-partition";

/**
 * Tells the service worker which personal pages it may cache, and for whom: by a readable cookie, set and deleted
 * together with the cookie of the session or the guest's cart, and by the same value in a header of the page. The value
 * of a guest begins with "guest". Where cookie and header differ, the page is neither cached nor shown: see decision
 * 013. The partition grants no access and reveals nothing.
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
  // A page whose URL contains the secret of a link is never cached.
  const mayBeStored = findRoute(url.pathname)?.route.offline === "for-its-reader" && !url.searchParams.has("key");
  if (mayBeStored && !isFlashShown && !isRefused) {
    response.headers.set("x-cache-partition", partition ?? "nobody");
  }
  return response;
};

/** Returns the value of a cookie after the browser has received the response, and whether this response sets it. */
function cookieAfter(request: Request, response: Response, what: string): { value: string | null; isSet: boolean } {
  const name = hostCookieName(request.url, what);
  const line = response.headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`));
  if (line === undefined) return { value: readCookie(request, name), isSet: false };
  return { value: line.slice(name.length + 1).split(";")[0] || null, isSet: true };
}

function partitionOf(secret: string): string {
  return createHash("sha256").update(`cache-partition ${secret}`).digest("base64url").slice(0, 22);
}
