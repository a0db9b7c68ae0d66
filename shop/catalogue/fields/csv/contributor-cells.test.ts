import { expect, test } from "vitest";

import { guessNameOrder, readContributors } from "./contributor-cells.ts";

/** `Name/role` of each person; the name alone for authors. */
function people(cell: string, order: "given-first" | "surname-first" = "given-first"): string[] {
  return readContributors(cell, "author", order).contributors.map(({ name, role }) =>
    role === "author" ? name : `${name}/${role}`,
  );
}

test.each([
  ["Premchand", ["Premchand"]],
  ["Terry Pratchett & Neil Gaiman", ["Terry Pratchett", "Neil Gaiman"]],
  ["J.K. Rowling, Mary GrandPré", ["J.K. Rowling", "Mary GrandPré"]],
  ["Homer, Robert Fagles, Bernard Knox", ["Homer", "Robert Fagles", "Bernard Knox"]],
  ["Anne Rice, A. B. Roy and C. Das", ["Anne Rice", "A. B. Roy", "C. Das"]],
  ["Roy, Arundhati; Seth, Vikram", ["Roy, Arundhati", "Seth, Vikram"]],
  ["Le Guin, Ursula K.", ["Le Guin, Ursula K."]],
  ["Rowling, J. K.", ["Rowling, J. K."]],
  ["Martin Luther King, Jr., Clayborne Carson", ["Martin Luther King, Jr.", "Clayborne Carson"]],
  ["Ministry of Health and Family Welfare", ["Ministry of Health and Family Welfare"]],
  ["Rabindranath Tagore; William Radice (translator)", ["Rabindranath Tagore", "William Radice/translator"]],
  ["Homer, Robert Fagles (Translator), Asha Rao (ed.)", ["Homer", "Robert Fagles/translator", "Asha Rao/editor"]],
  ["Satyajit Ray | illustrated by Q. Blake", ["Satyajit Ray", "Q. Blake/illustrator"]],
  ["Madonna (singer)", ["Madonna (singer)"]],
  [" ; , & ", []],
])("people of a cell: %s", (cell, expected) => {
  expect(people(cell)).toEqual(expected);
});

test("a name in brackets is the same in another script; a role may stand behind it", () => {
  expect(
    readContributors(
      "Bhisham Sahni (भीष्म साहनी); Asha Rao (ঢাকা); मन्नू भंडारी (Mannu Bhandari) (translator); Madonna (2)",
      "author",
      "given-first",
    ).contributors,
  ).toEqual([
    { name: "Bhisham Sahni", role: "author", otherNames: ["भीष्म साहनी"] },
    { name: "Asha Rao", role: "author", otherNames: ["ঢাকা"] },
    { name: "मन्नू भंडारी", role: "translator", otherNames: ["Mannu Bhandari"] },
    { name: "Madonna (2)", role: "author" },
  ]);
});

test("in a file that writes surnames first, one comma belongs to a name", () => {
  expect(people("García Márquez, Gabriel", "surname-first")).toEqual(["García Márquez, Gabriel"]);
  expect(people("Roy, Arundhati & Seth, Vikram", "surname-first")).toEqual(["Roy, Arundhati", "Seth, Vikram"]);
  expect(guessNameOrder(["Roy, Arundhati", "García Márquez, Gabriel", "Premchand", "Tolkien, J. R. R."])).toBe(
    "surname-first",
  );
  expect(guessNameOrder(["Homer, Robert Fagles", "J.K. Rowling, Mary GrandPré", "Neil Gaiman, Dave McKean"])).toBe(
    "given-first",
  );
  expect(guessNameOrder([])).toBe("given-first");
});

test("who did what the shop keeps no role for is left out, and said", () => {
  expect(readContributors("Plato; Asha Rao (Foreword by); B. Sen (narrator)", "author", "given-first")).toEqual({
    contributors: [{ name: "Plato", role: "author" }],
    leftOut: ["Asha Rao (Foreword by)", "B. Sen (narrator)"],
  });
});

test("a column of translators makes translators", () => {
  expect(readContributors("A Sen; B Roy (illustrator)", "translator", "given-first").contributors).toEqual([
    { name: "A Sen", role: "translator" },
    { name: "B Roy", role: "illustrator" },
  ]);
});
