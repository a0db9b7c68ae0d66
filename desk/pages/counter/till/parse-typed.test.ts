import { expect, test } from "vitest";

import { parseDiscount, parseBuyer, parseTyped } from "./parse-typed.ts";

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

test("a buyer gives a mobile number, a GSTIN or a name", () => {
  expect(parseBuyer("98765 43210")).toEqual({ phone: "+919876543210" });
  expect(parseBuyer("+91-98765-43210")).toEqual({ phone: "+919876543210" });
  expect(parseBuyer("32 aabcs1429b1z3")).toEqual({ gstin: "32AABCS1429B1Z3" });
  expect(parseBuyer("32AABCS1429B1Z4")).toEqual({ error: expect.stringContaining("check character") });
  expect(parseBuyer("32AABCS1429B1Z")).toEqual({ error: expect.stringContaining("15 characters") });
  expect(parseBuyer(" 21st Century School ")).toEqual({ name: "21st Century School" });
  expect(parseBuyer("12345")).toEqual({ error: expect.stringContaining("ten digits") });
});
