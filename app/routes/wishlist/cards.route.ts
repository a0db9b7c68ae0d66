import { servicesContext } from "#app/http/context.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { maxGuestWishes } from "#shop/people/wishlist/wishlist.ts";
import type { Route } from "./+types/cards.route";

/** The books a guest's device keeps, by their ids in `books`, in the order given. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ids = (url.searchParams.get("books") ?? "").split(" ").slice(0, maxGuestWishes);
  return Response.json({ cards: await listCardsByIds(context.get(servicesContext).db, ids) });
}
