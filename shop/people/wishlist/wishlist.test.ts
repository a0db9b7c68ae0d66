import { expect, test } from "vitest";

import type { BookCard } from "#shop/catalogue/books/book.ts";
import { cheaperBy, firstName, type Wish } from "./wishlist.ts";

const wish = (thenPaise: number, nowPaise: number): Wish => ({
  book: { pricePaise: nowPaise } as BookCard,
  note: "",
  pricePaise: thenPaise,
});

test("a book is cheaper by what its price has fallen since it was put on the list, and dearer by what it has risen", () => {
  expect(cheaperBy(wish(39_900, 29_900))).toBe(10_000);
  expect(cheaperBy(wish(39_900, 39_900))).toBe(0);
  expect(cheaperBy(wish(39_900, 49_900))).toBe(-10_000);
});

test("friends are told a reader's first name only", () => {
  expect(firstName("  Asha  Raman ")).toBe("Asha");
  expect(firstName("O. V. Vijayan")).toBe("O.");
  expect(firstName("")).toBe("");
});
