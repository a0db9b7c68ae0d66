import type { Stock } from "#shop/catalogue/books/book.ts";

/** Describes the stock of a book. Sold out without a date, because the shop does not know when copies arrive. */
export function stockLabel(stock: Stock): string {
  if (stock.state === "sold-out") return "Sold out";
  return stock.state === "few-left" ? `Only ${stock.left} left` : "In stock";
}
