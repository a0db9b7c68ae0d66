import type { Stock } from "#shop/catalogue/book.ts";

/** Stock in true words, as text. */
export function stockLabel(stock: Stock): string {
  if (stock.state === "sold-out") return "Back soon";
  return stock.state === "few-left" ? `Only ${stock.left} left` : "In stock";
}

const variants = {
  "sold-out": "font-semibold text-quiet",
  "few-left": "figures font-semibold text-marigold-text",
  "in-stock": "font-semibold text-leaf",
};

/** Stock in true words, in its colour. */
export function StockLabel({ stock }: { stock: Stock }) {
  return <p className={variants[stock.state]}>{stockLabel(stock)}</p>;
}
