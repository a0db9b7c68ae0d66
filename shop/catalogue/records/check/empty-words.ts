import type { RawRecord } from "#shop/catalogue/records/raw-record.ts";

/** What people, spreadsheets, databases and scripts write where there is nothing, in any field. */
const emptyWords = new Set(
  (
    " - -- --- . .. ? * n/a na n.a. n.a #n/a #na nan none nil null (null) <null> [null] \\n undefined (blank) (none) (empty) " +
    "#ref! #value! #name? #div/0! #null! #num! #spill! #calc! #field!"
  ).split(" "),
);

/** Fields in which one of these words means something. */
const meant: Partial<Record<keyof RawRecord, Set<string>>> = {
  taxClass: new Set(["nil"]),
  countryOfOrigin: new Set(["na"]),
  language: new Set(["na", "nan"]),
};

/** Whether a text of a file says that there is nothing. */
export function isEmptyWord(text: string): boolean {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015]/g, "-");
  return word.length <= 20 && emptyWords.has(word);
}

/** The same record without the fields, subjects and amounts that say that there is nothing; people are checked one by one. */
export function withoutEmptyWords(record: RawRecord): RawRecord {
  const kept = { ...record };
  for (const field of Object.keys(kept) as (keyof RawRecord)[]) {
    const value = kept[field];
    const isNothing = (text: unknown) =>
      typeof text === "string" && isEmptyWord(text) && !meant[field]?.has(text.trim().toLowerCase());
    if (isNothing(value)) delete kept[field];
  }
  for (const field of ["mrp", "price", "costPrice"] as const)
    if (isEmptyWord(kept[field]?.amount ?? "x")) delete kept[field];
  for (const field of ["weight", "height", "width", "thickness"] as const)
    if (isEmptyWord(kept[field]?.value ?? "x")) delete kept[field];
  if (isEmptyWord(kept.series?.name ?? "x")) delete kept.series;
  else if (kept.series?.position && isEmptyWord(kept.series.position)) kept.series = { name: kept.series.name };
  if (kept.subjects?.some(({ code }) => isEmptyWord(code)))
    kept.subjects = kept.subjects.filter(({ code }) => !isEmptyWord(code));
  return kept;
}
