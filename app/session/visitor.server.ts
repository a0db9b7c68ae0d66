import { redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { findRoute } from "#routing/find-route.ts";
import { href } from "#routing/href.ts";
import type { Reader } from "#shop/people/readers/reader.ts";
import { signInMessages } from "#shop/people/readers/sign-in-messages.ts";
import { findSession } from "#shop/people/readers/sessions.server.ts";
import { dropCartToken, readCartToken } from "./cart-cookie.server.ts";
import { dropSessionCookie, readSessionToken } from "./session-cookie.server.ts";

/**
 * Identifies the visitor, once per personal request. Public pages are rendered without cookies, so their visitor is
 * always a guest. The cookie of an expired session is deleted with the response.
 */
export const identifyVisitor: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { db, now, settings } = context.get(servicesContext);
  const token = readSessionToken(request);
  const session = token === null ? null : await findSession(db, token, now());
  const requested = {
    path: safeNext(url.pathname + url.search, settings.publicUrl),
    isScript: request.headers.get("accept")?.includes("application/json") ?? false,
    hasEndedSession: token !== null && session === null,
  };
  context.set(
    visitorContext,
    session
      ? { reader: session.reader, sessionId: session.id, cart: { readerId: session.reader.id }, requested }
      : { reader: null, sessionId: null, cart: readCartToken(request), requested },
  );
  const response = await next();
  if (requested.hasEndedSession && !response.headers.getSetCookie().some((line) => /session=/.test(line))) {
    dropSessionCookie(response.headers, request.url);
    if (readCartToken(request) === null) dropCartToken(response.headers, request.url, 0);
  }
  return response;
};

/** Rejects guests on routes that the route table reserves for readers, whatever their loader and action do. */
export const admitReaders: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  if (findRoute(url.pathname)?.route.access === "reader") requireReader(context);
  return next();
};

/** Returns the signed-in reader. Redirects guests to the sign-in and back; scripts get a 401. */
export function requireReader(context: Readonly<RouterContextProvider>): Reader {
  const { reader, requested } = context.get(visitorContext);
  if (reader) return reader;
  if (requested.isScript) throw Response.json({ message: signInMessages.ended }, { status: 401 });
  throw redirect(href("/login", { next: requested.path, failed: requested.hasEndedSession ? "ended" : null }));
}
