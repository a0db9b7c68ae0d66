import type { ComponentProps } from "react";

import { SelectField, TextArea, type TextField } from "#ui/field.tsx";

interface TermsOfBooksProps {
  field: (
    name: string,
  ) => Pick<ComponentProps<typeof TextField>, "label" | "name" | "error"> & { defaultValue: string };
  /** The full names of the chosen categories, authors, series and lists, separated by commas. */
  names: string;
  isOpen: boolean;
}

/** Fields that choose the books for which a code applies. */
export function TermsOfBooks({ field, names, isOpen }: TermsOfBooksProps) {
  const hasTrouble = ["categories", "authors", "series", "lists"].some((name) => field(name).error);
  return (
    <>
      <SelectField {...field("appliesTo")} autoComplete={undefined}>
        <option value="everything">Every book</option>
        <option value="best-sellers">Best sellers</option>
        <option value="chosen">Only what is named below</option>
      </SelectField>
      <details className="sm:col-span-2" open={isOpen || hasTrouble}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">
          Categories, authors, series and reading lists
        </summary>
        <p className="mb-3 text-small text-quiet">
          Write one on each line: its name, or the last part of its web address in the shop. The code applies to all
          books that belong to one of them.
          {names && ` Chosen now: ${names}.`}
        </p>
        <div className="field-row sm:grid-cols-2">
          {["categories", "authors", "series", "lists"].map((name) => (
            <TextArea key={name} {...field(name)} rows={2} maxLength={4000} />
          ))}
        </div>
      </details>
    </>
  );
}
