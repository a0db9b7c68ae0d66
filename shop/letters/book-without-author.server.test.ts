import { expect, test } from "vitest";

import { backInStock } from "./back-in-stock.server.ts";
import { reviewAsk } from "./review-ask.server.ts";
import { wishBack, wishCheaper } from "./wish-cheaper-or-back.server.ts";

const shop = {
  name: "Endpaper",
  publicUrl: "https://endpaper.example",
  supportEmail: "help@shop.test",
  supportPhone: "+91 80 4000 0000",
  postalAddress: "12 Church Street",
};
const unnamed = <B extends { author: string }>(book: B): B => ({ ...book, author: "" });

test("a letter about a book of which nobody is named says nothing of an author", () => {
  const { sample: stock } = backInStock;
  const { sample: wish } = wishBack;
  const { sample: asked } = reviewAsk;
  const letters = [
    backInStock.write({ book: unnamed(stock.book) }, shop),
    wishBack.write({ ...wish, book: unnamed(wish.book) }, shop),
    wishCheaper.write({ ...wish, book: unnamed(wish.book) }, shop),
    reviewAsk.write({ ...asked, books: asked.books.slice(0, 1).map(unnamed) }, shop),
  ];
  for (const { preheader, paragraphs } of letters)
    for (const text of [preheader, ...paragraphs]) expect(text).not.toMatch(/ {2}|\bby [.,]/i);
});
