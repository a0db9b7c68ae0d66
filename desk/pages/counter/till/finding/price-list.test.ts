import { expect, test } from "vitest";

import { searchPriceList } from "./price-list.ts";

const book = (bookId: string, isbn: string, title: string) => ({
  bookId,
  isbn,
  title,
  author: "",
  pricePaise: 10000,
  mrpPaise: 10000,
  free: 1,
  held: 0,
});
const books = [book("godan", "9788126415151", "Godan"), book("gaban", "9788126415168", "Gaban and other Stories")];

test("a till without a connection finds a book by its code, its id and words of its title", () => {
  expect(searchPriceList(books, "978-81-264-1515-1")).toEqual({ books: [books[0]], isExact: true });
  expect(searchPriceList(books, "gaban")).toEqual({ books: [books[1]], isExact: true });
  expect(searchPriceList(books, "stories gab")).toEqual({ books: [books[1]], isExact: false });
  expect(searchPriceList(books, "9780000000000")).toEqual({ books: [], isExact: false });
});
