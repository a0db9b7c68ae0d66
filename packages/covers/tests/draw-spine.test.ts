import { expect, test } from "vitest";
import { drawSpine } from "#covers/draw-spine.ts";
import { spinePixels, spineSize, spineWidths } from "#covers/spine-size.ts";
import { planCover } from "#covers/plan-cover.ts";
import { readTextBoxes } from "./read-text-boxes.ts";

const titles: [title: string, language: string][] = [
  ["Sea of Poppies", "en"],
  ["Q", "en"],
  ["The Curious Incident of the Dog in the Night-Time", "en"],
  ["Good Omens: The Nice and Accurate Prophecies of Agnes Nutter, Witch", "en"],
  [`A very long story ${"of everything that happened ".repeat(12)}`, "en"],
  [`</path><script>alert("x")</script> & 'o'`, "en"],
  ["आषाढ़ का एक दिन", "hi"],
  ["آگ کا دریا", "ur"],
  ["மாதொருபாகன்", "ta"],
  ["ଯାଜ୍ଞସେନୀ", "or"],
  ["Братья Карамазовы", "ru"],
];
const subjectOf = (title: string, language = "en") => ({
  id: "a-book",
  title,
  author: "Amitav Ghosh",
  categoryId: "fiction",
  language,
  mood: "novel",
});

test.each(titles)(
  "the title %s is written along the thinnest and the thickest spine, large enough to read",
  (title, language) => {
    for (const width of Object.values(spineWidths)) {
      const svg = drawSpine(subjectOf(title, language), width);
      expect(svg).not.toMatch(/<text|<script|NaN|undefined|Infinity/);
      const [written, author] = readTextBoxes(svg);
      const [long, thick] = [spinePixels * spineSize("a-book", null).height, spinePixels * width];
      for (const box of [written!, ...(author ? [author] : [])]) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(long);
        expect(box.y + box.height).toBeLessThanOrEqual(thick);
      }
      // Ascenders and descenders of 14 CSS pixels.
      expect(written!.height).toBeGreaterThanOrEqual(16);
      if (author) expect(author.x >= written!.x + written!.width || author.x + author.width <= written!.x).toBe(true);
    }
  },
);

test("a spine has the inks of its cover, and is as thick as the book has pages", () => {
  const subject = { ...subjectOf("Indica"), design: { layout: "orbit", inks: "dusk" } };
  const { palette } = planCover(subject).plan;
  for (const colour of [palette.ground, palette.ink, palette.accent]) expect(drawSpine(subject, 40)).toContain(colour);
  const widths = [null, 1, 96, 300, 696, 5000].map((pages) => spineSize("a-book", pages).width);
  expect(widths).toEqual([34, 26, 26, 34, 52, 64]);
  expect(spineSize("a-book", 96).height).toBe(spineSize("a-book", 700).height);
});
