/** Where the payment provider sends browsers after a payment, by GET or by POST. */
import { data, redirect } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { href } from "#routing/href.ts";
import { findOrder, findOrderNumber, isOrderPaid } from "#shop/sales/orders/find-order.server.ts";
import { findProof } from "#shop/sales/payments/payment-provider.ts";
import { settleOpenedReturn, settleReturnedPayment } from "#shop/sales/payments/payment-status.server.ts";
import type { Services } from "#shop/services.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import type { Route } from "./+types/return.route";

/**
 * The page after a payment. It redirects to the order's page if this browser may see it. A payment that was started
 * inside another app may end in a browser without the cart's cookie; that browser gets a page without personal data.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const returned = await settleReturn(services, new URL(request.url).searchParams, settleOpenedReturn);
  if (!returned) return redirect(href("/cart"));
  const { number } = returned;
  const viewer = readOrderViewer(context, request, number);
  if (viewer && (await findOrder(services.db, number, viewer)))
    return redirect(href("/orders/:orderNumber", { orderNumber: number }));
  const headers = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
  return data({ number, isPaid: await isOrderPaid(services.db, number) }, { headers });
}

/**
 * Called by the provider when the widget cannot report to the page that opened it, for example inside another app. The
 * provider posts a success with its signature, or a failure with its reason. The request is cross-site and carries no
 * cookies, so only the signature identifies the order, and the reader is redirected by GET. A failure's fields are not
 * signed, so none of them is shown.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const returned = await settleReturn(context.get(servicesContext), await request.formData(), settleReturnedPayment);
  if (returned) return redirect(href("/payments/return", returned.proof.fields), 303);
  const headers = new Headers();
  setFlash(headers, request.url, "cart", "payment-failed");
  return redirect(href("/cart"), { status: 303, headers });
}

/**
 * Settles the order whose payment the signed fields prove, by asking the provider. Used for returns by GET and by POST.
 * Null without a valid proof.
 */
async function settleReturn(
  services: Services,
  fields: FormData | URLSearchParams,
  settle: typeof settleReturnedPayment,
) {
  const proof = findProof(services.paymentProviders, fields);
  if (proof === null || proof === "forged") return null;
  const number = await findOrderNumber(services.db, proof.orderId);
  if (number === null) return null;
  await settle(services, proof).catch((error: unknown) => {
    console.error(`Order ${number} could not be checked at the payment provider`, error);
  });
  return { number, proof };
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Your payment"), { name: "robots", content: "noindex" }];
}

export default function PaymentReturn({ loaderData: { number, isPaid } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title={isPaid ? "Your payment has arrived" : "Your bank has approved the payment"} heading="h1">
        <p className="text-lead">
          Order <Figure className="figures font-semibold whitespace-nowrap">{number}</Figure>
        </p>
        <p className="mt-2">
          {isPaid
            ? "Thank you for your purchase. The bill is on its way by e-mail."
            : "We are waiting for its final confirmation and will write to you. Please do not pay again."}
        </p>
        <p className="mt-2">
          The e-mail has a link to your order’s page. So has the browser or app in which you filled your cart.
        </p>
        <p className="mt-5">
          <ButtonLink to={href("/")} reloadDocument>
            Continue Shopping
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
