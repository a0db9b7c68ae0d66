import { foldText } from "#shop/kernel/text/fold-text.ts";

/** People and categories that a form of a book can name. */
export const roomFor = { people: 50, categories: 8 } as const;

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`);

/** What a book's form asks for, in its order: each field with its label and the names of its inputs. */
export const bookFields = {
  isbn: { label: "ISBN", inputs: ["isbn"] },
  title: { label: "Title", inputs: ["title"] },
  subtitle: { label: "Subtitle", inputs: ["subtitle"] },
  people: { label: "People", inputs: [...numbered("person", roomFor.people), ...numbered("role", roomFor.people)] },
  series: { label: "Series", inputs: ["series", "seriesNumber"] },
  publisher: { label: "Publisher", inputs: ["publisher"] },
  published: { label: "Day of publication", inputs: ["published"] },
  edition: { label: "Edition", inputs: ["edition"] },
  format: { label: "Format", inputs: ["format"] },
  language: { label: "Language", inputs: ["language"] },
  pages: { label: "Pages", inputs: ["pages"] },
  description: { label: "Description", inputs: ["description"] },
  categories: { label: "Categories", inputs: numbered("category", roomFor.categories) },
  mrp: { label: "MRP", inputs: ["mrp"] },
  price: { label: "Price", inputs: ["price"] },
  taxClass: { label: "GST", inputs: ["taxClass"] },
  hsn: { label: "HSN", inputs: ["hsn"] },
  availability: { label: "Availability", inputs: ["availability"] },
  orderDays: { label: "Days to order", inputs: ["orderDays"] },
} as const satisfies Record<string, { label: string; inputs: readonly string[] }>;

export type BookFieldName = keyof typeof bookFields;

/** What is wrong with a form, by field; the number of a book in its series is typed apart. */
export type BookErrors = Partial<Record<BookFieldName | "seriesNumber", string>>;

/** The names of all fields, in the form's order. */
export const bookFieldNames = Object.keys(bookFields) as BookFieldName[];

/** Fields that all editions of a work share; the others are the edition's own. */
export const sharedFields: ReadonlySet<BookFieldName> = new Set([
  "title",
  "subtitle",
  "people",
  "series",
  "description",
  "categories",
]);

/** What the inputs of a form hold, by their names; what is not there is empty. */
export type BookValues = Readonly<Record<string, string>>;

/** What an input holds, as it is compared and kept: without spaces around it, lines ending in one sign. */
export function valueIn(values: BookValues, input: string): string {
  return (values[input] ?? "").replaceAll("\r\n", "\n").trim();
}

/** The people that a form names, in its order. */
export function peopleOf(values: BookValues): { name: string; role: string }[] {
  return numbered("person", roomFor.people).flatMap((input, index) => {
    const name = valueIn(values, input);
    return name === "" ? [] : [{ name, role: valueIn(values, `role${index + 1}`) || "author" }];
  });
}

/** The categories that a form names, each once, the main one first. */
export function categoriesOf(values: BookValues): string[] {
  const named = bookFields.categories.inputs.map((input) => valueIn(values, input)).filter((path) => path !== "");
  return [...new Map(named.map((path) => [foldText(path), path])).values()];
}

/** A field as one text: it is shown, and compared, so that the same form always gives the same text. */
export function textOfField(values: BookValues, field: BookFieldName): string {
  switch (field) {
    case "people":
      return peopleOf(values)
        .map(({ name, role }) => (role === "author" ? name : `${name} (${role})`))
        .join("; ");
    case "categories":
      return categoriesOf(values).join("; ");
    case "series": {
      const [name, number] = [valueIn(values, "series"), valueIn(values, "seriesNumber")];
      return number === "" ? name : `${name}, ${number}`;
    }
    default:
      return valueIn(values, field);
  }
}

/** The fields in which two forms differ, in the form's order. */
export function fieldsThatDiffer(one: BookValues, other: BookValues): BookFieldName[] {
  return bookFieldNames.filter((field) => textOfField(one, field) !== textOfField(other, field));
}

/** Paise as a form has them: `499` or `499.50`. */
export function rupeesText(paise: number): string {
  return paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2);
}
