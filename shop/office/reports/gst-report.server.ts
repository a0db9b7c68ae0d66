import type { Db } from "#db/connect.ts";
import type { LongReport } from "./long-report.server.ts";
import { isShortMonth } from "./papers.server.ts";
import { readGstReturn, type ReadReturn } from "./read-gst-return.server.ts";

/** A month's GST return as its page shows it, with at most the first `mostNamed` problems and large bills. */
export interface GstReport extends ReadReturn {
  problemCount: number;
  largeCount: number;
}

const mostNamed = 20;

/** The report of a month's bills and credit notes under this GSTIN, added up for GSTR-1; `month` is `2026-10`. */
export function gstReport(gstin: string, month: string): LongReport<GstReport, never> {
  return {
    kind: "gst-return",
    question: { gstin, month },
    isShort: (db) => isShortMonth(db, month),
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
