import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";

/** An endpaper: its pattern and its inks. */
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

/** The sheet of a category, a reading list or a book: the one chosen for it, else one by its id, the same each time. */
export function endpaperOf({ id, endpaper }: { id: string; endpaper: string | null }): EndpaperTheme {
  if (endpaper) {
    const [pattern, inks] = endpaper.split("-");
    return { pattern, inks } as EndpaperTheme;
  }
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return endpapers[sum % endpapers.length]!;
}
