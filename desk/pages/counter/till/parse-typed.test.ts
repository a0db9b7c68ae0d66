import { expect, test } from "vitest";

import { parseDiscount, parsePhone, parseTyped } from "./parse-typed.ts";

test("a number with an asterisk before a code is the number of copies, and alone that of the marked book", () => {
  expect(parseTyped("9789350099728")).toEqual({ kind: "books", text: "9789350099728", copies: 1 });
  expect(parseTyped(" 3*9789350099728 ")).toEqual({ kind: "books", text: "9789350099728", copies: 3 });
  expect(parseTyped("12x godan")).toEqual({ kind: "books", text: "godan", copies: 12 });
  expect(parseTyped("4*")).toEqual({ kind: "copies", copies: 4 });
  expect(parseTyped("0*")).toEqual({ kind: "copies", copies: 0 });
  expect(parseTyped("1984")).toEqual({ kind: "books", text: "1984", copies: 1 });
  expect(parseTyped("  ")).toBeNull();
});

test("a discount is in per cent or in rupees", () => {
  expect(parseDiscount("10%")).toEqual({ percent: 10 });
  expect(parseDiscount("12.5 %")).toEqual({ percent: 12.5 });
  expect(parseDiscount("50")).toEqual({ paise: 5000 });
  expect(parseDiscount("1,250.50")).toEqual({ paise: 125050 });
  expect(parseDiscount("")).toBeNull();
  expect(parseDiscount("101%")).toBeUndefined();
  expect(parseDiscount("-5")).toBeUndefined();
  expect(parseDiscount("ten")).toBeUndefined();
});

test("a phone number is stored with its country, or left out", () => {
  expect(parsePhone("98765 43210")).toBe("+919876543210");
  expect(parsePhone("+91-98765-43210")).toBe("+919876543210");
  expect(parsePhone("")).toBe("");
  expect(parsePhone("12345")).toBeUndefined();
});
