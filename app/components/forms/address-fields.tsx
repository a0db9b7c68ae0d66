/** The fields of a delivery address: in the cart, in an account, and in the forms of saved addresses. */
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { readPin } from "#app/client/storage/delivery-pin.ts";
import { wrongDeliveryFields } from "#shop/kernel/forms/wrong-delivery-fields.ts";
import { indianStates, pinFitsState, stateOfPin } from "#shop/kernel/regions/indian-states.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { EmailField } from "./email-field.tsx";

type FieldName = "email" | "name" | "phone" | "addressLine1" | "addressLine2" | "city" | "stateCode" | "pin";

interface Field {
  name: FieldName;
  label: string;
  autoComplete: string;
  className: string;
  type?: "email" | "tel";
  inputMode?: "email" | "tel" | "numeric";
  /** A pattern for the browser's own validation, which shows as soon as a field is corrected. */
  pattern?: string;
  isOptional?: boolean;
  /** Error while what was typed does not fit. */
  "data-wrong"?: string;
}

const half = "sm:col-span-3";
const whole = "sm:col-span-6";
const third = "sm:col-span-2";

const email: Field = {
  name: "email",
  label: "E-mail",
  autoComplete: "email",
  type: "email",
  inputMode: "email",
  pattern: String.raw`.+@.+\.[^.]+`,
  "data-wrong": wrongDeliveryFields.email,
  className: half,
};
const phone: Field = {
  name: "phone",
  label: "Phone",
  autoComplete: "tel",
  type: "tel",
  inputMode: "tel",
  pattern: String.raw`[\s\(\)\-]*(?:\+91|0091|91|0)?[\s\(\)\-]*[6-9](?:[\s\(\)\-]*\d){9}\s*`,
  "data-wrong": wrongDeliveryFields.phone,
  className: half,
};
const name: Field = { name: "name", label: "Full name", autoComplete: "name", className: whole };

/** The PIN code is before town and state, because it fills them in. */
const townFields: Field[] = [
  {
    name: "pin",
    label: "PIN code",
    autoComplete: "postal-code",
    inputMode: "numeric",
    pattern: String.raw`\s*[1-9](?:\s*\d){5}\s*`,
    "data-wrong": wrongDeliveryFields.pin,
    className: third,
  },
  { name: "city", label: "Town or city", autoComplete: "address-level2", className: third },
];
const street: Field[] = [
  { name: "addressLine1", label: "Address", autoComplete: "address-line1", className: whole },
  {
    name: "addressLine2",
    label: "Address, second line",
    autoComplete: "address-line2",
    className: whole,
    isOptional: true,
  },
];

/** The names of all address fields and of the e-mail address, in the order of the form. */
export const addressFieldNames: FieldName[] = [
  ...[name, ...street, ...townFields].map((field) => field.name),
  "stateCode",
  ...[phone, email].map((field) => field.name),
];

/** The label of a field, for an error summary. */
export function addressLabel(field: string): string {
  return (
    [name, ...street, ...townFields, phone, email].find(({ name: fieldName }) => fieldName === field)?.label ?? "State"
  );
}

interface AddressFieldsProps {
  /** Initial values. */
  known: Partial<Record<FieldName, string | null>> | null;
  errors: Partial<Record<string, string>>;
  /** Whether only name, phone and e-mail are asked for, as nothing is sent. The other fields keep what was typed. */
  isCollector?: boolean;
  /** Adds a field for the e-mail address that letters about an order are sent to. */
  withEmail?: boolean;
  /** What else the phone number is used for. */
  phoneHint?: string | null;
  /** The town of the PIN code, which fills an empty field; null if it is not known. */
  town?: string | null;
  /** Called with every PIN code of six digits. */
  onPin?: (pin: string) => void;
}

/**
 * The recipient and address of a parcel. The fields keep their values when the form is rejected. An empty PIN code
 * field gets the last PIN code used on this device. A PIN code fills in its town and selects its state, if there is only
 * one, unless the reader has typed or chosen another.
 */
export function AddressFields({
  known,
  errors,
  isCollector = false,
  withEmail = false,
  phoneHint = null,
  town = null,
  onPin,
}: AddressFieldsProps) {
  const [pin, setPin] = useState(known?.pin ?? "");
  const [stateCode, setStateCode] = useState(known?.stateCode ?? "");
  const [isStateChosen, setStateChosen] = useState(stateCode !== "");
  const isPin = /^[1-9]\d{5}$/.test(pin);
  const looksOdd = isPin && stateCode !== "" && !pinFitsState(pin, stateCode);

  const fillInPin = useEffectEvent(() => {
    const input = document.querySelector<HTMLInputElement>("#pin");
    if (!input) return;
    // Text that was typed before the scripts loaded is kept.
    input.value ||= readPin() ?? "";
    takePin(input.value);
  });
  useEffect(() => fillInPin(), []);

  const filledTown = useRef("");
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>("#city");
    // What the reader has typed stays.
    if (!input || input.value !== filledTown.current || input.value === (town ?? "")) return;
    input.value = filledTown.current = town ?? "";
    // If the reader is already in the field, typing replaces the town.
    if (document.activeElement === input) input.select();
    // React and the form's error state handle this event as if the reader had typed the town.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, [town]);

  function takePin(typed: string) {
    const next = typed.replace(/\s/g, "");
    setPin(next);
    if (!/^[1-9]\d{5}$/.test(next)) return;
    onPin?.(next);
    if (!isStateChosen) setStateCode((current) => stateOfPin(next) ?? current);
  }

  const show = ({ name, className, ...field }: Field) => {
    const Input = name === "email" ? EmailField : TextField;
    return (
      <div key={name} className={className}>
        <Input
          id={name}
          name={name}
          required={!field.isOptional}
          defaultValue={name === "phone" ? spacePhone(known?.phone ?? "") : (known?.[name] ?? "")}
          error={errors[name]}
          {...(name === "phone" && phoneHint && !errors.phone && { "aria-describedby": "phone-use" })}
          onChange={name === "pin" ? (event) => takePin(event.currentTarget.value) : undefined}
          {...field}
        />
      </div>
    );
  };

  return (
    <div className="grid gap-5 sm:grid-cols-6">
      {show(name)}
      <div hidden={isCollector} className="contents">
        {[...street, ...townFields].map(show)}
        <div className={third}>
          <SelectField
            label="State"
            id="stateCode"
            name="stateCode"
            autoComplete="address-level1"
            required
            value={stateCode}
            onChange={(event) => {
              setStateCode(event.currentTarget.value);
              setStateChosen(true);
            }}
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
        <p role="status" className="text-small font-semibold text-marigold-text empty:sr-only sm:col-span-6">
          {isPin && pin.startsWith("9") && stateCode === ""
            ? "An Army post office belongs to no state. Choose the state for your bill."
            : looksOdd && "This PIN code does not seem to belong to that state. If it is correct, please continue."}
        </p>
      </div>
      {show(phone)}
      {phoneHint && (
        // Below both fields where they are next to each other.
        <p id="phone-use" className="-mt-3 text-small text-quiet sm:order-last sm:col-span-6">
          {phoneHint}
        </p>
      )}
      {withEmail && show(email)}
    </div>
  );
}
