import type { BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import type { FormFieldFacts } from "#shop/catalogue/fields/form-inputs.ts";

/** A field of the desk's book form, as a page renders it. */
export interface FormField extends FormFieldFacts {
  name: BookFieldName;
  /** Its name within a sentence. */
  called: string;
  /** The names of its inputs. */
  inputs: readonly string[];
}

/** Validation errors by field; the number within a series is checked separately. */
export type BookErrors = Partial<Record<BookFieldName | "seriesNumber", string>>;

/** The values of a form by input name; absent inputs are empty. */
export type BookValues = Readonly<Record<string, string>>;

/** The value of an input, trimmed and with LF as line end. */
export function valueIn(values: BookValues, input: string): string {
  return (values[input] ?? "").replaceAll("\r\n", "\n").trim();
}

/** The people in a form, in its order. */
export function listPeople(values: BookValues): { name: string; role: string }[] {
  return numbersOf(values, "person").map((number) => ({
    name: valueIn(values, `person${number}`),
    role: valueIn(values, `role${number}`) || "author",
  }));
}

/** The categories in a form without duplicates, the main one first. */
export function categoriesOf(values: BookValues): string[] {
  const named = numbersOf(values, "category").map((number) => valueIn(values, `category${number}`));
  return [...new Map(named.map((path) => [path.toLowerCase(), path])).values()];
}

/** The numbers of the filled inputs such as `person3`, ascending. */
function numbersOf(values: BookValues, name: string): number[] {
  const numbers = Object.keys(values).flatMap((input) =>
    input.startsWith(name) && valueIn(values, input) !== "" ? Number(input.slice(name.length)) : [],
  );
  return numbers.filter((number) => Number.isInteger(number) && number > 0).sort((a, b) => a - b);
}

/** A field as one text, to show and compare; equal forms give equal texts. */
export function formatField(values: BookValues, { kind, inputs }: Pick<FormField, "kind" | "inputs">): string {
  const [first = "", second = ""] = inputs.map((input) => valueIn(values, input));
  switch (kind) {
    case "people":
      return listPeople(values)
        .map(({ name, role }) => (role === "author" ? name : `${name} (${role})`))
        .join("; ");
    case "categories":
      return categoriesOf(values).join("; ");
    case "series":
      return second === "" ? first : `${first}, ${second}`;
    default:
      return first;
  }
}

/** The fields in which two forms differ, in the form's order. */
export function diffFields(fields: readonly FormField[], one: BookValues, other: BookValues): FormField[] {
  return fields.filter((field) => formatField(one, field) !== formatField(other, field));
}
