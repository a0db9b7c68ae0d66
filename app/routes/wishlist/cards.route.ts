import { sql } from "drizzle-orm";

import { servicesContext } from "#app/http/context.ts";
import { listCards } from "#shop/catalogue/cards.server.ts";
import { maxGuestWishes } from "#shop/wishlist/wishlist.ts";
import type { Route } from "./+types/cards.route";

/** The books a guest's device keeps, by their ids in `books`, in the order given. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ids = (url.searchParams.get("books") ?? "").split(" ").slice(0, maxGuestWishes);
  const cards = await listCards(context.get(servicesContext).db, {
    where: sql`b.id = any(${sql.param(ids)}::text[])`,
    orderBy: sql`array_position(${sql.param(ids)}::text[], b.id)`,
  });
  return Response.json({ cards });
}
