/** The table of orders at the desk, with checkboxes to choose orders for printing. */
import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { CollapsedOnPhones } from "#desk/components/collapsed-on-phones.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import type { OrderSummary } from "#shop/office/back-office/orders/order-summary.server.ts";
import { orderStates, describeOrderState, parcelStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import { Badge } from "#ui/badge.tsx";

interface OrdersTableProps {
  rows: (Omit<OrderSummary, "placedAt"> & { placedAt: string })[];
  isAllChosen: boolean;
  /** The URL of this page with all checkboxes ticked; if all are already ticked, with none ticked. */
  tickAll: string;
}

/** Whether papers can be printed for orders of this state: paid or shipped. */
const mayBePrinted = (state: OrderState) => parcelStates.includes(state);

/** A row for each order. Orders with papers to print have a checkbox. */
export function OrdersTable({ rows, isAllChosen, tickAll }: OrdersTableProps) {
  const hasBoxes = rows.some(({ state }) => mayBePrinted(state));
  return (
    <>
      {hasBoxes && (
        <form id="chosen-orders" action={deskHref("/parcels/print")} className="mt-2 sm:mt-6">
          <CollapsedOnPhones summary="Print for the ticked orders" isOpen={isAllChosen}>
            <div className="flex flex-wrap items-center gap-3 max-sm:mt-2">
              <Link className="link inline-flex min-h-11 items-center" to={tickAll} reloadDocument>
                {isAllChosen ? "Tick none" : "Tick all"}
              </Link>
              <p className="font-semibold max-sm:hidden">Print for the ticked orders:</p>
              <PrintButtons kinds={["pick-list", "slips", "labels", "label-sheets"]} />
            </div>
          </CollapsedOnPhones>
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
          {rows.map(
            ({ number, name, state, isSentInPart, isCollection, isAtCounter, copies, totalPaise, placedAt }) => (
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
                    <Badge>{describeOrderState({ state, isSentInPart, isCollection })}</Badge>
                  ) : (
                    describeOrderState({ state, isSentInPart, isCollection, isAtCounter })
                  )}
                </td>
                <td className="text-right! tabular-nums max-sm:hidden">{copies}</td>
                <td className="text-right! tabular-nums max-sm:pt-0!">
                  <Money paise={totalPaise} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  );
}
