/** Tests which filters, orders and pages of a shelf are read from a URL, and which notices report the rest. */
import { expect, test } from "vitest";

import { nothingChosen } from "#shop/catalogue/shelves/shelf-choice.ts";
import { readShelfPlace, readShelfQuery } from "./read-shelf-query.ts";

const read = (query: string) => readShelfQuery(`https://shop.test/categories/fiction${query}`, "popularity");

test.each([
  ["200-500", { from: 200, to: 500 }],
  ["500-500", { from: 500, to: 500 }],
  ["499-500", { from: 499, to: 500 }],
  ["0-0", { from: 0, to: 0 }],
  ["0-500", { from: 0, to: 500 }],
  ["-0", { from: 0, to: 0 }],
  ["-500", { from: 0, to: 500 }],
  ["0-", { from: 0, to: null }],
  ["200-", { from: 200, to: null }],
  [" 200 - 500 ", { from: 200, to: 500 }],
  ["9999999-9999999", { from: 9_999_999, to: 9_999_999 }],
  ["-", null],
  ["", null],
])("the price %j is taken without a word", (given, price) => {
  const { choice, notices } = read(`?price=${encodeURIComponent(given)}`);
  expect({ price: choice.price, notices }).toEqual({ price, notices: [] });
});

test.each([
  ["501-500", "There is no price from ₹501 to ₹500, so every price is shown."],
  ["1-0", "There is no price from ₹1 to ₹0, so every price is shown."],
  ["10000000-", "“10000000-” is no price in whole rupees, such as 200-500, so it is left out."],
  ["-10000000", "“-10000000” is no price in whole rupees, such as 200-500, so it is left out."],
  ["2.50-5", "“2.50-5” is no price in whole rupees, such as 200-500, so it is left out."],
  ["500", "“500” is no price in whole rupees, such as 200-500, so it is left out."],
])("the price %j is left out, and the page says why", (given, notice) => {
  const { choice, notices } = read(`?price=${encodeURIComponent(given)}`);
  expect({ price: choice.price, notices }).toEqual({ price: null, notices: [notice] });
});

test("a price of one's own comes from two fields, of which either may be 0 or empty", () => {
  const own = (from: string | null, to: string | null) =>
    read(`?price=own${from === null ? "" : `&from=${from}`}${to === null ? "" : `&to=${to}`}`).choice.price;
  expect(own("0", "0")).toEqual({ from: 0, to: 0 });
  expect(own("", "0")).toEqual({ from: 0, to: 0 });
  expect(own("300", "300")).toEqual({ from: 300, to: 300 });
  expect(own("300", "")).toEqual({ from: 300, to: null });
  expect(own(null, "300")).toEqual({ from: 0, to: 300 });
  expect(own(null, null)).toBeNull();
});

test.each([
  ["0", null],
  ["1", 1],
  ["5", 5],
  ["6", null],
  ["05", null],
  ["4.5", null],
])("the rating %s", (given, rating) => {
  const { choice, notices } = read(`?rating=${given}`);
  expect(choice.rating).toBe(rating);
  expect(notices).toEqual(rating === null ? [`We know no rating “${given}”, so it is left out.`] : []);
});

test.each([
  ["0", 1],
  ["1", 1],
  ["2", 2],
  ["9999", 9_999],
  ["10000", 1],
  ["01", 1],
  ["-1", 1],
  ["", 1],
])("the page %j of an old link", (given, page) => {
  expect(read(`?page=${given}`).page).toBe(page);
});

test("a plain URL requests no page, order or filter", () => {
  expect(read("")).toEqual({
    choice: nothingChosen,
    sort: "popularity",
    place: null,
    page: null,
    notices: [],
    isAsked: false,
    isFromForm: false,
  });
  expect(read("?utm_source=x").isAsked).toBe(false);
  for (const asked of ["available=", "rating=0", "price=", "sort=", "place=", "page=0", "format=x"])
    expect(read(`?${asked}`).isAsked, asked).toBe(true);
  expect(read("?available=1").choice.isAvailable).toBe(true);
  const odd = read("?available=0");
  expect([odd.choice.isAvailable, odd.notices]).toEqual([false, ["We know no choice “0”, so it is left out."]]);
});

test("twenty values of a choice are kept, and from the twenty-first on the page says so", () => {
  const authors = (count: number) => Array.from({ length: count }, (_, at) => `author-${100 + at}`).join(",");
  const twenty = read(`?author=${authors(20)}`);
  expect([twenty.choice.author.length, twenty.notices]).toEqual([20, []]);
  const more = read(`?author=${authors(21)}`);
  expect([more.choice.author.length, more.notices]).toEqual([20, ["Only the first 20 of each choice are used."]]);
  // At most three unknown values are listed.
  expect(read("?format=a,b,c").notices).toHaveLength(3);
  expect(read("?format=a,b,c,d").notices).toHaveLength(3);
  expect(read("?author=b,a&author=b,,").choice.author).toEqual(["a", "b"]);
});

test("a name has 120 characters at most, a language two or three letters that mean one, and what is told is cut after forty", () => {
  expect(read(`?category=${"a".repeat(120)}`).notices).toEqual([]);
  expect(read(`?category=${"a".repeat(121)}`).notices).toEqual([
    `We know no category “${"a".repeat(40)}…”, so it is left out.`,
  ]);
  expect(read(`?category=${"A".repeat(40)}`).notices).toEqual([
    `We know no category “${"A".repeat(40)}”, so it is left out.`,
  ]);
  expect(read("?language=hi,kok").choice.language).toEqual(["hi", "kok"]);
  expect(read("?language=h,zzz,HI,hind").choice.language).toEqual([]);
});

test("an order that a shelf does not have is its own; its own order is only asked of shelves that have one", () => {
  const sortOf = (sort: string, own: "own" | "popularity") =>
    readShelfQuery(`https://shop.test/x?sort=${sort}`, own).sort;
  expect(sortOf("newest", "popularity")).toBe("newest");
  expect(sortOf("own", "popularity")).toBe("popularity");
  expect(sortOf("own", "own")).toBe("own");
  expect(sortOf("no-such", "own")).toBe("own");
  expect(read("?sort=").notices).toEqual([]);
  expect(read("?sort=own").notices).toEqual(["We know no order “own”, so it is left out."]);
});

test("a form without a script is told by what only it sends", () => {
  for (const query of ["?sort=", "?from=", "?to=5", "?format=a&format=b", "?language="])
    expect(read(query).isFromForm, query).toBe(true);
  for (const query of ["?sort=newest", "?format=a,b", "?place=x"]) expect(read(query).isFromForm, query).toBe(false);
});

test("a place that no shelf has is its beginning, and the page says so; no place says nothing", () => {
  const odd = read("?place=xx");
  expect(readShelfPlace("category:fiction", odd)).toEqual({ place: null, direction: "on" });
  expect(odd.notices).toHaveLength(1);
  const empty = read("?place=");
  readShelfPlace("category:fiction", empty);
  expect(empty.notices).toHaveLength(1);
  const none = read("");
  readShelfPlace("category:fiction", none);
  expect(none.notices).toEqual([]);
});
