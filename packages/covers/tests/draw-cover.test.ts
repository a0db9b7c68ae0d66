/** Tests of drawn covers over many titles and moods: readable, inside the page, deterministic, and varied. */
import { expect, test } from "vitest";
import { coverKey, drawCover, type CoverSubject } from "#covers/draw-cover.ts";
import { moods } from "#covers/moods.ts";
import { planCover } from "#covers/plan-cover.ts";
import { readTextBoxes } from "./read-text-boxes.ts";
import { drawnLayouts } from "#covers/drawn-layouts.ts";

const moodNames = Object.keys(moods);
const titles = [
  "Emma",
  "The God of Small Things",
  "Abhijnanashakuntalam",
  "दीवार में एक खिड़की रहती थी",
  "शेखर: एक जीवनी",
  "پطرس کے مضامین (حصہ 2)",
  "பொன்னியின் செல்வன்",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "Pa and the Extremely Long Afternoon in Which Nothing Whatever Happened Except the Rain, the Postman, a Borrowed Umbrella and, Much Later, a Letter That Should Have Come in the Year Nineteen Seventy-four",
];
const authors = [
  "Ali",
  "Ngũgĩ wa Thiong’o",
  "Chimamanda Ngozi Adichie, Thakazhi Sivasankara Pillai & Francesc Miralles",
  "रामधारी सिंह ‘दिनकर’",
  "قرۃ العین حیدر",
];

function subject(changes: Partial<CoverSubject> = {}): CoverSubject {
  return {
    id: "emma",
    title: "Emma",
    author: "Jane Austen",
    categoryId: "classics",
    language: "en",
    mood: "engraved",
    ...changes,
  };
}

/** Every mood with every title, and the cover drawn for it. */
const spread: [CoverSubject, svg: string][] = moodNames
  .flatMap((mood, c) =>
    titles.map((title, t) =>
      subject({
        id: `${mood}-${t}`,
        title,
        author: authors[(c + t) % authors.length]!,
        mood,
        subtitle: (c + t) % 3 === 0 ? "A History of the World in Rather More Than a Hundred Objects" : undefined,
        ...((c + t) % 4 === 0 ? { seriesName: `The ${title.slice(0, 60)} Chronicles`, seriesPosition: t + 1 } : {}),
      }),
    ),
  )
  .map((each) => [each, drawCover(each)]);

test("the same subject always gives the same cover", () => {
  expect(drawCover(subject())).toBe(drawCover(subject()));
  expect(drawCover(subject({ id: "other" }))).not.toBe(drawCover(subject()));
});

test("a cover's key starts with the book's id and changes with everything drawn", () => {
  expect(coverKey(subject())).toMatch(/^emma-[0-9a-f]{10}$/);
  const keys = [
    subject(),
    subject({ title: "Emma!" }),
    subject({ subtitle: "A Novel" }),
    subject({ author: "J. Austen" }),
    subject({ seriesName: "Austen" }),
    subject({ categoryId: "romance" }),
    subject({ design: { layout: "frame", inks: "bone" } }),
    subject({ design: { layout: "frame", inks: "salt" } }),
    subject({ design: { layout: "plate", inks: "salt" } }),
  ].map(coverKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a cover is outlines only, well formed and small", () => {
  for (const [, svg] of spread) {
    expect(svg).not.toMatch(/<text|<image|font-family|NaN|undefined|Infinity/);
    expect(svg.length).toBeLessThan(120_000);
  }
});

test("everything that is meant to be read stays on the page", () => {
  for (const [each, svg] of spread) {
    const boxes = readTextBoxes(svg);
    expect(boxes.length).toBeGreaterThanOrEqual(2);
    for (const { x, y, width, height } of boxes) {
      const where = `${planCover(each).layout}: ${each.title}`;
      expect([where, x >= 16, y >= 16, x + width <= 784, y + height <= 1184]).toEqual([where, true, true, true, true]);
    }
  }
});

test("title, author, subtitle and series never overlap", () => {
  for (const [each, svg] of spread) {
    const boxes = readTextBoxes(svg);
    for (const [i, one] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect([planCover(each).layout, each.title, each.author, apart]).toEqual([
          planCover(each).layout,
          each.title,
          each.author,
          true,
        ]);
      }
    }
  }
});

test("the author of a children's book is named on a strip of one colour", () => {
  for (const layout of ["hills", "boat"])
    for (const author of authors) {
      const svg = drawCover(subject({ author, mood: "nursery", design: { layout, inks: "mint" } }));
      const strip = [...svg.matchAll(/<rect x="0" y="(\d+)" width="800"/g)].at(-1)!;
      const lines = readTextBoxes(svg.slice(strip.index));
      expect(lines.length).toBeGreaterThan(0);
      for (const { y } of lines) expect([layout, author, y >= Number(strip[1])]).toEqual([layout, author, true]);
    }
});

test("a title no font can set still gives a cover", () => {
  expect(drawCover(subject({ title: "தமிழ்", author: "🦉" }))).toContain("</svg>");
  expect(drawCover(subject({ title: "", author: "" }))).toContain("</svg>");
});

test("the books of a series share layout, palette and faces but not their number", () => {
  for (const mood of moodNames) {
    const [one, two] = [1, 2].map((position) =>
      subject({
        id: `b${position}`,
        title: `Book ${position}`,
        mood,
        seriesName: "Ibis trilogy",
        seriesPosition: position,
      }),
    );
    const [a, b] = [planCover(one!), planCover(two!)];
    expect([b.layout, b.plan.palette, b.plan.face]).toEqual([a.layout, a.plan.palette, a.plan.face]);
    expect(drawCover(one!)).not.toBe(drawCover(two!));
  }
});

test("a shelf of books is various: most layouts and palettes are reached", () => {
  const plans = Array.from({ length: 300 }, (_, i) =>
    planCover(subject({ id: `book-${i}`, mood: moodNames[i % moodNames.length]! })),
  );
  expect(new Set(plans.map(({ layout }) => layout)).size).toBeGreaterThanOrEqual(20);
  expect(new Set(plans.map(({ plan }) => plan.palette.name)).size).toBe(24);
});

test("every layout a mood names can be drawn", () => {
  for (const mood of Object.values(moods))
    for (const layout of mood.layouts) expect(drawnLayouts).toHaveProperty(layout);
});

test("a cover keeps its name until the drawing has another version; what was drawn without letters has one of its own", () => {
  expect(coverKey(subject())).toBe("emma-db9cd317c5");
  expect(coverKey(subject({ title: "آگ کا دریا" }))).not.toBe("emma-308e203cf8");
});
