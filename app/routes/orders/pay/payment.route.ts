/** POST /orders/:orderNumber/payment: pays an order online that was to be paid on delivery or by bank transfer. */
import { redirect } from "react-router";

import type { CheckoutAnswer, PaymentAnswer } from "#app/client/paying/checkout-answer.ts";
import { rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { noProvider, openWidget } from "#app/session/paying/open-widget.server.ts";
import { verifyPayment } from "#app/session/paying/verify-payment.server.ts";
import { listAttemptsOfOrder } from "#shop/sales/orders/find-order.server.ts";
import { openPaymentBeforeDelivery } from "#shop/sales/orders/placing/open-payment.server.ts";
import { href } from "#routing/href.ts";
import type { Route } from "./+types/payment.route";

/** Opens the payment; with a field `order` it verifies the payment that the widget reported. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { orderNumber: number } = params;
  // The button was pressed before the scripts ran, or there are none. The page says that paying needs them.
  if (!context.get(visitorContext).requested.isScript) {
    const key = new URL(request.url).searchParams.get("key");
    return redirect(href("/orders/:orderNumber/pay", { orderNumber: number }, { key }), 303);
  }
  const form = await request.formData();
  const viewer = readOrderViewer(context, request, number);
  if (!viewer) return Response.json({ message: "This order does not exist." }, { status: 404 });
  if (form.get("order") !== null) {
    const attempts = await listAttemptsOfOrder(services.db, number, viewer);
    const verified = await verifyPayment(services, attempts, number, form);
    if ("message" in verified) return Response.json({ message: verified.message }, { status: verified.status });
    const { answer } = verified;
    return Response.json(answer satisfies PaymentAnswer, { status: answer.state === "confirming" ? 202 : 200 });
  }
  if (context.get(rateLimiterContext).consume("checkout") > 0)
    return answer({ ok: false, message: "There were too many attempts in a short time. Please wait a minute." }, 429);
  try {
    const opened = await openPaymentBeforeDelivery(services, number, viewer);
    if (!opened) return answer({ ok: false, message: "This order cannot be paid online any more." }, 409);
    const { order, delivery } = opened;
    const widget = await openWidget(services, order, delivery, request.headers.get("user-agent"));
    if (widget) return answer(widget);
  } catch (error) {
    console.error(`Order ${number} could not be opened at the payment provider`, error);
  }
  return answer({ ok: false, message: noProvider }, 503);
}

function answer(body: CheckoutAnswer, status = 200) {
  return Response.json(body, { status });
}
