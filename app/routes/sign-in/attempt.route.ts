import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { findAttemptState } from "#shop/people/readers/sign-in.server.ts";
import { readAttemptCookie } from "./attempt-cookie.server.ts";
import type { Route } from "./+types/attempt.route";

/** State of a sign-in attempt, polled by the page that opened the popup, in case no message reaches it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const browser = readAttemptCookie(request);
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(params.attemptId);
  if (!isId) throw data(null, { status: 404 });
  const state =
    browser === null ? "pending" : await findAttemptState(context.get(servicesContext), params.attemptId, browser);
  return Response.json({ state });
}
