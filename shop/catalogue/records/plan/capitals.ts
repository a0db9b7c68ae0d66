import type { Entity } from "#shop/catalogue/records/entity.ts";
import type { FieldValue } from "#shop/catalogue/fields/field-values.ts";

/** Whether a file would replace a title in normal case by one in capitals, as tills print them. */
export function replacesByCapitals({ before }: Entity, field: string, value: FieldValue | undefined): boolean {
  const is = before?.[field];
  return (
    (field === "title" || field === "subtitle") && typeof is === "string" && isInCapitals(value) && !isInCapitals(is)
  );
}

/** Whether all letters with case are capitals. */
function isInCapitals(value: FieldValue | undefined): boolean {
  return typeof value === "string" && value === value.toUpperCase() && value !== value.toLowerCase();
}
