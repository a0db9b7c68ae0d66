import { nameKey } from "#shop/catalogue/books/match-key.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { firstAuthorOf } from "./find-work.ts";
import type { KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { BatchPlan, PlanOptions } from "./batch-plan.ts";
import { refuse } from "./plan-report.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { describeOtherBook, canBeSameBook } from "./same-book.ts";

/**
 * Why a record does not describe the book that has its ISBN; null if it may. Publishers reuse ISBNs, and a typing error
 * may result in another valid ISBN. A record with the book's own key describes this book even if the title differs.
 */
export function findOtherBook(
  { known, options }: { known: KnownRecords; options: Pick<PlanOptions, "take"> },
  record: BookRecord,
  book: Entity,
): string | null {
  const hasOwnKey = record.reference !== undefined && book.now.record_reference === record.reference;
  if (options.take.has("title") || (hasOwnKey && record.reference !== record.isbn13)) return null;
  const work = known.works.get(textIn(book.now, "work_id"));
  if (!work) return null;
  const authorId = firstAuthorOf(work.now) ?? "";
  const here = {
    title: textIn(work.now, "title"),
    author: known.otherAuthors.get(authorId) ?? (known.authors.get(authorId)?.now.name as string | undefined),
  };
  const isKnownAuthor = record.contributors?.some((person) =>
    known.authorsByName.get(nameKey(person.name))?.some(({ id }) => id === authorId),
  );
  const named = { title: record.title, author: record.contributors?.[0]?.name };
  if (isKnownAuthor || canBeSameBook(named, here)) return null;
  return describeOtherBook(textIn(book.now, "isbn13"), here);
}

/** Rejects a book that may not be sold; if the shop already has it, the bookseller decides. */
export function rejectNotForSale(
  planning: Pick<BatchPlan, "counts" | "report">,
  { notForSale, ...record }: BookRecord,
  book: Entity | undefined,
) {
  const isShown = book?.now.is_listed === true;
  const shown = isShown ? ` The shop has it as ${book.id}, and readers see it: hide it, or ask the sender.` : "";
  refuse(planning, record, `${notForSale}${shown}`, "salesRights");
}
