/** Tests which addresses are cached as public pages, and which redirect to the one spelling of a page. */
import { expect, test } from "vitest";

import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { canonicalPath, publicPageKey } from "./public-pages.ts";

const examples = listRouteExamples();
const publicPaths = examples.filter(({ route }) => route.access === "public").map(({ address }) => address);

test("the pages that are the same for everyone are cached under their path", () => {
  expect(publicPaths).toContain("/");
  for (const path of publicPaths) expect(publicPageKey(path)).toBe(path);
});

test("a page and its data are cached apart", () => {
  expect(publicPageKey("/books/tomb-of-sand.data")).toBe("/books/tomb-of-sand.data");
  expect(publicPageKey("/_.data")).toBe("/_.data");
});

test("the page of a long list is part of its name, and only where there is one", () => {
  for (const path of ["/books/tomb-of-sand?page=3", "/books/tomb-of-sand.data?page=3"])
    expect(publicPageKey(path), path).toBe(path);
  expect(publicPageKey("/books/tomb-of-sand?page=1")).toBe("/books/tomb-of-sand");
  expect(publicPageKey("/best-sellers?page=2")).toBe("/best-sellers");
  expect(publicPageKey("/books/mindful-reading/look-inside?page=2")).toBe("/books/mindful-reading/look-inside");
  for (const page of ["0", "-1", "x", "12345", ""])
    expect(publicPageKey(`/books/tomb-of-sand?page=${page}`), page).toBeNull();
});

test("a personal page is never cached", () => {
  const personal = examples.filter(({ route }) => route.access !== "public").map(({ address }) => address);
  expect(personal).toContain("/cart");
  for (const path of [...personal, "/search?q=sand", "/cart.data", "/stand-ins/razorpay"]) {
    expect(publicPageKey(path), path).toBeNull();
  }
});

test("other spellings of a public page are other addresses", () => {
  const spellings = [
    "/BOOKS/tomb-of-sand",
    "/books/Tomb-Of-Sand",
    "/books/tomb-of-sand/",
    "//books/tomb-of-sand",
    "/books//tomb-of-sand",
    "/books/tomb%2Dof-sand",
    "/b%6foks/tomb-of-sand",
    "/books/../cart",
    "/books/tomb-of-sand;x",
    "/books/tomb-of-sand%0a",
    "/books/tomb-of-sand\n",
    "/books/tomb-of-sand.css",
    "/cart/x.css",
    "/categories/fiction/cart",
    "/best-sellers.data.data",
    "http://evil.example/",
    "",
    "*",
  ];
  for (const path of spellings) expect(publicPageKey(path), JSON.stringify(path)).toBeNull();
});

test("an unknown query changes nothing and is left out", () => {
  expect(publicPageKey("/?utm_source=letter")).toBe("/");
  expect(publicPageKey("/books/tomb-of-sand?ref=a&ref=b")).toBe("/books/tomb-of-sand");
  expect(publicPageKey("/books/tomb-of-sand?id=other")).toBe("/books/tomb-of-sand");
  expect(publicPageKey("/best-sellers.data?x=1")).toBe("/best-sellers.data");
});

test("the id of a category or an author chooses the page, in one spelling", () => {
  expect(publicPageKey("/categories?id=fiction")).toBe("/categories?id=fiction");
  expect(publicPageKey("/authors?x=1&id=satyajit-ray&y=2")).toBe("/authors?id=satyajit-ray");
  expect(publicPageKey("/categories?id=fiction&id=poetry")).toBe("/categories?id=fiction");
  expect(publicPageKey("/categories.data?id=fiction")).toBe("/categories.data?id=fiction");
  expect(publicPageKey("/categories?id=1")).toBe("/categories?id=1");
});

test("where the path has chosen already, an id in the query chooses nothing", () => {
  expect(publicPageKey("/categories/fiction?id=poetry")).toBe("/categories/fiction");
  expect(publicPageKey("/authors/satyajit-ray?id=premchand")).toBe("/authors/satyajit-ray");
});

test("what a reader searches for on a page is not cached", () => {
  for (const path of ["/faq?q=refund", "/faq?q=", "/faq.data?q=refund", "/shipping?pin=560025"])
    expect(publicPageKey(path), path).toBeNull();
  expect(publicPageKey("/shipping?q=refund")).toBe("/shipping");
});

test("what a reader chose on a shelf is not cached, in whatever way it is written; the bare shelf is", () => {
  for (const shelf of [
    "/categories/fiction",
    "/authors/satyajit-ray",
    "/series/feluda",
    "/special-offers",
    "/reading-lists/summer",
  ]) {
    expect(publicPageKey(`${shelf}?x=1`)).toBe(shelf);
    for (const query of [
      "format=paperback",
      "format=",
      "price=200-500",
      "place=abc",
      "page=2",
      "sort=title",
      "from=1",
      "x=1&rating=4",
    ])
      for (const path of [`${shelf}?${query}`, `${shelf}.data?${query}`]) expect(publicPageKey(path), path).toBeNull();
  }
});

test("an id that no category has is not cached", () => {
  for (const id of ["", "Fiction", "a%00b", "%3Cscript%3E", "a".repeat(121)]) {
    expect(publicPageKey(`/categories?id=${id}`), id).toBeNull();
  }
});

test("the router's answer for some of the routes is not the page", () => {
  expect(publicPageKey("/books/tomb-of-sand.data?_routes=routes%2Fbook%2Froute")).toBeNull();
  expect(publicPageKey("/_.data?_routes=root")).toBeNull();
  for (const path of publicPaths) expect(publicPageKey(`${path}?_routes=root`), path).toBe(path);
});

test("every other spelling of a page leads to its one address", () => {
  const spellings: [asked: string, proper: string][] = [
    ["/Authors", "/authors"],
    ["/authors/", "/authors"],
    ["/authors//", "/authors"],
    ["//authors", "/authors"],
    ["/AUTHORS/Satyajit-Ray/", "/authors/satyajit-ray"],
    ["/books/tomb%2Dof-sand", "/books/tomb-of-sand"],
    ["/b%6foks/tomb-of-sand", "/books/tomb-of-sand"],
    ["/books//tomb-of-sand/look-inside/", "/books/tomb-of-sand/look-inside"],
    ["/%70rivacy-policy", "/privacy-policy"],
    ["/Privacy-Policy", "/privacy-policy"],
    ["/returns/", "/returns"],
    ["//", "/"],
    ["/returns/_.data", "/returns.data"],
    ["/Returns.data", "/returns.data"],
    ["/Cart/", "/cart"],
    ["/search/", "/search"],
    ["/account/Devices", "/account/devices"],
  ];
  for (const [asked, proper] of spellings) {
    expect(canonicalPath(asked), asked).toBe(proper);
    expect(canonicalPath(proper), proper).toBeNull();
  }
});

test("what is no page, or has a name that tells small letters from capitals, leads nowhere else", () => {
  const token = "aB".repeat(21) + "c";
  for (const path of [
    ...publicPaths,
    "/_.data",
    "/cart",
    "/orders/EP-0123456789",
    "/orders/ep-0123456789/",
    `/newsletter/leave/${token}`,
    `/wishlists/${token}/`,
    "/stand-ins/Mailbox/",
    "/Wishlist/Cards",
    "/cart/lines/",
    "/Auth/google/callback",
    "/auth/google/done/",
    "/assets/Index-aB.js",
    "/books/%ff",
    "/books/%252e%252e",
    "//evil.example",
    "/\\evil.example",
    "/%5cevil.example/",
    "/books/a/b/c/",
    "/NO-SUCH-PAGE/",
    "",
  ])
    expect(canonicalPath(path), path).toBeNull();
});

test("a name longer than any of ours is not cached", () => {
  expect(publicPageKey(`/books/${"a".repeat(120)}`)).not.toBeNull();
  expect(publicPageKey(`/books/${"a".repeat(121)}`)).toBeNull();
});
