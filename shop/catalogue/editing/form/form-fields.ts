import { bookFieldNames, fieldNamed, type BookFieldName, type RawFields } from "#shop/catalogue/fields/book-fields.ts";
import { valueIn, type BookValues, type FormField } from "./book-values.ts";

/** The fields of the desk's form of a book. */
export const formFields: FormField[] = bookFieldNames.flatMap((name) => {
  const { called, form } = fieldNamed(name);
  if (!form) return [];
  const { label, hint, kind, maxLength, isRequired, inputs = [name] } = form;
  return [{ name, called, label, hint, kind, maxLength, isRequired, inputs }];
});

const known = new Set<string>(formFields.flatMap(({ inputs }) => inputs));

/** The inputs of a book's form out of all that was sent. */
export function bookValuesIn(texts: Readonly<Record<string, string>>): BookValues {
  return Object.fromEntries(Object.entries(texts).filter(([input, text]) => known.has(input) && text !== ""));
}

/** What a form says of a book, in the words of a file. */
export function rawOfValues(values: BookValues): RawFields {
  const raw: Partial<Record<BookFieldName, unknown>> = {};
  for (const { name, inputs } of formFields) {
    const value: unknown = fieldNamed(name).form!.read(inputs.map((input) => valueIn(values, input)));
    if (value !== undefined) raw[name] = value;
  }
  return raw as RawFields;
}

/** What a form holds for the fields of a book. */
export function valuesOfRaw(raw: RawFields): BookValues {
  const values: Record<string, string> = {};
  for (const { name, inputs } of formFields) {
    const texts = raw[name] === undefined ? [] : fieldNamed(name).form!.write(raw[name]);
    for (const [index, text] of texts.entries()) if (text !== "") values[inputs[index]!] = text;
  }
  return values;
}
