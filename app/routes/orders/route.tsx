import { pageTitle } from "#app/components/page-title.ts";
import { EmptyState } from "#app/components/empty-state.tsx";
import { servicesContext } from "#app/context.ts";
import { requireReader } from "#app/visitor/visitor.server.ts";
import { listOrders } from "#shop/orders/list-orders.server.ts";
import { orderListPath, parseOrderListQuery } from "#shop/orders/order-list.ts";
import { ButtonLink } from "#ui/button.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { OrderPages } from "./order-pages.tsx";
import { OrderRow } from "./order-row.tsx";
import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const asked = parseOrderListQuery(new URL(request.url).searchParams);
  const list = await listOrders(context.get(servicesContext).db, reader.id, asked);
  return { filter: asked.filter, list };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Your orders"), { name: "robots", content: "noindex" }];
}

export default function OrdersPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { orders, counts, page, pages } = list;
  if (counts.all === 0) {
    return (
      <EmptyState title="No orders yet" heading="h1" sheet={{ pattern: "jaal", inks: "neel" }}>
        <p>
          When you buy your first book, you will find its order here: where it is, its bill, and how to send it back.
        </p>
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/best-sellers" size="large">
            See the best sellers
          </ButtonLink>
          <ButtonLink to="/reading-lists" look="outline" size="large">
            Reading lists
          </ButtonLink>
        </p>
      </EmptyState>
    );
  }
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1">Your orders</h1>
      <OrderFilters chosen={filter} counts={counts} />
      {orders.length === 0 ? (
        <p className="mt-10 text-lead">
          None of your orders is here just now.{" "}
          <ButtonLink to={orderListPath("all")} look="quiet">
            See all of them
          </ButtonLink>
        </p>
      ) : (
        <ol className="mt-6">
          {orders.map((order) => (
            <OrderRow key={order.number} order={order} />
          ))}
        </ol>
      )}
      <OrderPages filter={filter} page={page} pages={pages} />
    </div>
  );
}
