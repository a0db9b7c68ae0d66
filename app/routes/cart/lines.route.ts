import { redirect } from "react-router";

import { rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { setPlateCookie } from "#app/session/plate-cookie.server.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import type { CartAnswer } from "#app/client/cart/change-cart.ts";
import { href } from "#routing/href.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { findPlateChoice, parseCartCommand } from "./cart-command.server.ts";
import { runCartCommand, type CartCommandOutcome } from "./run-cart-command.server.ts";
import type { Route } from "./+types/lines.route";

export function loader() {
  return redirect(href("/cart"));
}

/** Runs a cart command: responds to scripts with JSON, to plain forms with a redirect to the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const command = parseCartCommand(await request.formData());
  if (!command) throw unreadableForm();

  const { cart: known, requested } = context.get(visitorContext);
  const cart = known ?? newSecret();
  const seconds = command.intent === "apply-code" ? context.get(rateLimiterContext).consume("code") : 0;
  const { ok, message, flash, count, quantity } =
    seconds > 0
      ? { ...tooManyCodes, count: known ? await countCart(services.db, known) : 0 }
      : await runCartCommand(services, cart, command);

  const headers = new Headers({ "cache-control": "private, no-store" });
  // A rejected command creates no cart.
  if (ok || known) setCartCookies(headers, request.url, cart, count);
  const plates = findPlateChoice(command);
  if (ok && plates !== undefined) setPlateCookie(headers, request.url, plates);
  if (requested.isScript) {
    if (seconds > 0) headers.set("retry-after", String(seconds));
    return Response.json({ ok, count, quantity, message } satisfies CartAnswer, {
      status: seconds > 0 ? 429 : 200,
      headers,
    });
  }
  if (flash) setFlash(headers, request.url, "cart", flash);
  return redirect(href("/cart"), { status: 303, headers });
}

const tooManyCodes: Omit<CartCommandOutcome, "count"> = {
  ok: false,
  message: "You have tried many codes in a short time. Please wait a minute and try again.",
  flash: "many-codes",
};
