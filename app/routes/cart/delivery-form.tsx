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

const labels: Record<string, string> = {
  email: "E-mail",
  name: "Full name",
  phone: "Phone",
  addressLine1: "Address",
  addressLine2: "Address, second line",
  city: "Town or city",
  stateCode: "State",
  pin: "PIN code",
};

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
                    {labels[field] ?? field}
                  </a>
                  : {message}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <div className="mt-6 grid gap-5 sm:grid-cols-6">
        <div className="sm:col-span-3">
          <TextField
            label="E-mail"
            id="email"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={known?.email}
            error={errors.email}
          />
        </div>
        <div className="sm:col-span-3">
          <TextField
            label="Phone"
            id="phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            required
            defaultValue={known?.phone}
            error={errors.phone}
          />
        </div>
        <div className="sm:col-span-6">
          <TextField
            label="Full name"
            id="name"
            name="name"
            autoComplete="name"
            required
            defaultValue={known?.name}
            error={errors.name}
          />
        </div>
        <div className="sm:col-span-6">
          <TextField
            label="Address"
            id="addressLine1"
            name="addressLine1"
            autoComplete="address-line1"
            required
            defaultValue={known?.addressLine1}
            error={errors.addressLine1}
          />
        </div>
        <div className="sm:col-span-6">
          <TextField
            label="Address, second line"
            isOptional
            id="addressLine2"
            name="addressLine2"
            autoComplete="address-line2"
            defaultValue={known?.addressLine2}
            error={errors.addressLine2}
          />
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="PIN code"
            id="pin"
            name="pin"
            autoComplete="postal-code"
            inputMode="numeric"
            required
            defaultValue={known?.pin}
            onChange={(event) => setPin(event.currentTarget.value)}
            error={errors.pin}
          />
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="Town or city"
            id="city"
            name="city"
            autoComplete="address-level2"
            required
            defaultValue={known?.city}
            error={errors.city}
          />
        </div>
        <div className="sm:col-span-2">
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
