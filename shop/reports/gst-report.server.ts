import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { startOfMonth } from "#shop/dates/months.ts";
import type { LongReport } from "./long-report.server.ts";
import { readGstReturn, type ReadReturn } from "./read-gst-return.server.ts";

/** A month's return as a page shows it: of what does not add up, and of large bills, the first. */
export interface GstReport extends ReadReturn {
  problemCount: number;
  largeCount: number;
}

/** Of so many papers a page adds up a month itself. */
const shortPapers = 100;
const mostNamed = 20;

/** The bills and credit notes of a month under this GSTIN, added up for GSTR-1, as a report; `month` is `2026-10`. */
export function gstReport(gstin: string, month: string): LongReport<GstReport, never> {
  return {
    kind: "gst-return",
    question: { gstin, month },
    async isShort(db) {
      const from = startOfMonth(month).toISOString();
      const until = startOfMonth(month, 1).toISOString();
      const { rows } = await db.execute<{ papers: number }>(sql`
        select count(*)::int as papers from (
          select from documents where issued_at >= ${from}::timestamptz and issued_at < ${until}::timestamptz
          limit ${shortPapers + 1}) d`);
      return oneRow(rows).papers <= shortPapers;
    },
    async make(db: Db) {
      const made = await readGstReturn(db, gstin, month);
      const { problems, gstReturn } = made;
      const head = {
        ...made,
        problems: problems.slice(0, mostNamed),
        problemCount: problems.length,
        gstReturn: { ...gstReturn, large: gstReturn.large.slice(0, mostNamed) },
        largeCount: gstReturn.large.length,
      };
      return { head, pages: [] };
    },
  };
}
