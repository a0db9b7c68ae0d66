/** POST /checkout/verify: checks a payment at the provider, with or without a proof from the widget. */
import { z } from "zod";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { setPlateCookie } from "#app/session/plate-cookie.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import { findReceipt, listAttemptsOfCart } from "#shop/sales/orders/find-order.server.ts";
import { findProof, type PaymentProof } from "#shop/sales/payments/payment-provider.ts";
import { namedBy } from "#shop/sales/payments/payment-status.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { Services } from "#shop/services.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { PaymentAnswer, Receipt } from "#app/client/cart/checkout-answer.ts";
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

  const proof = findProof(services.paymentProviders, form);
  // The signed id must be one that the shop stored for this order, not just the one that the browser sent.
  if (proof !== null && (proof === "forged" || !attempts.includes(proof.orderId))) {
    console.warn(`A payment report for ${number} had a signature that does not match; nothing was changed.`);
    return refuse("This payment could not be verified.", 400);
  }
  const answer = await ask(services, proof ? [proof.orderId] : attempts, number, proof);
  if (!answer) return refuse(notAsked, 503);
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

const notAsked =
  "We cannot check with the bank at the moment whether a payment went through. If one did, we will write to you. Please wait a few minutes before you pay again.";

/**
 * Settles the attempts with the provider. If the provider cannot be reached, a signed payment is `confirming`, because
 * the webhook will report it later, and the answer for an unsigned one is null.
 */
async function ask(
  services: Services,
  attempts: string[],
  orderNumber: string,
  proof: PaymentProof | null,
): Promise<PaymentAnswer | null> {
  const isSigned = proof !== null;
  try {
    for (const attemptId of attempts) {
      const { outcome } = await settlePayment(services, attemptId, "browser", proof && namedBy(proof));
      if (outcome === "paid" || outcome === "review") return { state: outcome, orderNumber };
      if (outcome !== "unpaid" || isSigned) return { state: "confirming", orderNumber };
    }
    return { state: "unpaid", orderNumber };
  } catch (error) {
    console.error(`Order ${orderNumber} could not be checked at the payment provider`, error);
    return isSigned ? { state: "confirming", orderNumber } : null;
  }
}

async function readReceipt({ db }: Services, cart: CartOwner, orderNumber: string): Promise<Receipt | null> {
  const order = await findReceipt(db, orderNumber, typeof cart === "string" ? { cartToken: cart } : cart);
  return (
    order && {
      books: order.lines,
      bookplate: order.bookplate,
      email: order.email,
      to: `${order.name}, ${order.city} ${order.pin}`,
      arrives: order.arrival && nameArrival(order.arrival),
    }
  );
}

function refuse(message: string, status: number) {
  return Response.json({ message }, { status });
}
