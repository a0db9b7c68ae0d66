import { AccountLayout } from "#app/components/account-layout.tsx";
import { NothingBought } from "#app/components/nothing-bought.tsx";
import { Pagination } from "#app/components/shelves/pagination.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { listReaderOrders } from "#shop/sales/orders/list-orders.server.ts";
import { orderListPath, parseOrderListQuery } from "#shop/sales/orders/order-list.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderRow } from "./order-row.tsx";
import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const query = parseOrderListQuery(new URL(request.url).searchParams);
  const list = await listReaderOrders(context.get(servicesContext).db, reader.id, query);
  return { filter: query.filter, list };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Order History"), { name: "robots", content: "noindex" }];
}

export default function OrdersPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { orders, counts, page, pages } = list;
  if (counts.all === 0) {
    return (
      <AccountLayout title="Order History">
        <NothingBought title="No orders yet" endpaper={{ pattern: "scales", inks: "haldi" }}>
          Your first order will appear here, with where it is, its bill, and how to return a book.
        </NothingBought>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Order History">
      <OrderFilters chosen={filter} counts={counts} />
      {orders.length === 0 ? (
        <p className="mt-8 text-lead">You have no orders in this list.</p>
      ) : (
        <ol>
          {orders.map((order) => (
            <OrderRow key={order.number} order={order} />
          ))}
        </ol>
      )}
      <Pagination
        page={page}
        pages={pages}
        label="Pages of orders"
        to={orderListPath(filter)}
        words={{ back: "Newer", on: "Older" }}
      />
    </AccountLayout>
  );
}
