import { data, redirect } from "react-router";

import { callerContext, servicesContext } from "#app/context.ts";
import { readCartToken, setCartCookies } from "#app/visitor/cart-cookie.server.ts";
import type { CartAnswer } from "#app/visitor/change-cart.ts";
import { countCart } from "#shop/cart/cart.server.ts";
import { newCartToken } from "#shop/cart/cart-token.server.ts";
import { parseCartCommand } from "./cart-command.server.ts";
import { runCommand, type CommandOutcome } from "./run-command.server.ts";
import type { Route } from "./+types/lines";

export function loader() {
  return redirect("/cart");
}

/** Every change of the cart: a script gets the outcome in words, a form without one is sent to the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const command = parseCartCommand(await request.formData());
  if (!command) throw data("The cart did not understand that.", { status: 400 });

  const token = readCartToken(request) ?? newCartToken();
  const seconds = command.intent === "apply-code" ? context.get(callerContext).takeTry("code") : 0;
  const { ok, message, note } = seconds > 0 ? tooManyCodes : await runCommand(services, token, command);
  const count = await countCart(services.db, token);

  const headers = new Headers({ "cache-control": "private, no-store" });
  setCartCookies(headers, request.url, token, count);
  if (request.headers.get("accept")?.includes("application/json")) {
    if (seconds > 0) headers.set("retry-after", String(seconds));
    return Response.json({ ok, count, message } satisfies CartAnswer, { status: seconds > 0 ? 429 : 200, headers });
  }
  return redirect(note ? `/cart?note=${note}` : "/cart", { status: 303, headers });
}

const tooManyCodes: CommandOutcome = {
  ok: false,
  message: "That were many codes in a short time. Please wait a minute and try again.",
  note: "many-codes",
};
