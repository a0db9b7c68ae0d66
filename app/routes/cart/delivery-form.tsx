import { useEffect, useRef, useState } from "react";

import type { LastOrder } from "#shop/orders/find-order.server.ts";
import { indianStates, pinFitsState } from "#shop/places/indian-states.ts";
import { Banner } from "#ui/banner.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface DeliveryFormProps {
  /** From the reader's last order. */
  known: LastOrder["delivery"] | null;
  errors: Partial<Record<string, string>>;
}

/** The id of the form the pay button belongs to. */
export const deliveryFormId = "delivery";

interface Field {
  name: keyof LastOrder["delivery"];
  label: string;
  autoComplete: string;
  className: string;
  type?: "email" | "tel";
  inputMode?: "email" | "tel" | "numeric";
  isOptional?: boolean;
}

const half = "sm:col-span-3";
const whole = "sm:col-span-6";
const third = "sm:col-span-2";

/** In the order they are asked for; the state, chosen from a list, comes last. */
const fields: Field[] = [
  { name: "email", label: "E-mail", autoComplete: "email", type: "email", inputMode: "email", className: half },
  { name: "phone", label: "Phone", autoComplete: "tel", type: "tel", inputMode: "tel", className: half },
  { name: "name", label: "Full name", autoComplete: "name", className: whole },
  { name: "addressLine1", label: "Address", autoComplete: "address-line1", className: whole },
  {
    name: "addressLine2",
    label: "Address, second line",
    autoComplete: "address-line2",
    className: whole,
    isOptional: true,
  },
  { name: "pin", label: "PIN code", autoComplete: "postal-code", inputMode: "numeric", className: third },
  { name: "city", label: "Town or city", autoComplete: "address-level2", className: third },
];

function labelOf(name: string): string {
  return fields.find((field) => field.name === name)?.label ?? "State";
}

/** Where the parcel goes. Fields keep what was typed whatever happens to the order. */
export function DeliveryDetails({ known, errors }: DeliveryFormProps) {
  const [pin, setPin] = useState(known?.pin ?? "");
  const [stateCode, setStateCode] = useState(known?.stateCode ?? "");
  const looksOdd = /^[1-9]\d{5}$/.test(pin.trim()) && stateCode !== "" && !pinFitsState(pin.trim(), stateCode);
  const summary = useRef<HTMLDivElement>(null);
  const wrong = Object.entries(errors).filter(([, message]) => message);
  useEffect(() => {
    if (wrong.length > 0) summary.current?.focus();
    // A new answer is a new object, also with the same errors.
  }, [errors]);

  return (
    <section aria-labelledby="delivery-heading">
      <h2 id="delivery-heading" className="text-h3">
        Delivery details
      </h2>
      <p className="mt-1 text-quiet">We deliver anywhere in India. The order's letters go to the e-mail address.</p>
      {wrong.length > 0 && (
        <div ref={summary} tabIndex={-1} className="mt-5 outline-none">
          <Banner tone="error">
            <p className="font-semibold">Please look at these:</p>
            <ul className="mt-1">
              {wrong.map(([field, message]) => (
                <li key={field}>
                  <a href={`#${field}`} className="link inline-flex min-h-8 items-center">
                    {labelOf(field)}
                  </a>
                  : {message}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <div className="mt-6 grid gap-5 sm:grid-cols-6">
        {fields.map(({ name, className, ...field }) => (
          <div key={name} className={className}>
            <TextField
              id={name}
              name={name}
              required={!field.isOptional}
              defaultValue={known?.[name]}
              error={errors[name]}
              onChange={name === "pin" ? (event) => setPin(event.currentTarget.value) : undefined}
              {...field}
            />
          </div>
        ))}
        <div className={third}>
          <SelectField
            label="State"
            id="stateCode"
            name="stateCode"
            autoComplete="address-level1"
            required
            defaultValue={known?.stateCode ?? ""}
            onChange={(event) => setStateCode(event.currentTarget.value)}
            error={errors.stateCode}
          >
            <option value="" disabled>
              Choose
            </option>
            {indianStates.map((state) => (
              <option key={state.code} value={state.code}>
                {state.name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <p role="status" className="mt-3 min-h-6 text-small font-semibold text-marigold-text">
        {looksOdd && "This PIN code does not look like one of that state. If it is right, just go on."}
      </p>
    </section>
  );
}
