import { data, redirect } from "react-router";

import { servicesContext } from "#app/context.ts";
import { readCartToken, setCartCookies } from "#app/visitor/cart-cookie.server.ts";
import type { CartAnswer } from "#app/visitor/change-cart.ts";
import {
  addToCart,
  clearCart,
  countCart,
  removeFromCart,
  setQuantity,
  type CartChange,
} from "#shop/cart/cart.server.ts";
import { newCartToken } from "#shop/cart/cart-token.server.ts";
import type { Services } from "#shop/services.ts";
import { parseCartCommand, type CartCommand } from "./cart-command.server.ts";
import type { Route } from "./+types/lines";

export function loader() {
  return redirect("/cart");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const command = parseCartCommand(await request.formData());
  if (!command) throw data("The cart did not understand that.", { status: 400 });

  const token = readCartToken(request) ?? newCartToken();
  const change = await run(db, token, command);
  const count = await countCart(db, token);
  const answer: CartAnswer = { ok: change.ok, count, message: say(command, change) };

  const headers = new Headers({ "cache-control": "private, no-store" });
  setCartCookies(headers, request.url, token, count);
  if (request.headers.get("accept")?.includes("application/json")) return Response.json(answer, { headers });
  const note = change.ok && !change.isLimited ? "" : `?note=${change.ok ? "limited" : change.reason}`;
  return redirect(`/cart${note}`, { status: 303, headers });
}

async function run(db: Services["db"], token: string, command: CartCommand): Promise<CartChange> {
  switch (command.intent) {
    case "add":
      return addToCart(db, token, command.bookId);
    case "set-quantity":
      return setQuantity(db, token, command.bookId, command.quantity);
    case "remove":
      return removeFromCart(db, token, command.bookId);
    case "clear":
      await clearCart(db, token);
      return { ok: true, title: "", quantity: 0, isLimited: false };
  }
}

function say(command: CartCommand, change: CartChange): string {
  if (!change.ok) return refusals[change.reason];
  if (command.intent === "clear") return "Your cart is empty.";
  if (change.isLimited)
    return `There are only ${change.quantity} copies of ${change.title}, so your cart has ${change.quantity}.`;
  if (change.quantity === 0) return `${change.title} was taken out of your cart.`;
  if (command.intent === "add" && change.quantity === 1) return `${change.title} is in your cart.`;
  return `Your cart has ${change.quantity} copies of ${change.title}.`;
}

const refusals: Record<Extract<CartChange, { ok: false }>["reason"], string> = {
  "no-such-book": "This book is no longer in the shop.",
  "sold-out": "The last copy has just been sold. It will be back.",
  enough: "Your cart already has every copy we can sell you.",
  "cart-full": "Your cart holds 50 different books, which is all it can. Take one out first.",
};
