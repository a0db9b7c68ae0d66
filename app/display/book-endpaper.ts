import { endpaperInks, endpaperPatterns } from "#ui/endpaper-kinds.ts";

import { sumOf, type EndpaperTheme } from "./pick-endpaper.ts";

/** What the endpaper of a book is chosen by. */
export interface BoundBook {
  id: string;
  series: { id: string } | null;
  authors: { id: string }[];
}

/**
 * Picks the endpaper of a book from its series, else its first author, else its own id, so that books of one series
 * share it.
 */
export function pickBookEndpaper({ id, series, authors }: BoundBook): EndpaperTheme {
  const sum = sumOf(series?.id ?? authors[0]?.id ?? id, 1_000_003);
  const pattern = endpaperPatterns[sum % endpaperPatterns.length] ?? endpaperPatterns[0];
  const inks = endpaperInks[Math.floor(sum / endpaperPatterns.length) % endpaperInks.length] ?? endpaperInks[0];
  return { pattern, inks };
}
