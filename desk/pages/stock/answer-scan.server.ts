import type { ActionOutcome } from "#shop/people/staff/run-action.server.ts";

/** Answers the script that sends scans: what was scanned, or why not. With 401 it keeps the scan and waits for the sign-in. */
export function answerScan(outcome: ActionOutcome<unknown>): Response {
  switch (outcome.kind) {
    case "done":
      return Response.json({ scanned: outcome.answer });
    case "signed-out":
    case "passkey-first":
      return Response.json({ problem: "You were signed out." }, { status: 401 });
    case "not-allowed":
      return Response.json({ problem: outcome.problem }, { status: 403 });
    case "invalid":
      return Response.json({ problem: Object.values(outcome.errors)[0] }, { status: 422 });
    case "refused":
      return Response.json({ problem: outcome.problem }, { status: 409 });
  }
}
