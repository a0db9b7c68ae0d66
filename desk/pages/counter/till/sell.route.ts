import { performAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { sellFromDesk, type TillAnswer } from "#desk/pages/counter/actions.server.ts";

import type { Route } from "./+types/sell.route";

/** Only forms are sent here. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  return Response.json({});
}

/**
 * Records a sale that a till sends. After a 401 the till keeps the sale until the next sign-in; after any other error it
 * keeps it until a person has looked at it.
 */
export async function action(args: Route.ActionArgs) {
  const { outcome } = await performAction(args, [sellFromDesk]);
  switch (outcome.kind) {
    case "done":
      return Response.json(outcome.answer);
    case "signed-out":
    case "passkey-first":
      return refuse("You were signed out.", 401);
    case "not-allowed":
      return refuse(outcome.problem, 403);
    case "invalid":
      return refuse(Object.values(outcome.errors)[0] ?? "This sale is incomplete.", 422);
    case "refused":
      return refuse(outcome.problem, 409);
  }
}

function refuse(problem: string, status: number): Response {
  return Response.json({ kind: "refused", problem } satisfies TillAnswer, { status });
}
