import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { ReportDays } from "#shop/kernel/dates/report-days.ts";
import { startOfMonth } from "#shop/kernel/dates/months.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { salesCsv } from "#shop/office/reports/sales-csv.ts";
import { areSalesIncomplete, maxSalesRows, readSales } from "#shop/office/reports/sales.server.ts";
import { salesWays, type SalesBy } from "#shop/office/reports/sales-ways.ts";
import { formatTable, UsageError, type Command } from "./command.ts";
import { writeFile } from "./write-file.ts";

const ways = Object.keys(salesWays);

export const sales: Command = {
  name: "sales",
  positionals: "MONTH [LAST]",
  description:
    "Adds up what was sold and given back in a month, or from one to another, as the bills and credit notes say.",
  options: {
    by: { type: "string", value: "WHAT", description: `${ways.join(", ")} (default day)` },
    csv: { type: "string", value: "FILE", description: "where to write it as CSV too" },
  },
  example: "2026-10 --by title",
  async run({ services, positionals: [first = "", last = first], options }) {
    const by = (options.by ?? "day") as SalesBy;
    if (!ways.includes(by)) throw new UsageError(`--by is ${ways.join(", ")}.`);
    const days = readMonths(first, last);
    const [rows, isIncomplete] = await Promise.all([readSales(services.db, by, days), areSalesIncomplete(services.db)]);
    const file = options.csv as string | undefined;
    if (file !== undefined) await writeFile(file, async (to) => void to.write(salesCsv(by, rows)));
    const total = rows.reduce((sum, { soldPaise, backPaise }) => sum + soldPaise - backPaise, 0);
    return {
      data: rows,
      lines:
        rows.length === 0
          ? [isIncomplete ? "Older bills are still being counted. Ask again in a few minutes." : "Nothing was sold."]
          : [
              ...formatTable(
                [by, "Sold", "", "Given back", "", "Left"],
                rows.map(({ name, soldCopies, soldPaise, backCopies, backPaise }) => [
                  name,
                  String(soldCopies),
                  formatPaise(soldPaise),
                  String(backCopies),
                  formatPaise(backPaise),
                  formatSigned(soldPaise - backPaise),
                ]),
              ),
              by === "author"
                ? "A book of several authors counts for each of them."
                : `Together ${formatSigned(total)}, without delivery.`,
              ...(rows.length === maxSalesRows ? [`The first ${maxSalesRows}; there may be more.`] : []),
              ...(isIncomplete ? ["Older bills are still being counted, and may be missing here."] : []),
              ...(file === undefined ? [] : [`Written: ${file}`]),
            ],
    };
  },
};

function readMonths(first: string, last: string): ReportDays {
  try {
    const [from, until] = [startOfMonth(first), startOfMonth(last, 1)];
    if (from < until) return { first: isoDay(from), last: isoDay(until.getTime() - 1) };
  } catch (error) {
    throw new UsageError((error as RangeError).message, { cause: error });
  }
  throw new UsageError(`${last} is before ${first}.`);
}
