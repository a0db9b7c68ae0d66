import { useEffect, useRef } from "react";

import { useFieldErrors } from "#app/client/use-field-errors.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import { TextField } from "#ui/field.tsx";

interface BusinessDetailsProps {
  /** That of the last order. */
  known: Business | null;
  errors: Partial<Record<string, string>>;
}

const fieldNames = ["businessName", "gstin", "purchaseOrder"] as const;

/** The fields of a bill to a business. Folded, because few readers need them; open if one is filled or has an error. */
export function BusinessDetails({ known, errors: told }: BusinessDetailsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const { errors, onInput } = useFieldErrors(told);
  const wrong = fieldNames.find((field) => told[field]);
  useEffect(() => {
    if (!wrong || !box.current) return;
    box.current.open = true;
    box.current.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    // Each response is a new object, even with equal errors.
  }, [told, wrong]);
  return (
    <details ref={box} open={known !== null} className="mt-4">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Buying for a school or business?
      </summary>
      <div className="mt-2 grid gap-x-4 gap-y-5 sm:grid-cols-6" onInput={onInput}>
        <div className="sm:col-span-6">
          <TextField
            label="Name on the bill"
            name="businessName"
            autoComplete="organization"
            defaultValue={known?.name ?? ""}
            error={errors.businessName}
            isOptional
          />
        </div>
        <div className="sm:col-span-3">
          <TextField
            label="GSTIN"
            name="gstin"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={known?.gstin ?? ""}
            error={errors.gstin}
            isOptional
          />
        </div>
        <div className="sm:col-span-3">
          <TextField
            label="Your purchase order"
            name="purchaseOrder"
            autoComplete="off"
            defaultValue=""
            error={errors.purchaseOrder}
            isOptional
          />
        </div>
      </div>
    </details>
  );
}
