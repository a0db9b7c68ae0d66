import { redirect } from "react-router";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import { dropCartToken } from "#app/session/cart-cookie.server.ts";
import { dropSessionCookie, readSessionToken } from "#app/session/session-cookie.server.ts";
import { setPlateCookie } from "#app/session/plate-cookie.server.ts";
import { href } from "#routing/href.ts";
import { endAllSessions, endSession } from "#shop/people/readers/sessions.server.ts";
import type { Route } from "./+types/sign-out.route";

export function loader() {
  return redirect(href("/"));
}

/**
 * Signs out on this device or, with `everywhere=yes`, on all devices; also clears the cookies of an expired session.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { reader } = context.get(visitorContext);
  const form = await request.formData();
  const token = readSessionToken(request);
  if (reader && form.get("everywhere") === "yes") await endAllSessions(db, reader.id);
  else if (token) await endSession(db, token);
  const headers = new Headers();
  dropSessionCookie(headers, request.url);
  setPlateCookie(headers, request.url, null);
  // The cart stays with the account; this browser starts a new one.
  if (token) dropCartToken(headers, request.url, 0);
  return redirect(href("/"), { status: 303, headers });
}
