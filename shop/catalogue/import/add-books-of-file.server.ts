import type { Db } from "#db/connect.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { planBatch } from "#shop/catalogue/records/plan/plan-batch.ts";
import { readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { readKnownRecords } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { writeBatch } from "#shop/catalogue/records/write/write-batch.server.ts";
import { checkedItems } from "./import-file.server.ts";
import { openRecordFile } from "./open-file.server.ts";

/** The source of the books in a file, and the program that adds them. */
interface FileOwner {
  /** The name of the feed. */
  source: string;
  /** The program that adds the books. */
  maker: { createdBy: string; program: string };
  now: Date;
}

/**
 * Imports a file of books within the caller's transaction, in one batch and without a record of an import: it cannot be
 * undone or resumed. Throws if a value of the file is rejected or corrected.
 */
export async function addBooksOfFile(tx: Db, path: string, { source, maker, now }: FileOwner): Promise<void> {
  const file = await openRecordFile(path, {}, now);
  const records: BookRecord[] = [];
  const problems: ReportLine[] = [];
  for await (const item of checkedItems(file, { exchangeRates: {}, now })) {
    if ("refused" in item) problems.push(item.refused);
    else {
      records.push(item.record);
      problems.push(...item.mended);
    }
  }
  const categories = await readCategoryTable(tx);
  const known = await readKnownRecords(tx, source, records);
  const options = { source, discountPercent: 0, defaultMrpPaise: null, take: new Set<string>() };
  const plan = planBatch(known, records, categories, options);
  const [problem] = [...problems, ...plan.report];
  if (problem) throw new Error(`${path}, line ${problem.place.line}: ${problem.reason}`);
  await writeBatch(tx, plan, { importId: null, source, addedCategories: categories.added, now, maker });
}
