import { BarChart } from "#desk/components/bar-chart.tsx";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { daysOf, type ReportDays } from "#shop/kernel/dates/report-days.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import type { Sales, SalesBy } from "#shop/office/reports/sales-groupings.ts";

const mostBars = 20;

/** Chart of net sales by day, or of the groups with the highest sales. */
export function SalesChart({ by, days, rows }: { by: SalesBy; days: ReportDays; rows: Sales[] }) {
  const left = ({ soldPaise, backPaise }: Sales) => soldPaise - backPaise;
  if (by === "day") {
    const known = new Map(rows.map((row) => [row.key, left(row)]));
    const bars = daysOf(days).map((day) => {
      const value = known.get(day) ?? 0;
      return { label: shortDay(day), value, words: formatSigned(value) };
    });
    const title = `Net sales of each day from ${shortDay(days.first)} to ${shortDay(days.last)}. The table below has the sums.`;
    return (
      <BarChart heading="Net sales by day" {...{ title, bars }} ends={[shortDay(days.first), shortDay(days.last)]} />
    );
  }
  const bars = rows
    .slice(0, mostBars)
    .map((row) => ({ label: row.name || "No name", value: left(row), words: formatSigned(left(row)) }));
  const title = `The ${bars.length} highest net sales. The table below has the sums.`;
  const ends: [string, string] = [bars[0]?.label ?? "", bars.slice(1).at(-1)?.label ?? ""];
  return <BarChart heading={`The ${bars.length} highest net sales`} {...{ title, bars, ends }} />;
}
