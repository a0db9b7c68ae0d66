import { z } from "zod";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import type { CartSyncResponse } from "#app/offline/cart-queue.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { bookId } from "#shop/kernel/forms/book-id.ts";
import { maxLinesPerCart, maxQuantityPerLine } from "#shop/sales/cart/cart.ts";
import { addCopies, findCart } from "#shop/sales/cart/cart.server.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { describeSyncedLine } from "./line-messages.ts";
import type { Route } from "./+types/sync-queue.route";

const queuedBooks = z
  .array(
    z.strictObject({
      bookId,
      copies: z.int().min(1).max(maxQuantityPerLine),
      seenPaise: z.int().min(0).max(1e9),
    }),
  )
  .min(1)
  .max(maxLinesPerCart);

/** Health check for browsers that wait for the connection. */
export function loader() {
  return new Response(null, { status: 204 });
}

/** Adds books that were queued offline at today's prices, and reports differences. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const chosen = queuedBooks.safeParse(parseJson(String((await request.formData()).get("books"))));
  if (!chosen.success) throw unreadableForm();

  const known = context.get(visitorContext).cart;
  const cart = known ?? newSecret();
  const added = await addCopies(services, cart, chosen.data);
  const outcomes = chosen.data.map(({ copies, ...chosen }, place) => ({
    ...chosen,
    wanted: copies,
    ...requiredItem(added, place),
  }));
  const { lines, count } = await findCart(services, cart, services.settings);
  const prices = new Map(lines.map(({ book }) => [book.id, book.pricePaise]));
  const addedInAll = outcomes.reduce((sum, outcome) => sum + outcome.added, 0);
  const headers = new Headers({ "cache-control": "private, no-store" });
  if (known || addedInAll > 0) setCartCookies(headers, request.url, cart, count);
  const news = outcomes
    .map((outcome) => ({
      bookId: outcome.bookId,
      words: describeSyncedLine({ ...outcome, pricePaise: prices.get(outcome.bookId) ?? null }),
    }))
    .filter(({ words }) => words.length > 0);
  return Response.json({ count, added: addedInAll, news } satisfies CartSyncResponse, { headers });
}
