import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";

/** Pattern and colours of an endpaper. */
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

/** Returns the endpaper that the desk chose for a category or reading list, or else one derived from its id. */
export function pickEndpaper({ id, endpaper }: { id: string; endpaper: string | null }): EndpaperTheme {
  if (endpaper) {
    const [pattern, inks] = endpaper.split("-");
    return { pattern, inks } as EndpaperTheme;
  }
  return endpapers[sumOf(id, 9973) % endpapers.length] ?? endpapers[0];
}

/** Hashes a text to a number below `modulus`. */
export function sumOf(id: string, modulus: number): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % modulus;
  return sum;
}
