import { expect, test } from "vitest";

import { barsOf, checkDigit, isEan13, modules } from "./ean13.ts";

/** Decodes the modules as a scanner does, by GS1's table of the widths of bars and spaces. */
function scan(number: string): string {
  const dark = Array.from({ length: modules }, () => "0");
  for (const { start, width } of barsOf(number)) dark.fill("1", start, start + width);
  const all = dark.join("");
  const widths = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"];
  const digit = (seven: string) => {
    const runs = [...seven.matchAll(/0+|1+/g)].map(([run]) => run.length).join("");
    const forth = widths.indexOf(runs);
    const back = widths.indexOf([...runs].reverse().join(""));
    return forth >= 0 ? { digit: forth, isEven: false } : { digit: back, isEven: true };
  };
  expect([all.slice(0, 3), all.slice(45, 50), all.slice(92)]).toEqual(["101", "01010", "101"]);
  const read = (from: number) =>
    Array.from({ length: 6 }, (_, place) => digit(all.slice(from + place * 7, from + place * 7 + 7)));
  const [left, right] = [read(3), read(50)];
  const parities = ["000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010"];
  const first = parities.indexOf(left.map(({ isEven }) => (isEven ? "1" : "0")).join(""));
  return [first, ...left.map(({ digit }) => digit), ...right.map(({ digit }) => digit)].join("");
}

test("the bars of a number are read as this number, whatever its first digit", () => {
  for (let first = 0; first < 10; first += 1) {
    const twelve = `${first}80143334900`.slice(0, 12);
    const number = `${twelve}${checkDigit(twelve)}`;
    expect(scan(number)).toBe(number);
  }
  for (const number of ["9780143334903", "9788172764593", "9789353570330"].filter(isEan13))
    expect(scan(number)).toBe(number);
});

test("a number whose check digit is wrong has no bars", () => {
  expect(isEan13("9780143334903")).toBe(true);
  for (const wrong of ["9780143334904", "978014333490", "", "978-0143334903"]) {
    expect(isEan13(wrong)).toBe(false);
    expect(() => barsOf(wrong)).toThrow(RangeError);
  }
});

test("there are 30 bars between guards that reach below", () => {
  const bars = barsOf("9780143334903");
  expect(bars).toHaveLength(30);
  expect(bars.filter(({ isGuard }) => isGuard).map(({ start }) => start)).toEqual([0, 2, 46, 48, 92, 94]);
});
