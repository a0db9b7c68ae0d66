import { servicesContext, visitorContext } from "#app/http/context.ts";
import type { PaymentAnswer } from "#app/client/paying/checkout-answer.ts";
import { checkPaymentStatus } from "#shop/sales/payments/payment-status.server.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { Route } from "./+types/status.route";

/**
 * Payment state of an order of the visitor's cart; the page polls it every few seconds while the payment widget is
 * open.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { cart } = context.get(visitorContext);
  const orderNumber = new URL(request.url).searchParams.get("order") ?? "";
  const isNumber = orderNumberPattern.test(orderNumber);
  const state = cart && isNumber ? await checkPaymentStatus(services, cart, orderNumber) : null;
  if (state === null) return Response.json({ message: "This order does not exist." }, { status: 404 });
  return Response.json({ state, orderNumber } satisfies PaymentAnswer);
}
