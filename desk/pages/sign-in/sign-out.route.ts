import { redirect } from "react-router";

import { dropDeskToken } from "#desk/http/cookies.server.ts";
import { performAction } from "#desk/http/answer-action.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { signOut } from "./actions.server.ts";

import type { Route } from "./+types/sign-out.route";

export function loader() {
  return redirect(deskHref("/"));
}

/** Signs out, and deletes the cookie even if the session has expired. */
export async function action(args: Route.ActionArgs) {
  await performAction(args, [signOut]);
  const headers = new Headers();
  dropDeskToken(headers, args.request.url);
  return redirect(deskHref("/sign-in"), { status: 303, headers });
}
