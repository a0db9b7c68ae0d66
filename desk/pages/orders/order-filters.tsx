import { Form, Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import type { OrderSearch } from "#shop/back-office/orders.server.ts";
import { orderStates } from "#shop/orders/order-state.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

/** What the list of orders is chosen by; all of it stands in the address. */
export function OrderFilters({ query }: { query: OrderSearch }) {
  const { state, text, from, to, wantsReturn, carrier } = query;
  const isNarrowed = Boolean(state ?? from ?? to) || text !== "" || carrier !== "" || wantsReturn;
  return (
    // Made anew with each search, as its fields show what is asked.
    <Form
      key={JSON.stringify(query)}
      method="get"
      role="search"
      className="field-row mt-4 sm:grid-cols-3 sm:[&>:first-child]:col-span-2"
    >
      <TextField
        label="Number, name, e-mail or phone"
        name="text"
        type="search"
        autoComplete="off"
        defaultValue={text}
      />
      <SelectField label="Which" name="state" defaultValue={state ?? ""}>
        <option value="">All orders</option>
        {Object.entries(orderStates).map(([state, { label }]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label="Placed from" name="from" type="date" defaultValue={from ?? ""} />
      <TextField label="Placed until" name="to" type="date" defaultValue={to ?? ""} />
      <TextField label="Carrier" name="carrier" autoComplete="off" defaultValue={carrier} />
      <p className="sm:col-span-2">
        <Checkbox name="returns" value="yes" defaultChecked={wantsReturn}>
          Only with a return that waits
        </Checkbox>
      </p>
      <p>
        <span className="flex flex-wrap items-center gap-x-4 sm:justify-self-end">
          {isNarrowed && (
            <Link className="link inline-flex min-h-11 items-center" to={deskHref("/orders")}>
              All orders
            </Link>
          )}
          <Button variant="outline">Show</Button>
        </span>
      </p>
    </Form>
  );
}
