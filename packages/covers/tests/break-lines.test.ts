import { expect, test } from "vitest";
import { breakLines } from "#covers/type/break-lines.ts";

function lines(title: string, count: number): string[] | undefined {
  const words = title.split(" ").map((text) => ({ text, width: text.length }));
  return breakLines(words, 1, count)?.lines;
}

test("a small word stays with the word after it", () => {
  expect(lines("The Great Gatsby", 2)).toEqual(["The Great", "Gatsby"]);
  expect(lines("The God of Small Things", 3)).toEqual(["The God", "of Small", "Things"]);
});

test("a Hindi postposition stays with the word before it", () => {
  expect(lines("दीवार में एक खिड़की रहती थी", 3)).toEqual(["दीवार में", "एक खिड़की", "रहती थी"]);
});

test("lines are balanced rather than filled", () => {
  expect(lines("one two three four", 2)).toEqual(["one two", "three four"]);
});

test("a title with too few words cannot be broken further", () => {
  expect(lines("Emma", 2)).toBeUndefined();
});
