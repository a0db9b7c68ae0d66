import type { ActionOutcome } from "#shop/people/staff/run-action.server.ts";

/**
 * The response to the script that sends scans: the scanned book, or the problem. After a 401, the script keeps the scan
 * until the next sign-in.
 */
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
