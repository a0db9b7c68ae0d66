import { data, redirect } from "react-router";

import { pageTitle } from "#app/components/page-title.ts";
import { servicesContext } from "#app/context.ts";
import { readOrderReader } from "#app/order-reader.server.ts";
import { cancelOrder } from "#shop/after-sale/cancel-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { stateWords } from "#shop/orders/order-state.ts";
import { Badge } from "#ui/badge.tsx";
import { Banner } from "#ui/banner.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderBooks } from "./order-books.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { parseCancellation } from "./cancellation.server.ts";
import type { Route } from "./+types/route";

const notes = new Map([
  ["cancelled", "It is cancelled, and your money is on its way back. A letter has been sent to you."],
  ["closed", "It is cancelled. What you paid for it has gone back to you already."],
  ["too-late", "This order can no longer be cancelled: it has left the shop, or was cancelled before."],
  ["not-in-order", "There are not that many copies left to cancel."],
]);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const reader = readOrderReader(services, request, params.orderNumber);
  const order = reader && (await findOrder(services.db, params.orderNumber, reader));
  if (!order) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  return { order, note: notes.get(query.get("note") ?? "") ?? null, key: query.get("key") };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { orderNumber: number } = params;
  const by = readOrderReader(services, request, number);
  const wish = parseCancellation(await request.formData());
  if (!by) throw data(null, { status: 404 });
  if (!wish) throw data("The shop did not understand that.", { status: 400 });
  const done = await cancelOrder(services.db, { number, by, copies: wish.copies, cause: "reader" });
  if (!done.ok && done.reason === "no-such-order") throw data(null, { status: 404 });
  const back = new URLSearchParams({ note: !done.ok ? done.reason : done.refundPaise > 0 ? "cancelled" : "closed" });
  const key = new URL(request.url).searchParams.get("key");
  if (key) back.set("key", key);
  return redirect(`/orders/${number}?${back}`, 303);
}

/** The link's key is a credential: no other site learns it from a Referer line. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Order ${params.orderNumber}`), { name: "robots", content: "noindex" }];
}

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Kolkata" });

export default function OrderPage({ loaderData: { order, note, key } }: Route.ComponentProps) {
  return (
    <div className="page py-10 sm:py-14">
      <p className="text-quiet">Order</p>
      <h1 className="figures text-h1">{order.number}</h1>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Badge>{stateWords[order.state]}</Badge>
        <span className="text-quiet">Placed {day.format(new Date(order.placedAt))}</span>
      </p>
      {note && (
        <Banner tone="note" className="mt-6 max-w-measure">
          {note}
        </Banner>
      )}
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem] xl:gap-16">
        <div>
          <OrderBooks order={order} />
          {order.state === "paid" && <CancelOrder order={order} linkKey={key} />}
        </div>
        <OrderFacts order={order} linkKey={key} />
      </div>
    </div>
  );
}
