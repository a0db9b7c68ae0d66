import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inSnapshot } from "#db/transaction.ts";
import { startOfMonth } from "#shop/kernel/dates/months.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { financialYearOf } from "#shop/sales/documents/document-number.ts";
import { checkDocuments, type PaperSums } from "./check-documents.ts";
import { gstReturnOf, type GstReturn } from "./gst-return.ts";

const pageSize = 500;

/** A month's GST return, with checks of the documents from which it is made. */
export interface ReadReturn {
  gstReturn: GstReturn;
  /** Count of documents that the shop issued under another GSTIN, or under none. */
  elsewhere: number;
  /** Sums of the documents, independent of the tables. */
  sums: PaperSums;
  /** Sentences about documents, or tables made of them, that do not add up. */
  problems: string[];
}

/**
 * Adds up the bills and credit notes that were issued in a month in India under this GSTIN, in one snapshot; `month` is
 * `2026-10`. It reads the documents page by page.
 */
export function readGstReturn(db: Db, gstin: string, month: string): Promise<ReadReturn> {
  const from = startOfMonth(month, 0);
  const until = startOfMonth(month, 1);
  return inSnapshot(db, async (tx) => {
    const adding = gstReturnOf(gstin, month);
    const checking = checkDocuments();
    let elsewhere = 0;
    for (const kind of ["bill", "credit-note"])
      for (let after = { sequence: 0, series: "" }; ;) {
        const documents = await readPage(tx, { kind, year: financialYearOf(from), from, until, after });
        for (const { content, correctedPaise } of documents)
          if (content.seller.gstin === gstin) {
            adding.add(content, correctedPaise);
            checking.add(content);
          } else elsewhere += 1;
        const last = documents.at(-1);
        if (!last || documents.length < pageSize) break;
        after = last;
      }
    const gstReturn = adding.end();
    return { gstReturn, elsewhere, ...checking.end(gstReturn) };
  });
}

interface Page {
  kind: string;
  year: string;
  from: Date;
  until: Date;
  after: { sequence: number; series: string };
}

interface DocumentOfMonth {
  sequence: number;
  series: string;
  content: DocumentContent;
  /** The total of the bill that a credit note corrects; null on a bill. */
  correctedPaise: number | null;
}

async function readPage(tx: Db, { kind, year, from, until, after }: Page): Promise<DocumentOfMonth[]> {
  const { rows } = await tx.execute<DocumentOfMonth>(sql`
    select d.sequence, d.series, d.content, (bill.content ->> 'totalPaise')::int as corrected_paise
    from (
        select sequence, series, order_id, kind, content from documents
        where financial_year = ${year} and kind = ${kind} and (sequence, series) > (${after.sequence}, ${after.series})
          and issued_at >= ${from.toISOString()}::timestamptz and issued_at < ${until.toISOString()}::timestamptz
        order by sequence, series limit ${pageSize}
      ) d
      left join documents bill on d.kind = 'credit-note' and bill.order_id = d.order_id and bill.kind = 'bill'
    order by d.sequence, d.series`);
  return rows;
}
