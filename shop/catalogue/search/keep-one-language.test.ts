import { expect, test } from "vitest";

import { keepOneLanguage } from "./keep-one-language.ts";

const titled = [
  { workId: "tamas", titleId: "1", title: "तमस" },
  { workId: "tamas-english", titleId: "1", title: "Tamas" },
  { workId: "tamas-french", titleId: "1", title: "Tamas" },
  { workId: "raag-darbari", titleId: "2", title: "राग दरबारी" },
];
const works = (...ids: string[]) => ids.map((workId) => ({ workId }));

test.each([
  ["तमस", ["tamas-english", "dune", "tamas"], ["tamas", "dune"]],
  ["tamas", ["tamas", "dune", "tamas-english"], ["tamas-english", "dune"]],
  ["tamas", ["dune", "tamas"], ["dune", "tamas"]],
  ["tamas", ["tamas-french", "tamas-english"], ["tamas-french"]],
  ["तमस", ["tamas-french", "tamas-english"], ["tamas-french"]],
  ["1975", ["tamas", "tamas-english", "raag-darbari"], ["tamas", "raag-darbari"]],
  ["dune", ["dune", "dune-messiah"], ["dune", "dune-messiah"]],
  ["dune", [], []],
])("%s: of the languages of a title one is found, in the script that was typed", (typed, found, kept) => {
  expect(keepOneLanguage(typed, works(...found), titled)).toEqual(works(...kept));
});
