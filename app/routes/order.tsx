import { data, Link } from "react-router";

import { pageTitle } from "#app/components/page-title.ts";
import { servicesContext } from "#app/context.ts";
import { readCartToken } from "#app/visitor/cart-cookie.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import { findOrderOfCart } from "#shop/orders/find-order.server.ts";
import { indianStates } from "#shop/orders/indian-states.ts";
import { stateWords } from "#shop/orders/order-state.ts";
import { Badge } from "#ui/badge.tsx";
import type { Route } from "./+types/order";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const token = readCartToken(request);
  const order = token ? await findOrderOfCart(db, token, params.orderNumber) : null;
  if (!order) throw data(null, { status: 404 });
  return { order };
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Order ${params.orderNumber}`), { name: "robots", content: "noindex" }];
}

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Kolkata" });

export default function OrderPage({ loaderData: { order } }: Route.ComponentProps) {
  const state = indianStates.find((one) => one.code === order.stateCode)?.name;
  return (
    <div className="page py-10 sm:py-14">
      <p className="text-quiet">Order</p>
      <h1 className="figures text-h1">{order.number}</h1>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Badge>{stateWords[order.state]}</Badge>
        <span className="text-quiet">Placed {day.format(new Date(order.placedAt))}</span>
      </p>
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem]">
        <section aria-labelledby="books-heading">
          <h2 id="books-heading" className="text-h3">
            Books
          </h2>
          <ul className="mt-4">
            {order.lines.map((line) => (
              <li key={line.bookId} className="grid grid-cols-[1fr_auto] gap-x-6 border-t border-line py-4">
                <p>
                  <Link to={`/books/${line.bookId}`} className="quiet-link font-semibold">
                    {line.title}
                  </Link>
                  <span className="block text-small text-quiet">{line.author}</span>
                </p>
                <p className="figures text-right">
                  {formatPaise(line.totalPaise)}
                  <span className="block text-small text-quiet">
                    {line.quantity} × {formatPaise(line.unitPricePaise)}
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <dl className="figures grid grid-cols-[1fr_auto] gap-y-2 border-t border-line pt-4">
            <dt>Subtotal</dt>
            <dd className="text-right">{formatPaise(order.subtotalPaise)}</dd>
            <dt>Shipping</dt>
            <dd className="text-right">{order.shippingPaise === 0 ? "Free" : formatPaise(order.shippingPaise)}</dd>
            <dt className="text-title font-semibold">Total</dt>
            <dd className="text-right text-title font-semibold">{formatPaise(order.totalPaise)}</dd>
          </dl>
        </section>
        <section aria-labelledby="address-heading">
          <h2 id="address-heading" className="text-h3">
            Goes to
          </h2>
          <address className="mt-4 not-italic">
            {[order.name, order.addressLine1, order.addressLine2, `${order.city} ${order.pin}`, state]
              .filter(Boolean)
              .map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
          </address>
          <p className="mt-4 text-quiet">{order.email}</p>
        </section>
      </div>
    </div>
  );
}
