/** Tests of category tables: names, paths, and subject codes of Thema, BISAC and BIC. */
import { expect, test } from "vitest";

import { moods } from "#covers/moods.ts";
import { CategoryTable } from "./category-table.ts";
import type { RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import { standardCategories, standardSubjects } from "./standard-set.ts";

const tableOf = () =>
  new CategoryTable(
    standardCategories().map((category, position) => ({ ...category, position })),
    standardSubjects(),
  );

const categoriesOf = (...subjects: string[]) =>
  tableOf().resolve(
    subjects.map((subject) => {
      const [scheme, ...code] = subject.split(" ");
      return { scheme: scheme as RawSubject["scheme"], code: code.join(" ") };
    }),
  ).ids;

test.each([
  ["the longest code that fits", ["thema FFC"], ["crime"]],
  ["a code that only its first letter is known of", ["thema FXB"], ["fiction"]],
  ["Thema in the order of the record", ["thema DNBL", "thema NHF"], ["biography", "history"]],
  ["no category above another one that the book is in", ["thema FXB", "thema FBA"], ["literary-fiction"]],
  ["BISAC by its section", ["bisac CKB044000"], ["food"]],
  ["BISAC for the young", ["bisac JNF007000", "bisac YAF019000"], ["children-facts", "young-adult"]],
  ["BIC", ["bic HBJF"], ["history"]],
  ["small letters", ["thema yfb"], ["children-stories"]],
  [
    "keywords whatever their case",
    ["keyword Young Adult", "keyword Sci-Fi"],
    ["young-adult", "science-fiction-fantasy"],
  ],
  ["no keywords beside codes", ["thema FBA", "keyword family", "keyword law"], ["literary-fiction"]],
  ["keywords where no code is known", ["thema ??", "keyword law"], ["law"]],
  ["no part of a keyword", ["keyword lawn bowling"], []],
  ["names before all", ["name Cookery and Wine", "thema FBA"], ["cookery-and-wine"]],
  ["names that the set has", ["name Fiction > Crime and mystery"], ["crime"]],
])("subjects mean %s", (_, subjects, categories) => {
  expect(categoriesOf(...subjects)).toEqual(categories);
});

test("a category of another script gets an id of its own, one without letters none", () => {
  const [stories, poems] = [categoriesOf("name कहानियाँ")[0], categoriesOf("name Fiction > ਕਵਿਤਾ")[0]];
  expect(stories).toMatch(/^name-[0-9a-f]{10}$/);
  expect(poems).toMatch(/^name-[0-9a-f]{10}$/);
  expect(poems).not.toBe(stories);
  expect(categoriesOf("name …")).toEqual([]);
});

test("every letter of Thema and BIC means a category, and no subject means two", () => {
  for (const letter of "ACDFGJKLMNPQRSTUVWXY") expect(categoriesOf(`thema ${letter}`)).toHaveLength(1);
  for (const letter of "ABCDEFGHJKLMPRTUVWY") expect(categoriesOf(`bic ${letter}`)).toHaveLength(1);
  const subjects = standardSubjects().map(({ scheme, code }) => `${scheme} ${code}`);
  expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([]);
});

test("each category of the standard set has a way to draw covers, a category above that comes first, and subjects", () => {
  const seen = new Set<string>();
  const meant = new Set(standardSubjects().map(({ categoryId }) => categoryId));
  for (const { id, parentId, name, mood, description } of standardCategories()) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(Object.keys(moods)).toContain(mood);
    if (parentId !== null) expect(seen).toContain(parentId);
    expect(name && description && meant.delete(id)).toBe(true);
    seen.add(id);
  }
  expect([...meant]).toEqual([]);
});
