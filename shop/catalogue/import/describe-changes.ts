import { changeOf } from "#shop/catalogue/records/entity.ts";
import type { Correction } from "#shop/catalogue/stock/shelf.ts";
import type { BatchPlan } from "#shop/catalogue/records/plan/batch-plan.ts";

/** The changes of a batch, one line for each field or number of copies: `a-fine-balance: price_paise 39900 -> 44900`. */
export function describeChanges({ known }: BatchPlan, corrections: Correction[]): string[] {
  const lines: string[] = [];
  for (const entity of [...known.books.values(), ...known.works.values()]) {
    const isBook = known.books.get(entity.id) === entity;
    if (entity.before === null && isBook) lines.push(`+ ${entity.id}: new`);
    const { before = {}, after = {} } = changeOf(entity) ?? {};
    for (const field of Object.keys(after))
      lines.push(`~ ${entity.id}: ${field} ${JSON.stringify(before[field])} -> ${JSON.stringify(after[field])}`);
  }
  for (const { bookId, delta } of corrections) lines.push(`~ ${bookId}: copies ${delta > 0 ? "+" : ""}${delta}`);
  return lines;
}
