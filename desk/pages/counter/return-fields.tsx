import { detectLanguage } from "#app/display/detect-language.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Till } from "#shop/sales/counter/tills.server.ts";
import { SelectField, TextField } from "#ui/field.tsx";

/** The values and errors of a form that was refused. */
export interface FormTrouble {
  values: Record<string, string>;
  errors: Record<string, string>;
}

interface CopiesFieldProps extends FormTrouble {
  position: number;
  title: string;
  left: number;
  /** The price of all copies that are left, if it is known. */
  leftPaise?: number;
}

/** How many copies of a line come back. */
export function CopiesField({ position, title, left, leftPaise, values, errors }: CopiesFieldProps) {
  return (
    <TextField
      label={
        <>
          {"Copies of "}
          <cite lang={detectLanguage(title)} className="not-italic">
            {title}
          </cite>
        </>
      }
      hint={`Up to ${left}${leftPaise === undefined ? "" : `, ${formatPaise(leftPaise)} in all`}`}
      name={`copies${position}`}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={values[`copies${position}`] ?? ""}
      error={errors.copies}
    />
  );
}

/** Whether the copies can be sold again. */
export function FitField({ values, errors }: FormTrouble) {
  return (
    <SelectField label="Can they be sold again" name="fit" defaultValue={values.fit ?? "yes"} error={errors.fit}>
      <option value="yes">Yes: back on the shelf</option>
      <option value="no">No: damaged</option>
    </SelectField>
  );
}

/** How the money is given back, and at which till. */
export function GivenBackFields({ tills, till, values, errors }: FormTrouble & { tills: Till[]; till: string }) {
  return (
    <>
      <SelectField label="Money given back" name="paidBy" defaultValue={values.paidBy ?? "cash"} error={errors.paidBy}>
        <option value="cash">In cash</option>
        <option value="upi">By UPI</option>
      </SelectField>
      <SelectField label="At the till" name="till" defaultValue={values.till ?? till} error={errors.till}>
        {tills.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Number of the UPI payment"
        isOptional
        name="reference"
        autoComplete="off"
        defaultValue={values.reference ?? ""}
        error={errors.reference}
      />
    </>
  );
}
