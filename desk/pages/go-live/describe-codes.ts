import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { CodeCounts } from "#shop/sales/orders/codes/receive-reports.server.ts";

/** What became of the codes of the last two days. */
export function describeCodes({ sent, delivered, failed, trouble }: CodeCounts): string {
  const counts = `In the last two days: ${formatCount(sent, "code")}, ${delivered} delivered, ${failed} failed.`;
  return trouble === null ? counts : `${counts} The last problem: ${trouble}`;
}
