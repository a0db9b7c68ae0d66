import { expect, test } from "vitest";

import { beginsOnRight, splitByDirection } from "#covers/type/scripts.ts";

const order = (text: string) => splitByDirection(text).map((stretch) => stretch.text);

test.each([
  ["a title without Arabic letters is one stretch", "Emma 1815", ["Emma 1815"]],
  ["an Urdu title is one", "آگ کا دریا، حصہ", ["آگ کا دریا، حصہ"]],
  ["a number stands left of what it follows", "حصہ 12", ["12", "حصہ "]],
  ["Arabic figures too", "رواية ١٩٦٢", ["١٩٦٢", "رواية "]],
  ["Latin words keep their order", "کتاب One Two ہے", [" ہے", "One Two", "کتاب "]],
  ["a line that begins in Latin goes on to the right", "Aag: آگ کا دریا (Urdu)", ["Aag: ", "آگ کا دریا", " (Urdu)"]],
  ["marks stay with their letters", "اُداس", ["اُداس"]],
])("%s", (_, text, stretches) => {
  expect(order(text)).toEqual(stretches);
});

test("the first letter says where a line begins", () => {
  expect(beginsOnRight("“آگ” One")).toBe(true);
  expect(beginsOnRight("One آگ")).toBe(false);
  expect(beginsOnRight("1984")).toBe(false);
});
