import { SiblingPages } from "#desk/components/sibling-pages.tsx";

const reports = [
  ["/reports/sales", "Sales"],
  ["/reports/returns", "Returns"],
  ["/reports/searches", "Searches"],
  ["/reports/stock", "Stock"],
  ["/reports/gst", "GST"],
] as const;

/** Links between the reports. */
export function ReportLinks() {
  return <SiblingPages label="Reports" pages={reports} />;
}
