import type { Entity } from "#shop/catalogue/records/entity.ts";
import type { FieldValue } from "#shop/catalogue/fields/field-values.ts";

/** Whether a file would put a title in capital letters, as tills print them, in the place of one that is not. */
export function replacesByCapitals({ before }: Entity, field: string, value: FieldValue | undefined): boolean {
  const is = before?.[field];
  return (
    (field === "title" || field === "subtitle") && typeof is === "string" && isInCapitals(value) && !isInCapitals(is)
  );
}

/** Cased letters, all of them capitals. */
function isInCapitals(value: FieldValue | undefined): boolean {
  return typeof value === "string" && value === value.toUpperCase() && value !== value.toLowerCase();
}
