import { PagesBeside } from "#desk/components/pages-beside.tsx";

const pages = [
  ["/stock", "What runs low"],
  ["/stock/receive", "Deliveries"],
  ["/stock/count", "Counts"],
] as const;

/** Links between the stock pages. */
export function StockNav() {
  return <PagesBeside label="Stock" pages={pages} alone="/stock" />;
}
