import { expect, test } from "vitest";
import { drawBookplate, plateHeight, plateWidth, type PlateWords, type Print } from "#covers/draw-bookplate.ts";
import { renderPng } from "#covers/raster.server.ts";
import { readTextBoxes } from "./read-text-boxes.ts";

const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="72" viewBox="0 0 64 72"><path d="M0 6L64 19" fill="none" stroke="#000"/></svg>\n`;
const print: Print = { tiles: [tile, tile], sheet: "#2b3062", inks: ["#4a5088", "#d9a441"] };
const book = { title: "Indica", year: "2026" };
const draw = (words: PlateWords) => drawBookplate(words, book, print);
/** Texts of the plate without a name: "ex libris", the title and the year. */
const besides = 3;

const names = [
  "Asha Rao",
  "Venkata Satyanarayana Raghavendra Subrahmanyam Iyer-Chattopadh",
  "W".repeat(60),
  "فاطمہ بیگم خان",
  "श्रीमती अनुराधा कृष्णमूर्ति",
  "স্বর্ণকুমারী দেবী",
  "ਅੰਮ੍ਰਿਤਾ ਪ੍ਰੀਤਮ",
  "ਅ".repeat(60),
  "વર્ષા અડાલજા",
  "ପ୍ରତିଭା ରାୟ",
  "பெருமாள் முருகன்",
  "వోల్గా",
  "ವೈದೇಹಿ",
  "കമല സുരയ്യ",
  "Анна Ахматова",
  `</path><script>alert("x")</script> & 'o'`,
];

test.each(names)("%s is written in outlines inside the paper", (name) => {
  const svg = draw({ name });
  expect(svg).not.toMatch(/<text|<script|<image|NaN|undefined|Infinity/);
  const boxes = readTextBoxes(svg);
  expect(boxes).toHaveLength(besides + 1);
  for (const { x, y, width, height } of boxes) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(100);
    expect(x + width).toBeLessThanOrEqual(plateWidth - 100);
    expect(y + height).toBeLessThanOrEqual(plateHeight - 80);
  }
  const [ex, own, title] = boxes;
  expect(ex!.y + ex!.height).toBeLessThan(own!.y);
  expect(own!.y + own!.height).toBeLessThan(title!.y);
});

test("letters without a font are left out, and without any name there is a rule to write on", () => {
  const rules = (words: PlateWords) => readTextBoxes(draw(words)).length;
  expect(rules({ name: "Asha 🎉" })).toBe(besides + 1);
  expect(draw({ name: "Asha 🎉" }).replaceAll(/plate-\w+/g, "")).toBe(
    draw({ name: "Asha" }).replaceAll(/plate-\w+/g, ""),
  );
  expect(rules({ name: "🎉" })).toBe(besides);
  expect(draw({ name: "🎉" })).toContain(`height="2" fill="#6b6258"`);
  expect(draw({ name: "Asha" })).not.toContain(`height="2" fill="#6b6258"`);
});

test("a present names both people and its occasion, and leaves out what was not given", () => {
  const words = { for: "Meera", from: "Nani", line: "Diwali 2026" };
  expect(readTextBoxes(draw(words))).toHaveLength(7);
  expect(readTextBoxes(draw({ ...words, line: "" }))).toHaveLength(6);
  expect(readTextBoxes(draw({ for: "Meera", from: "", line: "" }))).toHaveLength(4);
});

test("it is printed in the colours of the book's endpaper", async () => {
  const svg = draw({ name: "Asha Rao" });
  for (const colour of [print.sheet, ...print.inks]) expect(svg).toContain(colour);
  expect(svg).not.toContain("#000");
  expect((await renderPng(svg)).subarray(1, 4).toString()).toBe("PNG");
});
