import { matchKey } from "#shop/catalogue/books/match-key.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import type { KnownRecords } from "#shop/catalogue/records/known-records.ts";
import { peopleIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";

/** The work of a record: by its reference, otherwise by title and author. */
export function findWork(known: KnownRecords, record: BookRecord, content: Fields): Entity | undefined {
  const byReference = record.workReference ? known.workByReference.get(record.workReference) : undefined;
  if (byReference) return findInLanguage(known, byReference, record);
  const key = matchKey(record.title ?? "", firstAuthorOf(content));
  return key ? known.workByMatchKey.get(key) : undefined;
}

/** The work, or its translation for a record in another language, because feeds may use one reference for both. */
function findInLanguage(known: KnownRecords, work: Entity, { language, title }: BookRecord): Entity | undefined {
  const hasLanguage = ({ id }: Entity) => language === undefined || known.languages.get(id)?.has(language) === true;
  if (hasLanguage(work) || foldText(textIn(work.now, "title")) === foldText(title ?? "")) return work;
  const others = (known.inOtherLanguages.get(work.id) ?? []).flatMap((id) => known.works.get(id) ?? []);
  return others.find(hasLanguage);
}

/** The id of the first contributor. */
export function firstAuthorOf(content: Fields): string | undefined {
  return peopleIn(content)[0]?.[0];
}
