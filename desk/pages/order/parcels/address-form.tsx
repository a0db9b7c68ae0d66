import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { indianStates, stateName } from "#shop/kernel/regions/indian-states.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { addressLabels } from "./address-labels.ts";

type Field = keyof typeof addressLabels;
const fields = typedKeys(addressLabels);

interface AddressFormProps {
  order: OrderRecord;
  trouble: ActionError | null;
}

/**
 * Form that corrects the address of an order. If another person changed the address meanwhile, it shows both versions.
 */
export function AddressForm({ order, trouble }: AddressFormProps) {
  const typed = (field: Field) => trouble?.values[field] ?? order[field];
  const differing = trouble?.problem ? fields.filter((field) => typed(field) !== order[field]) : [];
  return (
    <details open={trouble !== null} className="mt-2">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Correct the address</summary>
      {differing.length > 0 && (
        <table className="desk-table mt-2">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">You typed</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <th scope="row">{addressLabels[field]}</th>
                <td>{shown(field, order[field])}</td>
                <td>{shown(field, typed(field))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Form method="post" className="mt-3 grid max-w-measure gap-3">
        <input type="hidden" name="order" value={order.number} />
        {fields.map((field) => (
          // The key resets the hidden field when the saved value changes.
          <input key={`${field} ${order[field]}`} type="hidden" name={`was-${field}`} value={order[field]} />
        ))}
        {fields.map((field) =>
          field === "stateCode" ? (
            <SelectField
              key={field}
              label={addressLabels[field]}
              name={field}
              defaultValue={typed(field)}
              error={trouble?.errors[field]}
            >
              {indianStates.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField
              key={field}
              label={addressLabels[field]}
              name={field}
              isOptional={field === "addressLine2"}
              autoComplete="off"
              defaultValue={typed(field)}
              error={trouble?.errors[field]}
            />
          ),
        )}
        <p>
          <Button variant="outline" name="intent" value="orders.correct-address">
            Save the address
          </Button>
        </p>
      </Form>
    </details>
  );
}

function shown(field: Field, value: string): string {
  return field === "stateCode" ? stateName(value) : value || "nothing";
}
