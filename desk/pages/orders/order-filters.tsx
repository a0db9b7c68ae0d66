import { Link } from "react-router";

import { CollapsedOnPhones } from "#desk/components/collapsed-on-phones.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { orderWays } from "#shop/office/back-office/orders/order-ways.ts";
import type { OrderSearch } from "#shop/office/back-office/orders/orders.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

/** The form that searches and filters the list of orders. Its state is in the URL. */
export function OrderFilters({ query }: { query: OrderSearch }) {
  const { state, way, text, from, to, wantsReturn, carrier } = query;
  const chosen = sayChosen(query);
  return (
    // With each search, the key resets the fields to the new query.
    <Form key={JSON.stringify(query)} method="get" role="search" className="mt-4 grid gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-measure">
          <TextField
            label="Number, name, e-mail or phone"
            name="text"
            type="search"
            autoComplete="off"
            defaultValue={text}
          />
        </div>
        <Button variant="outline">Show</Button>
        {(chosen || text) && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/orders")}>
            All orders
          </Link>
        )}
      </div>
      <CollapsedOnPhones summary={chosen ? `Chosen: ${chosen}` : "Filter by status, delivery or day"}>
        <div className="field-row max-sm:mt-2 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
          <SelectField label="Status" name="state" defaultValue={state ?? ""}>
            <option value="">All orders</option>
            {Object.entries(orderStates).map(([state, { label }]) => (
              <option key={state} value={state}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField label="Delivery" name="way" defaultValue={way ?? ""}>
            <option value="">All orders</option>
            {Object.entries(orderWays).map(([way, label]) => (
              <option key={way} value={way}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField label="Placed from" name="from" type="date" defaultValue={from ?? ""} />
          <TextField label="Placed until" name="to" type="date" defaultValue={to ?? ""} />
          <TextField label="Carrier" name="carrier" autoComplete="off" defaultValue={carrier} />
        </div>
        <div className="mt-1">
          <Checkbox name="returns" value="yes" defaultChecked={wantsReturn}>
            Only with an open return
          </Checkbox>
        </div>
      </CollapsedOnPhones>
    </Form>
  );
}

/** Describes the chosen filters, without the search text; empty if no filter is chosen. */
function sayChosen({ state, way, from, to, wantsReturn, carrier }: OrderSearch): string {
  return [
    state && orderStates[state].label,
    way && orderWays[way].toLowerCase(),
    from && `from ${shortDay(from)}`,
    to && `until ${shortDay(to)}`,
    carrier && `with ${carrier}`,
    wantsReturn && "with an open return",
  ]
    .filter(Boolean)
    .join(", ");
}
