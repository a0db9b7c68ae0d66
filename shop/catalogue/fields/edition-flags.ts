/**
 * Yes-or-no properties of an edition by which readers filter shelves, with the words they see. Each has a field, a column
 * of `books`, and a line in the SQL function `edition_flags`.
 */
export const editionFlags: Readonly<Record<string, string>> = { signed: "Signed copy" };
