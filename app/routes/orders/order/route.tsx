/** Page of one order: progress, parcels, refunds, books, and forms to cancel, return or buy again. */
import { data, Link, redirect } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { setFlash, takeFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { listReturnable, returnsEnd } from "#shop/sales/returns/return-window.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { buyAgain } from "#shop/sales/orders/buy-again.server.ts";
import { findCodeState } from "#shop/sales/orders/codes/find-code-state.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { heldStates, isProbablyHere, isToPack, labelState, orderStates } from "#shop/sales/orders/order-state.ts";
import { listArrivedLines } from "#shop/sales/orders/parcels/arrived-lines.ts";
import { arrivalsOfOrder, lastArrival } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/figure.tsx";
import { isCodeFlash } from "./code/code-words.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { FlashMessage } from "./flash-message.tsx";
import { flashOfShortLines, orderFlashText } from "./flash-texts.ts";
import { OrderBooks } from "./order-books.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { hasRefundPanel, OrderRefunds } from "./order-refunds.tsx";
import { BuyAgain } from "./paying/buy-again.tsx";
import { PayByTransfer } from "./paying/pay-by-transfer.tsx";
import { PayOnDelivery } from "./paying/pay-on-delivery.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { parseOrderCommand } from "./order-command.server.ts";
import { ReturnBooks, SendBack } from "./return-books.tsx";
import { runOrderCommand } from "./run-order-command.server.ts";
import type { Route } from "./+types/route";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings, now } = services;
  const reader = readOrderViewer(context, request, params.orderNumber);
  const order = reader && (await findOrder(db, params.orderNumber, reader));
  if (!order) throw data(null, { status: 404 });
  const headers = new Headers();
  const taken = takeFlash(headers, request, order.number);
  const flash = orderFlashText(taken, order);
  const lines = listReturnable(order, settings.policies, now());
  const until = returnsEnd(order, settings.policies)?.toISOString();
  // A payment may arrive at any moment, so a stored page could show a wrong state.
  if (heldStates.includes(order.state)) headers.set("cache-control", "no-store");
  const { legalName, addressLines } = settings.seller;
  const { delivery } = settings.policies;
  const arrivals = arrivalsOfOrder(order, delivery, now());
  const isHere = isProbablyHere({ ...order, arrival: lastArrival(arrivals) }, now());
  const key = new URL(request.url).searchParams.get("key");
  const mayConfirm = !(typeof reader === "object" && "cartToken" in reader);
  const code = order.state === "to_confirm" && !mayConfirm ? await findCodeState(services, order.number) : null;
  return data(
    {
      order,
      flash,
      code,
      codeFlash: isCodeFlash(taken) ? taken : null,
      key,
      returnable: until !== undefined && lines.length > 0 ? { lines, until } : null,
      arrivals,
      sendTo: [legalName, ...addressLines],
      collectAt: { place: [settings.name, ...addressLines], hours: settings.policies.supportHours },
      sendWithinDays: settings.policies.returnDays,
      mayConfirm,
      bankAccount: settings.quotations.bankAccount,
      isSignedIn: context.get(visitorContext).reader !== null,
      isHere,
      reviewable: typeof reader === "object" && "readerId" in reader ? listArrivedLines(order, delivery, now()) : [],
    },
    { headers },
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { orderNumber: number } = params;
  const by = readOrderViewer(context, request, number);
  const command = parseOrderCommand(await request.formData());
  if (!by) throw data(null, { status: 404 });
  if (!command) throw unreadableForm();
  const headers = new Headers();
  const key = new URL(request.url).searchParams.get("key");
  const here = href("/orders/:orderNumber", { orderNumber: number }, { key });

  if (command.intent === "buy-again") {
    const cart = context.get(visitorContext).cart ?? newSecret();
    const bought = await buyAgain(services, { number, by, cart });
    if (!bought) throw data(null, { status: 404 });
    if (!bought.isNothing) setCartCookies(headers, request.url, cart, bought.count);
    if (bought.short.length === 0) return redirect(href("/cart"), { status: 303, headers });
    setFlash(headers, request.url, number, flashOfShortLines(bought));
    return redirect(here, { status: 303, headers });
  }
  const { network } = context.get(rateLimiterContext);
  const flash = await runOrderCommand(services, { number, by, network, command });
  if (flash === null) throw data(null, { status: 404 });
  setFlash(headers, request.url, number, flash);
  return redirect(here, { status: 303, headers });
}

/** The link's key is a credential and must not leak to other sites in the Referer header. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const keeping = loaderHeaders.get("cache-control");
  return { "referrer-policy": "no-referrer", ...(keeping && { "cache-control": keeping }) };
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Order ${params.orderNumber}`), { name: "robots", content: "noindex" }];
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, flash, key, returnable, arrivals, isSignedIn, isHere, reviewable } = loaderData;
  const action = href("/orders/:orderNumber", { orderNumber: order.number }, { key });
  const isWaiting = heldStates.includes(order.state);
  const { isConfirmed } = orderStates[order.state];
  const title = order.lines[0]?.title ?? "";
  const isPartHere = order.parcels.some(({ deliveredAt }) => deliveredAt !== null);
  return (
    <div className="page pt-6 pb-10 sm:pt-8 sm:pb-14">
      {isSignedIn && (
        <p>
          <Link to={href("/orders")} className="link inline-flex min-h-11 items-center print:hidden">
            All your orders
          </Link>
        </p>
      )}
      <h1 className="text-h1 break-words">
        <span className="figures block font-text text-body tracking-normal text-quiet">
          Order <Figure>{order.number}</Figure>{" "}
        </span>
        <span lang={detectLanguage(title)} className="line-clamp-2 pb-[0.15em]">
          {title}
        </span>
        {order.lines.length > 1 && (
          <span className="block font-text text-lead text-quiet">{` and ${order.lines.length - 1} more`}</span>
        )}
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        {!isConfirmed && !isWaiting && !hasRefundPanel(order) && (
          <Badge>{labelState(order.state, order.isCollection)}</Badge>
        )}
        <span className="text-quiet">Placed {longMoment(order.placedAt)}</span>
      </p>
      {flash && <FlashMessage key={order.refunds.length + order.returns.length + flash}>{flash}</FlashMessage>}
      {order.transferPaise !== null && order.transferPaise > 0 ? (
        <PayByTransfer order={order} account={loaderData.bankAccount} action={action} linkKey={key} />
      ) : (
        order.state === "pending_payment" && <BuyAgain order={order} action={action} />
      )}
      {order.duePaise !== null && (
        <PayOnDelivery
          order={order}
          duePaise={order.duePaise}
          action={action}
          linkKey={key}
          mayConfirm={loaderData.mayConfirm}
          code={loaderData.code}
          codeFlash={loaderData.codeFlash}
        />
      )}
      {!isConfirmed && <OrderRefunds order={order} />}
      <SendBack order={order} sendTo={loaderData.sendTo} withinDays={loaderData.sendWithinDays} />
      <OrderProgress order={order} arrivals={arrivals} collectAt={loaderData.collectAt} />
      {isConfirmed && <OrderRefunds order={order} />}
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem] xl:gap-16 print:mt-6 print:grid-cols-[1fr_15rem] print:gap-8">
        <div>
          <OrderBooks order={order} reviewable={reviewable} linkKey={key} />
          {!isWaiting && (!isConfirmed || isHere) && <BuyAgain order={order} action={action} />}
          {isToPack(order.state) && <CancelOrder order={order} action={action} />}
          {returnable && (
            <ReturnBooks order={order} returnable={returnable} isHere={isHere || isPartHere} action={action} />
          )}
        </div>
        <OrderFacts order={order} linkKey={key} />
      </div>
    </div>
  );
}
