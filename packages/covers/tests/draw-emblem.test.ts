import { expect, test } from "vitest";
import { drawBookplate } from "#covers/draw-bookplate.ts";
import { drawEmblem } from "#covers/draw-emblem.ts";
import { drawPlateShare } from "#covers/draw-plate-share.ts";
import { drawnLayouts } from "#covers/drawn-layouts.ts";
import { renderPng } from "#covers/raster.server.ts";
import { readTextBoxes } from "./read-text-boxes.ts";

const subjectIn = (layout: string, title = "The World") => ({
  id: "indica",
  title,
  author: "Amitav Ghosh",
  categoryId: "fiction",
  language: "en",
  mood: "novel",
  design: { layout, inks: "bone" },
});
const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="72" viewBox="0 0 64 72"><path d="M0 6L64 19" fill="none" stroke="#000"/></svg>\n`;
const print: [string, string] = [tile, tile];
const endpaper = { tiles: print, sheet: "#2b3062", inks: ["#4a5088", "#d9a441"] as [string, string] };

test("layouts with a motif have an emblem without words, and the others have none", () => {
  const drawn = Object.keys(drawnLayouts).filter((layout) => drawEmblem(subjectIn(layout)) !== null);
  expect(drawn).toEqual(["boat", "botanical", "frame", "halftone", "monogram", "night", "orbit", "thali"]);
  for (const layout of drawn) {
    const svg = drawEmblem(subjectIn(layout))!;
    expect(svg).not.toMatch(/class="t"|NaN|undefined|<text/);
    expect(drawEmblem(subjectIn(layout))).toBe(svg);
  }
  expect(drawEmblem(subjectIn("monogram", "Q"))).toBeNull();
});

test("the books of a series have different emblems in the same frame", () => {
  const titles = ["Sea of Poppies", "River of Smoke", "Flood of Fire"];
  const emblems = titles.map((title, at) =>
    drawEmblem({ ...subjectIn("frame", title), seriesName: "The Ibis Trilogy", seriesPosition: at + 1 }),
  );
  expect(new Set(emblems).size).toBe(3);
});

test("the emblem takes the place of the print in the roundel of the plate", () => {
  const emblem = drawEmblem(subjectIn("orbit"))!;
  const plate = (given?: string) =>
    drawBookplate({ name: "Asha" }, { title: "Indica", year: "2026", emblem: given }, endpaper);
  expect(plate(emblem)).toContain(`viewBox="0 0 200 200"`);
  expect(plate()).not.toContain(`viewBox="0 0 200 200"`);
});

const hostile = `</path><script>alert("x")</script> & 'o'`;

test.each([
  { name: "Asha Rao" },
  { name: "W".repeat(60) },
  { name: hostile },
  { for: "नानी", from: "فاطمہ بیگم 🎉", line: "Diwali 2026" },
])("the picture of a plate with %j is a PNG for previews, with all words inside", async (words) => {
  const book = { title: `Good Omens: ${hostile}`, author: "Neil Gaiman, Terry Pratchett", year: "2026" };
  const svg = drawPlateShare(words, book, endpaper, "Endpaper");
  expect(svg).not.toMatch(/<text|<script|<image|NaN|undefined|Infinity/);
  const own = svg.replace(/<svg x=[\s\S]*?<\/svg>/, "");
  const boxes = readTextBoxes(own);
  expect(boxes).toHaveLength(3);
  for (const { x, y, width, height } of boxes) {
    expect(x).toBeGreaterThan(796);
    expect(x + width).toBeLessThanOrEqual(1150);
    expect(y).toBeGreaterThanOrEqual(60);
    expect(y + height).toBeLessThanOrEqual(580);
  }
  const png = await renderPng(svg);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
