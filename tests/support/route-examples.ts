import type { Parameter } from "#routing/parameters.ts";

/** A value for each parameter of a path; those of the catalogue are there in the demonstration catalogue. */
export const examples: Record<Parameter, string> = {
  addressId: "new",
  attemptId: "0b1f4c1e-5d3a-4c55-9d0b-0123456789ab",
  authorId: "satyajit-ray",
  bookId: "mindful-reading",
  categoryId: "fiction",
  key: "k".repeat(43),
  listId: "summer",
  orderNumber: "EP-0123456789",
  document: "bill",
  readerId: "7",
  secret: "s".repeat(43),
  seriesId: "foundation",
  ticket: "EPT-01234567",
  token: "t".repeat(43),
};

/** A path with a value in place of each parameter. */
export function exampleOf(path: string, values: Partial<Record<Parameter, string>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => ({ ...examples, ...values })[name as Parameter]);
}
