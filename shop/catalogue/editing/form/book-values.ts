import type { BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import type { FormFieldFacts } from "#shop/catalogue/fields/form-inputs.ts";

/** A field of the desk's form of a book, as a page draws it. */
export interface FormField extends FormFieldFacts {
  name: BookFieldName;
  /** As a sentence calls it. */
  called: string;
  /** The names of its inputs. */
  inputs: readonly string[];
}

/** What is wrong with a form, by field; the number of a book in its series is checked separately. */
export type BookErrors = Partial<Record<BookFieldName | "seriesNumber", string>>;

/** What the inputs of a form hold, by their names; what is not there is empty. */
export type BookValues = Readonly<Record<string, string>>;

/** What an input holds, as it is compared and kept: without spaces around it, lines ending in one sign. */
export function valueIn(values: BookValues, input: string): string {
  return (values[input] ?? "").replaceAll("\r\n", "\n").trim();
}

/** The people that a form names, in its order. */
export function peopleOf(values: BookValues): { name: string; role: string }[] {
  return numbersOf(values, "person").map((number) => ({
    name: valueIn(values, `person${number}`),
    role: valueIn(values, `role${number}`) || "author",
  }));
}

/** The categories that a form names, each once, the main one first. */
export function categoriesOf(values: BookValues): string[] {
  const named = numbersOf(values, "category").map((number) => valueIn(values, `category${number}`));
  return [...new Map(named.map((path) => [path.toLowerCase(), path])).values()];
}

/** The numbers of inputs such as `person3` that hold something, in order. */
function numbersOf(values: BookValues, name: string): number[] {
  const numbers = Object.keys(values).flatMap((input) =>
    input.startsWith(name) && valueIn(values, input) !== "" ? Number(input.slice(name.length)) : [],
  );
  return numbers.filter((number) => Number.isInteger(number) && number > 0).sort((a, b) => a - b);
}

/** A field as one text, for reading and comparing: the same form always gives the same text. */
export function textOfField(values: BookValues, { kind, inputs }: Pick<FormField, "kind" | "inputs">): string {
  const [first = "", second = ""] = inputs.map((input) => valueIn(values, input));
  switch (kind) {
    case "people":
      return peopleOf(values)
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
export function fieldsThatDiffer(fields: readonly FormField[], one: BookValues, other: BookValues): FormField[] {
  return fields.filter((field) => textOfField(one, field) !== textOfField(other, field));
}
