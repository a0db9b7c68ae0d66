import { isNullWord } from "#shop/catalogue/fields/check/null-words.ts";
import { bookFieldNames, fieldNamed, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** Removes fields and subjects whose text means "no value"; people are checked separately. */
export function removeNullWords(record: RawRecord): RawRecord {
  const given = { ...record };
  for (const name of bookFieldNames) {
    const text = textOf(given[name]);
    const meaningfulEmptyWords = fieldNamed(name).meaningfulEmptyWords ?? [];
    if (text !== undefined && isNullWord(text) && !meaningfulEmptyWords.includes(text.trim().toLowerCase()))
      delete given[name];
  }
  if (given.series?.position && isNullWord(given.series.position)) given.series = { name: given.series.name };
  if (given.subjects?.some(({ code }) => isNullWord(code)))
    given.subjects = given.subjects.filter(({ code }) => !isNullWord(code));
  return given;
}

/** The text of a field: of its amount, measure or series name, or the field itself; undefined for lists. */
function textOf(raw: RawRecord[BookFieldName]): string | undefined {
  if (typeof raw === "string" || raw === undefined) return raw;
  if ("amount" in raw) return raw.amount;
  if ("value" in raw) return raw.value;
  return "name" in raw ? raw.name : undefined;
}
