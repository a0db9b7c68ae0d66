import { stockLabel } from "#app/display/stock-label.ts";
import type { Stock } from "#shop/catalogue/books/book.ts";

const variants = {
  "sold-out": "font-semibold text-quiet",
  "few-left": "figures font-semibold text-marigold-text",
  "in-stock": "font-semibold text-leaf",
};

/** Stock of a book in words, coloured by its state. */
export function StockLabel({ stock }: { stock: Stock }) {
  return <p className={variants[stock.state]}>{stockLabel(stock)}</p>;
}
