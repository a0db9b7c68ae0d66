import { performAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { sellFromDesk } from "#desk/pages/counter/actions.server.ts";

import type { Route } from "./+types/sell.route";
import { refuseSale } from "./refuse-sale.ts";

/** Only forms are sent here. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  return Response.json({});
}

/** Records a sale that a till sends. */
export async function action(args: Route.ActionArgs) {
  const { outcome } = await performAction(args, [sellFromDesk]);
  return outcome.kind === "done" ? Response.json(outcome.answer) : refuseSale(outcome);
}
