/** POST /checkout/verify: checks a payment at the provider, with or without a proof from the widget. */
import { z } from "zod";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { setPlateCookie } from "#app/session/plate-cookie.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import { findReceipt, listAttemptsOfCart } from "#shop/sales/orders/find-order.server.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { Services } from "#shop/services.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { PaymentAnswer, Receipt } from "#app/client/paying/checkout-answer.ts";
import { verifyPayment } from "#app/session/paying/verify-payment.server.ts";
import type { Route } from "./+types/verify.route";

const orderField = z.string().max(15, { abort: true }).regex(orderNumberPattern);

/** Verifies the proof of payment that the widget sent; without a proof it reports the payment's current state. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { cart } = context.get(visitorContext);
  const form = await request.formData();
  const { data: number } = orderField.safeParse(form.get("order"));
  const attempts = number && cart ? await listAttemptsOfCart(services.db, cart, number) : [];
  if (!number || !cart || attempts.length === 0) return refuse("This order does not exist.", 404);

  const verified = await verifyPayment(services, attempts, number, form);
  if ("message" in verified) return refuse(verified.message, verified.status);
  const { answer } = verified;
  const headers = new Headers();
  setCartCookies(headers, request.url, cart, await countCart(services.db, cart));
  const isThrough = answer.state === "paid" || answer.state === "confirming";
  if (isThrough) setPlateCookie(headers, request.url, null);
  const receipt = isThrough ? await readReceipt(services, cart, number) : null;
  return Response.json({ ...answer, receipt } satisfies PaymentAnswer, {
    status: answer.state === "confirming" ? 202 : 200,
    headers,
  });
}

async function readReceipt({ db }: Services, cart: CartOwner, orderNumber: string): Promise<Receipt | null> {
  const order = await findReceipt(db, orderNumber, typeof cart === "string" ? { cartToken: cart } : cart);
  return (
    order && {
      books: order.lines,
      bookplate: order.bookplate,
      email: order.email,
      isCollection: order.isCollection,
      to: order.isCollection ? order.name : `${order.name}, ${order.city} ${order.pin}`,
      arrives: order.arrival && nameArrival(order.arrival),
    }
  );
}

function refuse(message: string, status: number) {
  return Response.json({ message }, { status });
}
