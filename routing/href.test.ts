import { expect, test } from "vitest";

import { href } from "./href.ts";

test("a link is the route's path with the values in it", () => {
  expect(href("/")).toBe("/");
  expect(href("/cart")).toBe("/cart");
  expect(href("/categories")).toBe("/categories");
  expect(href("/categories/:categoryId", { categoryId: "poetry" })).toBe("/categories/poetry");
  expect(href("/orders/:orderNumber/documents/:document", { orderNumber: "EP-0123456789", document: "bill" })).toBe(
    "/orders/EP-0123456789/documents/bill",
  );
  expect(href("/account/addresses/:addressId", { addressId: 7 })).toBe("/account/addresses/7");
});

test("a value never becomes another part of the path, nor of the query", () => {
  expect(href("/books/:bookId", { bookId: "a/../b?c#d&e" })).toBe("/books/a%2F..%2Fb%3Fc%23d%26e");
  expect(href("/books/:bookId", { bookId: "$&:page" })).toBe("/books/%24%26%3Apage");
  expect(href("/search", { q: "a&b=c d#e" })).toBe("/search?q=a%26b%3Dc%20d%23e");
});

test("the query follows, without what has no value", () => {
  expect(href("/login", { next: "/wishlist?add=x", failed: null })).toBe("/login?next=%2Fwishlist%3Fadd%3Dx");
  expect(href("/categories/:categoryId", { categoryId: "poetry" }, { page: 2 })).toBe("/categories/poetry?page=2");
  expect(href("/orders", { show: undefined })).toBe("/orders");
  expect(href("/search", { q: "" })).toBe("/search?q=");
});

test("what is no route, or lacks a value, does not compile", () => {
  const wrong = [
    // @ts-expect-error There is no such route.
    () => href("/basket"),
    // @ts-expect-error A book has an id.
    () => href("/books/:bookId"),
    // @ts-expect-error It is called otherwise.
    () => href("/books/:bookId", { id: "godan" }),
    // @ts-expect-error The page for missing addresses has no address.
    () => href("/*"),
  ];
  expect(wrong).toHaveLength(4);
});
