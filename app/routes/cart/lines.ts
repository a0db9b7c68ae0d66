import { data, redirect } from "react-router";

import { servicesContext, visitorContext } from "#app/context.ts";
import { setCartCookies } from "#app/visitor/cart-cookie.server.ts";
import type { CartAnswer } from "#app/visitor/change-cart.ts";
import { countCart } from "#shop/cart/cart.server.ts";
import { newCartToken } from "#shop/cart/cart-owner.server.ts";
import { parseCartCommand } from "./cart-command.server.ts";
import { runCommand } from "./run-command.server.ts";
import type { Route } from "./+types/lines";

export function loader() {
  return redirect("/cart");
}

/** Every change of the cart: a script gets the outcome in words, a form without one is sent to the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const command = parseCartCommand(await request.formData());
  if (!command) throw data("The cart did not understand that.", { status: 400 });

  const cart = context.get(visitorContext).cart ?? newCartToken();
  const { ok, message, note } = await runCommand(services, cart, command);
  const count = await countCart(services.db, cart);

  const headers = new Headers({ "cache-control": "private, no-store" });
  setCartCookies(headers, request.url, cart, count);
  if (request.headers.get("accept")?.includes("application/json")) {
    return Response.json({ ok, count, message } satisfies CartAnswer, { headers });
  }
  return redirect(note ? `/cart?note=${note}` : "/cart", { status: 303, headers });
}
