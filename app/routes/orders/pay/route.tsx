/** Page on which an order that is to be paid on delivery or by bank transfer is paid online instead. */
import { useEffect } from "react";
import { data, Link, redirect } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { cspContext, servicesContext } from "#app/http/context.ts";
import { usePayment } from "#app/client/paying/use-payment.ts";
import { widgetHosts } from "#app/session/paying/widget-hosts.server.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { href } from "#routing/href.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import { nameMethods } from "#shop/sales/payments/provider-names.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/route";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, paymentProviders } = context.get(servicesContext);
  const { orderNumber: number } = params;
  const viewer = readOrderViewer(context, request, number);
  const order = viewer && (await findOrder(db, number, viewer));
  if (!order) throw data(null, { status: 404 });
  const key = new URL(request.url).searchParams.get("key");
  const isOnDelivery = order.duePaise !== null;
  if (
    (order.duePaise ?? order.transferPaise) !== order.totalPaise ||
    (isOnDelivery && order.parcels.length > 0) ||
    order.isPaymentComing
  )
    return redirect(href("/orders/:orderNumber", { orderNumber: number }, { key }));
  const provider = chooseProvider(paymentProviders);
  context.set(cspContext, widgetHosts(provider));
  const payingBy = { provider: provider.name, methods: nameMethods(provider.id) };
  const { onlineSavingPaise, isCollection } = order;
  const totalPaise = order.totalPaise - onlineSavingPaise;
  const shown = { number, key, totalPaise, onlineSavingPaise, isOnDelivery, isCollection, payingBy };
  return data(shown, { headers: { "cache-control": "no-store" } });
}

export function headers() {
  return { "referrer-policy": "no-referrer", "cache-control": "no-store" };
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Pay order ${params.orderNumber}`), { name: "robots", content: "noindex" }];
}

export default function PayOrder({ loaderData }: Route.ComponentProps) {
  const { number, key, totalPaise, onlineSavingPaise, isOnDelivery, isCollection, payingBy } = loaderData;
  const path = href("/orders/:orderNumber/payment", { orderNumber: number }, { key });
  const order = href("/orders/:orderNumber", { orderNumber: number }, { key });
  const { payment, pay } = usePayment({ open: path, verify: path, askStanding: async () => null });
  const isPaid = payment.state === "success";
  useEffect(() => {
    if (isPaid) location.assign(order);
  }, [isPaid, order]);
  const isBusy = isPaid || payment.state === "processing";
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1">Pay online</h1>
      <p className="figures mt-4 max-w-measure text-lead">
        Order {number}: <Money paise={totalPaise} />
        {onlineSavingPaise > 0 && (
          <>
            , <Money paise={onlineSavingPaise} /> less than on delivery
          </>
        )}
        .
        {isOnDelivery && (
          <span>{` Then you pay nothing when ${isCollection ? "you collect it" : "the parcel comes"}.`}</span>
        )}
      </p>
      {payment.state === "failed" && (
        <Banner variant="error" className="mt-5 max-w-measure">
          {payment.message}
        </Banner>
      )}
      <form
        method="post"
        action={path}
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault();
          void pay(new FormData());
        }}
      >
        <Button size="large" disabled={isBusy}>
          {isBusy ? "Processing..." : `Pay with ${payingBy.provider}`}
        </Button>
      </form>
      <p className="mt-3 text-small text-quiet">{payingBy.methods}</p>
      <noscript>
        <p className="mt-3 text-small text-quiet">
          {`Paying needs JavaScript, because the card form is ${payingBy.provider}’s own.`}
        </p>
      </noscript>
      <p className="mt-6">
        <Link to={order} className="link inline-flex min-h-11 items-center">
          Back to the order
        </Link>
      </p>
    </div>
  );
}
