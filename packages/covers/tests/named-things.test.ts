/** Covers show a particular thing only for books whose words name it. */
import { expect, test } from "vitest";

import { chooseDesigns } from "#covers/choose-designs.ts";
import { chooseEmblem } from "#covers/choose-emblem.ts";
import type { CoverSubject } from "#covers/cover-plan.ts";
import { drawEmblem } from "#covers/draw-emblem.ts";
import { findThings } from "#covers/named-things.ts";
import { emblems, ornaments } from "#covers/patterns/emblems.ts";
import { planCover } from "#covers/plan-cover.ts";

const subject = (title: string, changes: Partial<CoverSubject> = {}): CoverSubject => ({
  id: title,
  title,
  author: "Ali",
  categoryId: "fiction",
  language: "en",
  mood: "novel",
  ...changes,
});
const emblemOf = (book: CoverSubject) => chooseEmblem(planCover(book).plan);

test.each([
  ["Sea of Poppies", ["boat", "flower"]],
  ["The King’s Secrets", ["crown", "key"]],
  ["A Study in SCARLET", []],
  ["Seasons, Dayanita and Keynes", []],
  ["सूरज का सातवाँ घोड़ा", ["sun"]],
  ["दीवार में एक खिड़की रहती थी", ["house"]],
  ["खिड़की".normalize("NFD"), ["house"]],
  ["", []],
])("%s names %j", (title, things) => {
  expect(findThings(title)).toEqual(things);
});

test("a book has the emblem of the first thing that it names, and an ornament if it names none", () => {
  expect(emblemOf(subject("Sea of Poppies"))).toBe(emblems.boat);
  expect(emblemOf(subject("Curry", { subtitle: "A Tale of Cooks and Conquerors" }))).toBe(emblems.book);
  for (const title of ["Becoming", "The White Tiger", "Unaccustomed Earth", "गुनाहों का देवता", "", "1984"])
    expect([title, ornaments.includes(emblemOf(subject(title)))]).toEqual([title, true]);
});

test("the books of a series that name nothing have one ornament after the other", () => {
  const chosen = [0, 1, 2, 3].map((seriesPosition) =>
    emblemOf(subject(`Volume ${seriesPosition}`, { seriesName: "The Trilogy", seriesPosition })),
  );
  expect(new Set(chosen.slice(1)).size).toBe(3);
  expect(ornaments).toEqual(expect.arrayContaining(chosen));
});

test("a paper boat is only for books of the water, and a planet for those of the sky or of its mood", () => {
  const layouts = (mood: string, title: (at: number) => string) => {
    const books = Array.from({ length: 60 }, (_, at) => subject(title(at), { mood }));
    const designs = [...chooseDesigns([books.map(({ id }) => id)], books, new Map()).values()];
    return new Set([...designs.map(({ layout }) => layout), ...books.map((book) => planCover(book).layout)]);
  };
  expect(layouts("nursery", (at) => `The Caterpillar ${at}`)).not.toContain("boat");
  expect(layouts("nursery", (at) => `The Boat on the Lake ${at}`)).toContain("boat");
  expect(layouts("diagram", (at) => `The Gene ${at}`)).not.toContain("orbit");
  expect(layouts("diagram", (at) => `The Planets ${at}`)).toContain("orbit");
  expect(layouts("cosmic", (at) => `Kindred ${at}`)).toContain("orbit");
});

test("a design that a shop has stored is drawn as it is, whether it fits or not", () => {
  const stored = subject("The Very Hungry Caterpillar", { mood: "nursery", design: { layout: "boat", inks: "sky" } });
  expect(planCover(stored).layout).toBe("boat");
});

test("a sphere of dots is only for books of the world or the sky", () => {
  const halftone = (title: string) => drawEmblem(subject(title, { design: { layout: "halftone", inks: "bone" } }));
  for (const title of ["The World", "Midnight’s Children", "Stars"])
    expect([title, halftone(title)]).not.toEqual([title, null]);
  for (const title of ["Indica", "Malgudi Days", "Persepolis"]) expect([title, halftone(title)]).toEqual([title, null]);
});
