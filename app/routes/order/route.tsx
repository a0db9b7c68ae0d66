import { data, redirect } from "react-router";

import { pageTitle } from "#app/components/page-title.ts";
import { servicesContext } from "#app/context.ts";
import { readOrderReader } from "#app/order-reader.server.ts";
import { leaveNote, takeNote } from "#app/visitor/note-cookie.server.ts";
import { cancelOrder, type Cancellation } from "#shop/after-sale/cancel-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { stateWords } from "#shop/orders/order-state.ts";
import { Badge } from "#ui/badge.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { Note } from "./note.tsx";
import { sayNote, type OrderNote } from "./notes.ts";
import { OrderBooks } from "./order-books.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { parseCancellation } from "./cancellation.server.ts";
import type { Route } from "./+types/route";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const reader = readOrderReader(context, request, params.orderNumber);
  const order = reader && (await findOrder(services.db, params.orderNumber, reader));
  if (!order) throw data(null, { status: 404 });
  const headers = new Headers();
  const note = sayNote(takeNote(headers, request, order.number), order);
  return data({ order, note, key: new URL(request.url).searchParams.get("key") }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { orderNumber: number } = params;
  const by = readOrderReader(context, request, number);
  const wish = parseCancellation(await request.formData());
  if (!by) throw data(null, { status: 404 });
  if (!wish) throw data("The shop did not understand that.", { status: 400 });
  const done = await cancelOrder(services.db, { number, by, copies: wish.copies, cause: "reader" });
  const headers = new Headers();
  leaveNote(headers, request.url, number, noteOf(done));
  const key = new URL(request.url).searchParams.get("key");
  return redirect(`/orders/${number}${key ? `?key=${encodeURIComponent(key)}` : ""}`, { status: 303, headers });
}

function noteOf(done: Cancellation): OrderNote {
  if (done.ok) return done.refundPaise > 0 ? "cancelled" : "nothing-back";
  if (done.reason === "no-such-order") throw data(null, { status: 404 });
  return done.reason;
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
      {note && <Note key={order.refunds.length + note}>{note}</Note>}
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem] xl:gap-16 print:mt-6 print:grid-cols-[1fr_15rem] print:gap-8">
        <div>
          <OrderBooks order={order} />
          {order.state === "paid" && <CancelOrder order={order} linkKey={key} />}
        </div>
        <OrderFacts order={order} linkKey={key} />
      </div>
    </div>
  );
}
