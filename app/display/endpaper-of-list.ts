import { endpaperOfCategory, type EndpaperTheme } from "./endpaper-of-category.ts";

const known: Record<string, EndpaperTheme> = {
  summer: { pattern: "scales", inks: "haldi" },
  "sci-fi": { pattern: "jali", inks: "neel" },
  "self-improvement": { pattern: "buti", inks: "neem" },
  "long-train-journeys": { pattern: "lehariya", inks: "river" },
  "indian-classics": { pattern: "marble", inks: "rose" },
  "first-hindi-shelf": { pattern: "jaal", inks: "chai" },
};

/** Picks a reading list's endpaper: the same one each time, also for a list that the bookseller makes later. */
export function endpaperOfList(listId: string): EndpaperTheme {
  return known[listId] ?? endpaperOfCategory(listId);
}
