import { expect, test } from "vitest";

import { watchForBooks } from "./book-in-sight.ts";

const [one, other] = ["9780143334903", "9788172764593"];
const pen = "4006381333931";

/** The ISBNs that count in a sequence of camera frames, each with one code or none. */
function countIn(looks: (string | null)[], mayCount = (_look: number) => true): string[] {
  const see = watchForBooks();
  return looks.flatMap((code, look) => see(code === null ? [] : [code], mayCount(look)) ?? []);
}

test("a book counts when two looks after each other read the same", () => {
  expect(countIn([one, null, one, other, one])).toEqual([]);
  expect(countIn([one, one])).toEqual([one]);
  expect(countIn([other, one, one, other, other])).toEqual([one, other]);
});

test("a code counts only if it is that of a book and its check digit is right", () => {
  expect(countIn([pen, pen, "9780143334904", "9780143334904", "978014333490", "978014333490"])).toEqual([]);
  const see = watchForBooks();
  expect([see([pen, one], true), see([pen, one], true)]).toEqual([null, one]);
});

test("a book that stays in sight counts once, and again when it was away for four looks", () => {
  expect(countIn([one, one, one, one, null, null, null, one, one])).toEqual([one]);
  expect(countIn([one, one, null, null, null, null, one, one])).toEqual([one, one]);
});

test("what is in sight while nothing may count does so afterwards", () => {
  expect(countIn([one, one, one], (look) => look > 1)).toEqual([one]);
  expect(countIn([one, one, null, null, null, null, one, one, one], (look) => look < 2 || look > 7)).toEqual([
    one,
    one,
  ]);
});
