import fc from "fast-check";
import { expect, test } from "vitest";

import { chooseDesigns } from "#covers/choose-designs.ts";
import type { CoverDesign, CoverSubject } from "#covers/cover-plan.ts";
import { moods } from "#covers/moods.ts";
import { planCover } from "#covers/plan-cover.ts";

const moodNames = Object.keys(moods);

function subject(id: string, changes: Partial<CoverSubject> = {}): CoverSubject {
  return { id, title: id, author: "Ali", categoryId: "fiction", language: "en", mood: "novel", ...changes };
}

/** Pairs of books at most five places apart. */
function neighbours(shelf: string[]): [string, string][] {
  return shelf.flatMap((one, at) => shelf.slice(at + 1, at + 6).map((other): [string, string] => [one, other]));
}

const nameOf = ({ layout, inks }: CoverDesign) => `${layout} in ${inks}`;

test("no two covers that are seen beside each other have layout and inks in common", () => {
  const books = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(books, fc.infiniteStream(fc.constantFrom(...moodNames)), fc.integer(), (numbers, moodStream, turn) => {
      const subjects = numbers.map((number) => subject(`book-${number}`, { mood: moodStream.next().value! }));
      const ids = subjects.map(({ id }) => id);
      const other = ids.toSorted((a, b) => (a < b ? -1 : 1) * (turn % 2 === 0 ? 1 : -1));
      const chosen = chooseDesigns([ids, other], subjects, new Map());
      for (const [one, two] of [...neighbours(ids), ...neighbours(other)])
        expect(nameOf(chosen.get(one)!)).not.toBe(nameOf(chosen.get(two)!));
    }),
    { numRuns: 60 },
  );
});

test("a shelf of one mood has other layouts beside each other wherever it has three of them", () => {
  for (const mood of moodNames) {
    const subjects = Array.from({ length: 24 }, (_, i) => subject(`${mood}-${i}`, { mood }));
    const ids = subjects.map(({ id }) => id);
    const chosen = chooseDesigns([ids], subjects, new Map());
    for (const [at, id] of ids.slice(1).entries())
      expect([mood, chosen.get(id)!.layout]).not.toEqual([mood, chosen.get(ids[at]!)!.layout]);
  }
});

test("the books of a series keep their layout and differ by their inks", () => {
  for (const mood of moodNames) {
    const subjects = [1, 2, 3, 4, 5, 6, 7].map((seriesPosition) =>
      subject(`volume-${seriesPosition}`, { mood, seriesName: "The Ibis Trilogy", seriesPosition }),
    );
    const ids = subjects.map(({ id }) => id);
    const chosen = chooseDesigns([ids], subjects, new Map());
    expect(new Set(ids.map((id) => chosen.get(id)!.layout))).toEqual(new Set([planCover(subjects[0]!).layout]));
    for (const [one, two] of neighbours(ids)) expect(chosen.get(one)!.inks).not.toBe(chosen.get(two)!.inks);
  }
});

test("a book without neighbours looks as its own facts say, and a known design stays", () => {
  const { layout, plan } = planCover(subject("emma"));
  const plain = { layout, inks: plan.palette.name };
  expect(chooseDesigns([["emma"]], [subject("emma")], new Map())).toEqual(new Map([["emma", plain]]));
  const known = new Map([["persuasion", plain]]);
  const chosen = chooseDesigns([["persuasion", "emma"]], [subject("persuasion"), subject("emma")], known);
  expect([...chosen.keys()]).toEqual(["emma"]);
  expect(nameOf(chosen.get("emma")!)).not.toBe(nameOf(plain));
  expect(chooseDesigns([["persuasion", "emma"]], [subject("emma")], known)).toEqual(chosen);
});
