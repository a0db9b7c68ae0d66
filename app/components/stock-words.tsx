import type { Stock } from "#shop/catalogue/book.ts";

/** Stock in true words. */
export function StockWords({ stock }: { stock: Stock }) {
  if (stock.state === "sold-out") return <p className="text-quiet">Back soon</p>;
  if (stock.state === "few-left")
    return <p className="figures font-semibold text-marigold-text">Only {stock.left} left</p>;
  return <p className="font-semibold text-leaf">In stock</p>;
}
