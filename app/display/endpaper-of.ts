import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";

/** An endpaper: its pattern and its inks. */
export interface EndpaperTheme {
  pattern: EndpaperPattern;
  inks: EndpaperInks;
}

const endpapers: [EndpaperTheme, ...EndpaperTheme[]] = [
  { pattern: "jali", inks: "chai" },
  { pattern: "jaal", inks: "neel" },
  { pattern: "scales", inks: "haldi" },
  { pattern: "buti", inks: "rose" },
  { pattern: "marble", inks: "river" },
  { pattern: "lehariya", inks: "neem" },
  { pattern: "jaal", inks: "rose" },
  { pattern: "buti", inks: "neem" },
];

/** The sheet of a category or a reading list: the one chosen for it, else one by its id, the same each time. */
export function endpaperOf({ id, endpaper }: { id: string; endpaper: string | null }): EndpaperTheme {
  if (endpaper) {
    const [pattern, inks] = endpaper.split("-");
    return { pattern, inks } as EndpaperTheme;
  }
  return endpapers[sumOf(id, 9973) % endpapers.length] ?? endpapers[0];
}

/** A number below the modulus, the same for a text each time. */
export function sumOf(id: string, modulus: number): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % modulus;
  return sum;
}
