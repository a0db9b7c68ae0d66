import { z } from "zod";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import { findOrder, listAttemptsOfCart } from "#shop/sales/orders/find-order.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { Services } from "#shop/services.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { PaymentAnswer, Receipt } from "#app/client/cart/checkout-answer.ts";
import type { Route } from "./+types/verify.route";

const report = z.object({
  order: z.string().max(13, { abort: true }).regex(orderNumberPattern),
  // Absent when the browser only asks how the payment stands.
  razorpay_payment_id: z.string().max(100).optional(),
  razorpay_order_id: z.string().max(100).optional(),
  razorpay_signature: z.string().max(200).optional(),
});

/** The widget's report that a payment went through, or the question whether it did. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { cart } = context.get(visitorContext);
  const parsed = report.safeParse(Object.fromEntries(await request.formData()));
  const given = parsed.data;
  const attempts = given && cart ? await listAttemptsOfCart(services.db, cart, given.order) : [];
  if (!given || !cart || attempts.length === 0) return refuse("This order does not exist.", 404);

  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = given;
  const isSigned = paymentId !== undefined || signature !== undefined;
  // Signed is an id that we have stored for this order, never just the one the browser sent.
  const signed = attempts.find((id) => id === given.razorpay_order_id);
  if (isSigned) {
    if (!signed || !services.razorpay.isPaymentSignature(signed, paymentId ?? "", signature ?? "")) {
      console.warn(`A payment report for ${given.order} had a signature that does not match; nothing was changed.`);
      return refuse("This payment could not be verified. If money was taken, it will be confirmed or returned.", 400);
    }
  }
  const answer = await ask(services, isSigned && signed ? [signed] : attempts, given.order, isSigned);
  if (!answer) return refuse(notAsked, 503);
  const headers = new Headers();
  setCartCookies(headers, request.url, cart, await countCart(services.db, cart));
  const isThrough = answer.state === "paid" || answer.state === "confirming";
  const receipt = isThrough ? await readReceipt(services, cart, given.order) : null;
  return Response.json({ ...answer, receipt } satisfies PaymentAnswer, {
    status: answer.state === "confirming" ? 202 : 200,
    headers,
  });
}

const notAsked =
  "We cannot check with the bank at the moment whether a payment went through. If one did, we will write to you. Please wait a few minutes before you pay again.";

/**
 * A signed payment is never called failed because Razorpay cannot be asked just now: the webhook will tell. Null when
 * nothing was signed and nothing could be asked.
 */
async function ask(
  services: Services,
  attempts: string[],
  orderNumber: string,
  isSigned: boolean,
): Promise<PaymentAnswer | null> {
  try {
    for (const razorpayOrderId of attempts) {
      const { outcome } = await settlePayment(services, razorpayOrderId, "browser");
      if (outcome === "paid" || outcome === "review") return { state: outcome, orderNumber };
      if (outcome !== "unpaid" || isSigned) return { state: "confirming", orderNumber };
    }
    return { state: "unpaid", orderNumber };
  } catch (error) {
    console.error(`Order ${orderNumber} could not be checked at Razorpay`, error);
    return isSigned ? { state: "confirming", orderNumber } : null;
  }
}

async function readReceipt({ db }: Services, cart: CartOwner, orderNumber: string): Promise<Receipt | null> {
  const order = await findOrder(db, orderNumber, typeof cart === "string" ? { cartToken: cart } : cart);
  return (
    order && {
      books: order.lines.map(({ bookId, title, coverKey, quantity }) => ({ bookId, title, coverKey, quantity })),
      email: order.email,
      to: `${order.name}, ${order.city} ${order.pin}`,
      arrives: order.arrival && nameArrival(order.arrival),
    }
  );
}

function refuse(message: string, status: number) {
  return Response.json({ message }, { status });
}
