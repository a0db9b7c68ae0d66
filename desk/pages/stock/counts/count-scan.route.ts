import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { performAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { sumSheet } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import { answerScan } from "#desk/pages/stock/answer-scan.server.ts";
import { scanIntoCount } from "./count-actions.server.ts";
import { readCount } from "./read-count.server.ts";

import type { Route } from "./+types/count-scan.route";

/** The sums of a count so far, as JSON for the page's script. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const stocktake = await readCount(db, args.params.count);
  if (stocktake.finishedAt !== null) throw data("This count is finished.", { status: 404 });
  return Response.json(await sumSheet(db, stocktake.id));
}

/** Adds a scan that the page's script sends in the background; returns the result or the error as JSON. */
export async function action(args: Route.ActionArgs) {
  const { outcome } = await performAction(args, [scanIntoCount]);
  return answerScan(outcome);
}
