import { Link, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { PageTurner } from "#desk/components/page-turner.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { FoldedOnPhones } from "#desk/components/folded-on-phones.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listOrderViews } from "#shop/office/back-office/orders/order-views.server.ts";
import { searchOrders } from "#shop/office/back-office/orders/orders.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { orderStates, sayWhereItStands } from "#shop/sales/orders/order-state.ts";
import { Badge } from "#ui/badge.tsx";
import { viewActions } from "./actions.server.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderViews } from "./order-views.tsx";
import { orderQuery, readOrderQuery } from "./read-order-query.ts";

/** Orders, newest first; one state of them, or those that a text finds. */
export async function loader(args: LoaderFunctionArgs) {
  const { staff } = await requireStaff(args, { needs: "orders" });
  const query = readOrderQuery(args.request.url);
  const { db } = args.context.get(servicesContext);
  const [{ orders, ...page }, views] = await Promise.all([searchOrders(db, query), listOrderViews(db, staff.id)]);
  const rows = orders.map(({ placedAt, ...order }) => ({ ...order, placedAt: placedAt.toISOString() }));
  const isAllChosen = new URL(args.request.url).searchParams.has("all");
  return { query, rows, ...page, views, isAllChosen };
}

export function action(args: ActionFunctionArgs) {
  return answerAction(args, viewActions, (_, answer) => {
    const { words, query } = answer as { words: string; query: string };
    return redirectWithFlash(args.request, query ? `${deskHref("/orders")}?${query}` : deskHref("/orders"), words);
  });
}

/** Papers are printed for orders that wait for a parcel or are on their way. */
const mayBePrinted = (state: string) => state === "paid" || state === "shipped";

export const meta = () => [{ title: "Orders" }];

export default function Orders() {
  const { query, rows, next, isLookedThrough, hasMoreWords, views, isAllChosen } = useLoaderData<typeof loader>();
  const { text } = query;
  const asked = orderQuery(query);
  const trouble = (useActionData<typeof action>() as ActionTrouble | undefined) ?? null;
  const hasBoxes = rows.some(({ state }) => mayBePrinted(state));
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
          {isLookedThrough ? (
            "None of the orders that were looked at fits. There may be some among the older ones."
          ) : text !== "" ? (
            query.before === null ? (
              `No order was found for “${text}”.`
            ) : (
              "There are no older ones."
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
              Type a whole order, bill, tracking or payment number, or the beginning of a name, an e-mail address or a
              phone number.
            </span>
          )}
        </p>
      ) : (
        <>
          {hasBoxes && (
            <form id="chosen-orders" action={deskHref("/parcels/print")} className="mt-2 sm:mt-6">
              <FoldedOnPhones summary="Print for the ticked orders" isOpen={isAllChosen}>
                <div className="flex flex-wrap items-center gap-3 max-sm:mt-2">
                  <Link
                    className="link inline-flex min-h-11 items-center"
                    to={deskHref("/orders", { ...asked, before: query.before, all: isAllChosen ? null : "yes" })}
                    reloadDocument
                  >
                    {isAllChosen ? "Tick none" : "Tick all"}
                  </Link>
                  <p className="font-semibold max-sm:hidden">Print for the ticked orders:</p>
                  <PrintButtons kinds={["pick-list", "slips", "labels", "label-sheets"]} />
                </div>
              </FoldedOnPhones>
            </form>
          )}
          <table className="desk-table mt-4">
            <thead className="max-sm:sr-only">
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Reader</th>
                <th scope="col">Status</th>
                <th scope="col" className="text-right!">
                  Copies
                </th>
                <th scope="col" className="text-right!">
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ number, name, state, isSentInPart, copies, totalPaise, placedAt }) => (
                <tr
                  key={number}
                  className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:border-b max-sm:border-line max-sm:*:border-b-0!"
                >
                  <td className="whitespace-nowrap">
                    <div className="flex">
                      {mayBePrinted(state) ? (
                        <label className="-my-2.5 -ml-3 inline-flex size-11 items-center justify-center">
                          <input
                            type="checkbox"
                            form="chosen-orders"
                            name="order"
                            value={number}
                            defaultChecked={isAllChosen}
                            className="size-5 accent-action"
                          />
                          <span className="sr-only">Tick {number}</span>
                        </label>
                      ) : (
                        hasBoxes && <span className="w-8" />
                      )}
                      <div>
                        <Link translate="no" className="row-link" to={deskHref("/orders/:number", { number })}>
                          {number}
                        </Link>
                        <time className="block text-small text-quiet" dateTime={placedAt}>
                          {shortMoment(placedAt)}
                        </time>
                      </div>
                    </div>
                  </td>
                  <td className="max-sm:text-right!">{name || "Deleted account"}</td>
                  <td className={`wrap-normal max-sm:pt-0! ${hasBoxes ? "max-sm:pl-11!" : ""}`}>
                    {orderStates[state].isOpen ? (
                      <Badge>{sayWhereItStands({ state, isSentInPart })}</Badge>
                    ) : (
                      sayWhereItStands({ state, isSentInPart })
                    )}
                  </td>
                  <td className="text-right! tabular-nums max-sm:hidden">{copies}</td>
                  <td className="text-right! tabular-nums max-sm:pt-0!">
                    <Money paise={totalPaise} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {isLookedThrough && rows.length > 0 && (
        <p className="mt-4 text-quiet">There may be more among the older orders that “{text}” finds.</p>
      )}
      {hasMoreWords && (
        <p className="mt-4 text-quiet">
          Very many names begin like this, and not all were looked at. Type more letters.
        </p>
      )}
      <PageTurner
        newest={query.before === null ? null : deskHref("/orders", asked)}
        older={next === null ? null : deskHref("/orders", { ...asked, before: next })}
      />
    </div>
  );
}
