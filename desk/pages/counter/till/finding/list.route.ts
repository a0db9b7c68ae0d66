import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listBooksOnHand } from "#shop/sales/counter/till-books.server.ts";

import type { Route } from "./+types/list.route";

/** The books on hand with their prices, as JSON that a till keeps for sales without a connection. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  return Response.json(await listBooksOnHand(args.context.get(servicesContext).db));
}
