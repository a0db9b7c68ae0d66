import type { TillAnswer } from "#desk/pages/counter/actions.server.ts";
import type { ActionOutcome } from "#shop/people/staff/run-action.server.ts";

/**
 * The answer to a till whose form was not done. After a 401 the till keeps the sale until the next sign-in; after any other
 * error it keeps it until a person has looked at it.
 */
export function refuseSale(outcome: Exclude<ActionOutcome<unknown>, { kind: "done" }>): Response {
  switch (outcome.kind) {
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
