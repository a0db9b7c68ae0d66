import { data, redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { openPage, type PageNeeds } from "#shop/people/staff/open-page.server.ts";
import { menuCountsSql } from "#shop/office/back-office/today.server.ts";
import type { MenuCounts } from "#shop/office/back-office/waiting-counts.ts";
import { findSessionAnd, type StaffSession } from "#shop/people/staff/sessions.server.ts";
import { dropDeskToken, readDeskToken } from "./cookies.server.ts";
import { menuCountsContext, staffContext } from "./context.ts";

/** Middleware: finds the staff session and the numbers of the menu. Deletes the cookie of an ended session. */
export const identifyStaff: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { db, now } = context.get(servicesContext);
  const token = readDeskToken(request);
  const found =
    token === null ? null : await findSessionAnd<MenuCounts>(db, token, { now: now(), also: menuCountsSql });
  const session = found?.session ?? null;
  context.set(staffContext, session);
  context.set(menuCountsContext, found?.also ?? null);
  const response = await next();
  const isOver = token !== null && session === null;
  if (isOver && !response.headers.getSetCookie().some((line) => /desk=\w/.test(line)))
    dropDeskToken(response.headers, request.url);
  return response;
};

/**
 * Returns the session if its role may open this page. Otherwise throws a redirect to the sign-in page or the passkey
 * page, or a 403 that names the roles with this permission.
 */
export async function requireStaff(
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  needs: PageNeeds,
): Promise<StaffSession> {
  const session = context.get(staffContext);
  const opening = await openPage(context.get(servicesContext), session, needs);
  if (opening.kind === "open") return opening.session;
  // `url` is the URL of the page. The URL of `request` may be that of one of the router's data requests instead.
  const { pathname, search } = url;
  const next = pathname === "/" ? null : pathname + search;
  if (opening.kind === "signed-out") {
    const trouble = readDeskToken(request) === null ? null : "ended";
    throw redirect(deskHref("/sign-in", { next, trouble }));
  }
  if (opening.kind === "passkey-first") throw redirect(deskHref("/passkey", { next }));
  throw data(opening.problem, { status: 403 });
}
