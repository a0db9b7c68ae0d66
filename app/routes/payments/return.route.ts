import { redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import { findOrderNumber } from "#shop/orders/find-order.server.ts";
import { settleReturnedPayment } from "#shop/payments/payment-status.server.ts";
import type { Route } from "./+types/return.route";

export function loader() {
  return redirect(href("/cart"));
}

/**
 * Where Razorpay's page posts to when the widget cannot answer the page that opened it, as inside another app: a success
 * with its signature, a failure as `error[code]`, `error[description]` and more. The post comes from another site, so the
 * visitor's cookies are not with it: the signature is all there is, and the reader is sent on by GET. What a failure says
 * is not signed, so nothing of it is shown.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const razorpayOrderId = field("razorpay_order_id");
  const { razorpay } = services;
  const paymentId = field("razorpay_payment_id");
  const isSigned = razorpay.isPaymentSignature(razorpayOrderId, paymentId, field("razorpay_signature"));
  const number = isSigned ? await findOrderNumber(services.db, razorpayOrderId) : null;
  if (!number) {
    const headers = new Headers();
    setFlash(headers, request.url, "cart", "payment-failed");
    return redirect(href("/cart"), { status: 303, headers });
  }
  await settleReturnedPayment(services, razorpayOrderId, paymentId).catch((error: unknown) => {
    console.error(`Order ${number} could not be checked at Razorpay`, error);
  });
  return redirect(href("/orders/:orderNumber", { orderNumber: number }), 303);
}
