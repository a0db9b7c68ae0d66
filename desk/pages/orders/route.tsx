/** The desk's list of orders, newest first, with a search, filters and saved views. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Pager } from "#desk/components/pager.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listOrderViews } from "#shop/office/back-office/orders/order-views.server.ts";
import { searchOrders } from "#shop/office/back-office/orders/orders.server.ts";
import { viewActions } from "./actions.server.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderViews } from "./order-views.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { orderQuery, readOrderQuery } from "./read-order-query.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "orders" });
  const query = readOrderQuery(args.request.url);
  const { db } = args.context.get(servicesContext);
  const [{ orders, ...page }, views] = await Promise.all([searchOrders(db, query), listOrderViews(db, staff.id)]);
  const rows = orders.map(({ placedAt, ...order }) => ({ ...order, placedAt: placedAt.toISOString() }));
  const isAllChosen = new URL(args.request.url).searchParams.has("all");
  return { query, rows, ...page, views, isAllChosen };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, viewActions, (_, answer) => {
    const { words, query } = answer;
    return redirectWithFlash(args.request, query ? `${deskHref("/orders")}?${query}` : deskHref("/orders"), words);
  });
}

export const meta = () => [{ title: "Orders" }];

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, next, isScanCut, hasMoreWords, views, isAllChosen } = loaderData;
  const { text } = query;
  const asked = orderQuery(query);
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Orders</h1>
      <ActionBanner trouble={trouble} />
      <OrderFilters query={query} />
      <OrderViews
        views={views}
        query={deskHref("/orders", asked).split("?")[1] ?? ""}
        trouble={trouble?.action === "orders.save-view" ? trouble : null}
      />
      {rows.length === 0 ? (
        <p className="mt-6 max-w-measure">
          {isScanCut ? (
            "None of the orders that were checked matches. There may be matches among the older ones."
          ) : text !== "" ? (
            query.before === null ? (
              `No order was found for “${text}”.`
            ) : (
              "There are no older orders."
            )
          ) : Object.values(asked).some(Boolean) ? (
            "There are no such orders."
          ) : (
            <>
              No order has come in yet. The first order will appear here and on the page{" "}
              <Link className="link" to={deskHref("/")}>
                Today
              </Link>
              .
            </>
          )}
          {text !== "" && next === null && query.before === null && (
            <span className="block text-quiet">
              Type a complete order, bill, tracking or payment number, or the beginning of a name, an e-mail address or
              a phone number.
            </span>
          )}
        </p>
      ) : (
        <OrdersTable
          rows={rows}
          isAllChosen={isAllChosen}
          tickAll={deskHref("/orders", { ...asked, before: query.before, all: isAllChosen ? null : "yes" })}
        />
      )}
      {isScanCut && rows.length > 0 && <p className="mt-4 text-quiet">There may be more older orders with “{text}”.</p>}
      {hasMoreWords && (
        <p className="mt-4 text-quiet">Too many names begin like this, so not all were checked. Type more letters.</p>
      )}
      <Pager
        newest={query.before === null ? null : deskHref("/orders", asked)}
        older={next === null ? null : deskHref("/orders", { ...asked, before: next })}
      />
    </div>
  );
}
