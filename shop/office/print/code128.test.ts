import { expect, test } from "vitest";

import { barsOf128 } from "./code128.ts";

/** The modules of a text's bars, 1 for a dark one. */
function modulesOf(text: string): string {
  const { bars, modules } = barsOf128(text);
  const dark = Array.from({ length: modules }, () => "0");
  for (const { start, width } of bars) dark.fill("1", start, start + width);
  return dark.join("");
}

test("every symbol has 11 modules, three bars and an even number of dark ones, and no two are alike", () => {
  const all = Array.from({ length: 95 }, (_, value) => modulesOf(String.fromCharCode(value + 32)).slice(11, 22));
  expect(new Set(all).size).toBe(95);
  for (const symbol of all) expect(symbol, symbol).toMatch(/^1+0+1+0+1+0+$/);
  expect(all.filter((symbol) => symbol.replaceAll("0", "").length % 2 === 1)).toEqual([]);
});

test("a text begins with alphabet B, ends with its check symbol and the stop", () => {
  const modules = modulesOf("EP-7K2M9QX4TB");
  expect(modules).toHaveLength((13 + 2) * 11 + 13);
  expect(modules.slice(0, 11)).toBe("11010010000");
  expect(modules.slice(-13)).toBe("1100011101011");
  // The check symbol of "A" is (104 + 33) mod 103 = 34, which is the symbol of "B".
  expect(modulesOf("A").slice(22, 33)).toBe(modulesOf("B").slice(11, 22));
});

test("letters that Code 128 B lacks are refused", () => {
  for (const text of ["", "पुणे", "a\n"]) expect(() => barsOf128(text), text).toThrow(RangeError);
});
