import { data, Link, redirect } from "react-router";

import { pageTitle } from "#app/components/page-title.ts";
import { servicesContext, visitorContext } from "#app/context.ts";
import { readOrderReader } from "#app/order-reader.server.ts";
import { unreadableForm } from "#app/unreadable-form.ts";
import { setCartCookies } from "#app/visitor/cart-cookie.server.ts";
import { leaveNote, takeNote } from "#app/visitor/note-cookie.server.ts";
import { href } from "#routing/href.ts";
import { listReturnable, returnsEnd } from "#shop/after-sale/return-window.ts";
import { newCartToken } from "#shop/cart/cart-owner.server.ts";
import { buyAgain } from "#shop/orders/buy-again.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { stateWords } from "#shop/orders/order-state.ts";
import { Badge } from "#ui/badge.tsx";
import { BuyAgain } from "./buy-again.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { Note } from "./note.tsx";
import { noteShort, sayNote } from "./notes.ts";
import { OrderBooks } from "./order-books.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { parseOrderWish } from "./order-wish.server.ts";
import { ReturnBooks, SendBack } from "./return-books.tsx";
import { runOrderWish } from "./run-order-wish.server.ts";
import type { Route } from "./+types/route";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const reader = readOrderReader(context, request, params.orderNumber);
  const order = reader && (await findOrder(db, params.orderNumber, reader));
  if (!order) throw data(null, { status: 404 });
  const headers = new Headers();
  const note = sayNote(takeNote(headers, request, order.number), order);
  const lines = listReturnable(order, settings.promises, now());
  const until = returnsEnd(order.moves, settings.promises)?.toISOString();
  // A payment can come in at any moment: what an old copy says of it would be wrong.
  if (order.state === "pending_payment") headers.set("cache-control", "no-store");
  const { legalName, addressLines } = settings.seller;
  const key = new URL(request.url).searchParams.get("key");
  return data(
    {
      order,
      note,
      key,
      returnable: until !== undefined && lines.length > 0 ? { lines, until } : null,
      sendTo: [legalName, ...addressLines],
      isSignedIn: context.get(visitorContext).reader !== null,
      mayReview:
        typeof reader === "object" &&
        "readerId" in reader &&
        (order.state === "shipped" || order.state === "delivered"),
    },
    { headers },
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { orderNumber: number } = params;
  const by = readOrderReader(context, request, number);
  const wish = parseOrderWish(await request.formData());
  if (!by) throw data(null, { status: 404 });
  if (!wish) throw unreadableForm();
  const headers = new Headers();
  const key = new URL(request.url).searchParams.get("key");
  const here = href("/orders/:orderNumber", { orderNumber: number }, { key });

  if (wish.intent === "buy-again") {
    const cart = context.get(visitorContext).cart ?? newCartToken();
    const bought = await buyAgain(services.db, { number, by, cart });
    if (!bought) throw data(null, { status: 404 });
    if (!bought.isNothing) setCartCookies(headers, request.url, cart, bought.count);
    if (bought.short.length === 0) return redirect(href("/cart"), { status: 303, headers });
    leaveNote(headers, request.url, number, noteShort(bought));
    return redirect(here, { status: 303, headers });
  }
  const note = await runOrderWish(services, { number, by, wish });
  if (note === null) throw data(null, { status: 404 });
  leaveNote(headers, request.url, number, note);
  return redirect(here, { status: 303, headers });
}

/** The link's key is a credential: no other site learns it from a Referer line. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const keeping = loaderHeaders.get("cache-control");
  return { "referrer-policy": "no-referrer", ...(keeping && { "cache-control": keeping }) };
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Order ${params.orderNumber}`), { name: "robots", content: "noindex" }];
}

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Kolkata" });

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, note, key, returnable, sendTo, isSignedIn, mayReview } = loaderData;
  const action = href("/orders/:orderNumber", { orderNumber: order.number }, { key });
  return (
    <div className="page py-10 sm:py-14">
      <p className="text-quiet">
        {isSignedIn ? (
          <Link to={href("/orders")} className="link inline-flex min-h-11 items-center print:hidden">
            All your orders
          </Link>
        ) : (
          "Order"
        )}
      </p>
      <h1 className="figures text-h1">{order.number}</h1>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Badge tone={order.state === "pending_payment" ? "offer" : "plain"}>{stateWords[order.state]}</Badge>
        <span className="text-quiet">Placed {day.format(new Date(order.placedAt))}</span>
      </p>
      {note && <Note key={order.refunds.length + order.returns.length + note}>{note}</Note>}
      <BuyAgain order={order} action={action} />
      <SendBack order={order} sendTo={sendTo} />
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem] xl:gap-16 print:mt-6 print:grid-cols-[1fr_15rem] print:gap-8">
        <div>
          <OrderBooks order={order} mayReview={mayReview} />
          {order.state === "paid" && <CancelOrder order={order} action={action} />}
          {returnable && <ReturnBooks order={order} returnable={returnable} action={action} />}
        </div>
        <OrderFacts order={order} linkKey={key} />
      </div>
    </div>
  );
}
