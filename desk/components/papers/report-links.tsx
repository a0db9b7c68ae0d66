import { PagesBeside } from "#desk/components/pages-beside.tsx";

const reports = [
  ["/reports/sales", "Sales"],
  ["/reports/returns", "Returns"],
  ["/reports/searches", "Searches"],
  ["/reports/stock", "Stock"],
  ["/reports/gst", "GST"],
] as const;

/** Links between the reports. */
export function ReportLinks() {
  return <PagesBeside label="Reports" pages={reports} />;
}
