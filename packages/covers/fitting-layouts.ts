import type { CoverSubject } from "./cover-plan.ts";
import { moods } from "./moods.ts";
import { findThings, type Thing } from "./named-things.ts";

/** Layouts whose picture is a particular thing: only for books that name it, or whose whole mood is that picture's. */
const pictures: Record<string, { things: readonly Thing[]; mood?: string }> = {
  boat: { things: ["boat", "water"] },
  orbit: { things: ["star", "world"], mood: "cosmic" },
};

/**
 * The layouts of a book's mood that fit its words. The books of a series share a layout, so only the name of the series
 * counts for them.
 */
export function listFittingLayouts({ mood, title, subtitle = "", seriesName }: CoverSubject): string[] {
  const things = findThings(seriesName ?? `${title} ${subtitle}`);
  return moods[mood]!.layouts.filter((layout) => {
    // A title of one long word would be a single low line in "slice", and the cover nearly empty.
    if (layout === "slice") return seriesName !== undefined || !/^\S{7,}$/u.test(title);
    const picture = pictures[layout];
    return !picture || picture.mood === mood || picture.things.some((thing) => things.includes(thing));
  });
}
