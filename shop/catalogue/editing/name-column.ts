const names: Record<string, string> = {
  isbn13: "ISBN",
  mrp_paise: "MRP",
  price_paise: "price",
  published_on: "day of publication",
  published_precision: "day of publication",
  publisher_id: "publisher",
  edition_statement: "edition",
  tax_class: "class of GST",
  hsn: "HSN code",
  order_days: "days to order",
  contributors: "people",
  categories: "categories",
  is_listed: "listing",
  is_main: "place in lists",
  cover_image_id: "cover",
};

/** A column of a book or a work as a person calls it, such as `price`. */
export function nameColumn(column: string): string {
  return names[column] ?? column.replaceAll("_", " ");
}
