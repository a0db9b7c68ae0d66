import { expect, test } from "vitest";

import { measure } from "#covers/page.ts";
import { planCover } from "#covers/plan-cover.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** The size, in pixels of the page, of 8 px on a card that is 152 px wide. */
const readable = (8 * 800) / 152;

const authors = [
  "Ngũgĩ wa Thiong’o",
  "Chitra Banerjee Divakaruni",
  "U. R. Ananthamurthy",
  "Bankim Chandra Chattopadhyay",
  "Bibhutibhushan Bandyopadhyay",
  "फणीश्वरनाथ रेणु",
];

function planOf(author: string, subtitle?: string) {
  const subject = { id: author, title: "A title", subtitle, author, categoryId: "", language: "en", mood: "novel" };
  return planCover(subject).plan;
}

test("an author is readable on a card of a phone, in the narrowest place too; of several the first is named if all would be small", () => {
  for (const names of [...authors, authors.join(", ")]) {
    const set = setAuthor(planOf(names), measure(910, 1040, 168), { fill: "#000000" });
    expect([names, set.size >= readable - 0.2]).toEqual([names, true]);
  }
});

test("a subtitle that would not be readable there is left to the words beside the cover", () => {
  const box = measure(100, 500);
  const setting = { fill: "#000000", maxSize: 120 };
  const short = setTitle(planOf("Ali", "A Memoir"), box, setting);
  const long = setTitle(planOf("Ali", "A History of Everything ".repeat(20)), box, setting);
  expect(short.lines).toHaveLength(2);
  expect(long.lines).toEqual(["A title"]);
});
