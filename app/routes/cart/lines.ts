import { data, redirect } from "react-router";

import { servicesContext } from "#app/context.ts";
import { readCartToken, setCartCookies } from "#app/visitor/cart-cookie.server.ts";
import { leaveNote } from "#app/visitor/note-cookie.server.ts";
import type { CartAnswer } from "#app/visitor/change-cart.ts";
import { countCart } from "#shop/cart/cart.server.ts";
import { newCartToken } from "#shop/cart/cart-token.server.ts";
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

  const known = readCartToken(request);
  const token = known ?? newCartToken();
  const { ok, message, note } = await runCommand(services, token, command);
  const count = await countCart(services.db, token);

  const headers = new Headers({ "cache-control": "private, no-store" });
  // One who has no cart gets none for a change that was refused.
  if (ok || known) setCartCookies(headers, request.url, token, count);
  if (request.headers.get("accept")?.includes("application/json")) {
    return Response.json({ ok, count, message } satisfies CartAnswer, { headers });
  }
  if (note) leaveNote(headers, request.url, "cart", note);
  return redirect("/cart", { status: 303, headers });
}
