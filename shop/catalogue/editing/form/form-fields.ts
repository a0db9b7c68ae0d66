import { bookFieldNames, fieldNamed, type BookFieldName, type RawFields } from "#shop/catalogue/fields/book-fields.ts";
import { valueIn, type BookValues, type FormField } from "./book-values.ts";

/** The fields of the desk's book form. */
export const formFields: FormField[] = bookFieldNames.flatMap((name) => {
  const { called, form } = fieldNamed(name);
  if (!form) return [];
  const { label, hint, kind, maxLength, isRequired, inputs = [name] } = form;
  return [{ name, called, label, hint, kind, maxLength, isRequired, inputs }];
});

const known = new Set<string>(formFields.flatMap(({ inputs }) => inputs));

/** The values of the book form out of all submitted values; empty ones are left out. */
export function bookValuesIn(texts: Readonly<Record<string, string>>): BookValues {
  return Object.fromEntries(Object.entries(texts).filter(([input, text]) => known.has(input) && text !== ""));
}

/** Converts form values to the raw fields that an import reads. */
export function rawOfValues(values: BookValues): RawFields {
  const raw: Partial<Record<BookFieldName, unknown>> = {};
  for (const { name, inputs } of formFields) {
    const value: unknown = fieldNamed(name).form?.read(inputs.map((input) => valueIn(values, input)));
    if (value !== undefined) raw[name] = value;
  }
  return raw as RawFields;
}

/** Converts raw fields to form values. */
export function valuesOfRaw(raw: RawFields): BookValues {
  const values: Record<string, string> = {};
  for (const { name, inputs } of formFields) {
    const texts = raw[name] === undefined ? [] : (fieldNamed(name).form?.write(raw[name]) ?? []);
    for (const [index, input] of inputs.entries()) if (texts[index]) values[input] = texts[index];
  }
  return values;
}
