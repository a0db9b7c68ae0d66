import { columnsOf } from "#shop/catalogue/records/columns.ts";
import { bookFieldNames, fieldNamed } from "#shop/catalogue/fields/book-fields.ts";

const names: Record<string, string> = {
  ...Object.fromEntries(
    bookFieldNames.flatMap((name) => columnsOf(name).map((column) => [column.name, fieldNamed(name).called])),
  ),
  publisher_id: "publisher",
  contributors: "people",
  is_listed: "listing",
  is_main: "main edition",
  cover_image_id: "cover",
};

/** The name of a column of books or works for people, such as `price`. */
export function nameColumn(column: string): string {
  return names[column] ?? column.replaceAll("_", " ");
}
