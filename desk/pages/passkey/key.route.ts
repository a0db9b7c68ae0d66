import { redirect } from "react-router";

import { performAction } from "#desk/http/answer-action.server.ts";
import { setDeskToken } from "#desk/http/cookies.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { addPasskey, askPasskey, showPasskey } from "./actions.server.ts";

import type { Route } from "./+types/key.route";

export function loader() {
  return redirect(deskHref("/passkey"));
}

/** Responds to the passkey script with JSON. After a passkey was added or verified, sets a new session cookie. */
export async function action(args: Route.ActionArgs) {
  const { outcome } = await performAction(args, [askPasskey, addPasskey, showPasskey]);
  const headers = new Headers();
  switch (outcome.kind) {
    case "done": {
      const { answer } = outcome;
      if (!("token" in answer)) return Response.json({ answer });
      setDeskToken(headers, args.request.url, String(answer.token));
      return Response.json({ answer: null }, { headers });
    }
    case "signed-out":
      return Response.json({ problem: "You were signed out. Please sign in again." }, { status: 401 });
    case "passkey-first":
      return Response.json({ problem: "Use your passkey first." }, { status: 403 });
    case "not-allowed":
      return Response.json({ problem: outcome.problem }, { status: 403 });
    case "invalid":
      return Response.json({ problem: Object.values(outcome.errors)[0] }, { status: 422 });
    case "refused":
      return Response.json({ problem: outcome.problem }, { status: 409 });
  }
}
