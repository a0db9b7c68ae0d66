import { SiblingPages } from "#desk/components/sibling-pages.tsx";

const pages = [
  ["/stock", "What runs low"],
  ["/stock/receive", "Deliveries"],
  ["/stock/count", "Counts"],
  ["/shelf-labels", "Shelf labels"],
] as const;

/** Links between the stock pages. */
export function StockNav() {
  return <SiblingPages label="Stock" pages={pages} alone="/stock" />;
}
