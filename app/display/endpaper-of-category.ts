import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";

/** The endpaper a category opens with. */
export interface EndpaperTheme {
  pattern: EndpaperPattern;
  inks: EndpaperInks;
}

const endpapers: EndpaperTheme[] = [
  { pattern: "jali", inks: "chai" },
  { pattern: "jaal", inks: "neel" },
  { pattern: "scales", inks: "haldi" },
  { pattern: "buti", inks: "rose" },
  { pattern: "marble", inks: "river" },
  { pattern: "lehariya", inks: "neem" },
  { pattern: "jaal", inks: "rose" },
  { pattern: "buti", inks: "neem" },
];

const known: Record<string, EndpaperTheme> = {
  fiction: { pattern: "marble", inks: "river" },
  "non-fiction": { pattern: "jali", inks: "chai" },
  children: { pattern: "scales", inks: "haldi" },
  translations: { pattern: "buti", inks: "rose" },
};

/** Picks a category's endpaper: the same one each time, whatever the catalogue. */
export function endpaperOfCategory(categoryId: string): EndpaperTheme {
  let sum = 0;
  for (const letter of categoryId) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return known[categoryId] ?? endpapers[sum % endpapers.length]!;
}
