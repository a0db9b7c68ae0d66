import { servicesContext } from "#app/http/context.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { maxGuestWishes } from "#shop/people/wishlist/wishlist.ts";
import type { Route } from "./+types/cards.route";

/** Returns the cards of the books in `books`, in that order, for a guest's wishlist. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ids = (url.searchParams.get("books") ?? "").split(" ").slice(0, maxGuestWishes);
  return Response.json({ cards: await listCardsByIds(context.get(servicesContext).db, ids) });
}
