import type { Stock } from "#shop/catalogue/books/book.ts";

/** Stock in true words. When a sold-out book comes nobody knows, so nothing is promised. */
export function stockLabel(stock: Stock): string {
  if (stock.state === "sold-out") return "Sold out";
  return stock.state === "few-left" ? `Only ${stock.left} left` : "In stock";
}
