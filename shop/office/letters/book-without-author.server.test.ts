import { expect, test } from "vitest";

import { backInStock } from "./readers/back-in-stock.server.ts";
import { reviewAsk } from "./readers/review-ask.server.ts";
import { sampleShop } from "./orders/sample-order.ts";
import { wishBack, wishCheaper } from "./readers/wish-cheaper-or-back.server.ts";

const unnamed = <B extends { author: string }>(book: B): B => ({ ...book, author: "" });

test("a letter about a book of which nobody is named says nothing of an author", () => {
  const { sample: stock } = backInStock;
  const { sample: wish } = wishBack;
  const { sample: asked } = reviewAsk;
  const letters = [
    backInStock.write({ book: unnamed(stock.book) }, sampleShop),
    wishBack.write({ ...wish, book: unnamed(wish.book) }, sampleShop),
    wishCheaper.write({ ...wish, book: unnamed(wish.book) }, sampleShop),
    reviewAsk.write({ ...asked, books: asked.books.slice(0, 1).map(unnamed) }, sampleShop),
  ];
  for (const { preheader, paragraphs } of letters)
    for (const text of [preheader, ...paragraphs]) expect(text).not.toMatch(/ {2}|\bby [.,]/i);
});
