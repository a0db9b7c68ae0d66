/** The moods of categories: the layouts, palettes and typefaces that their covers are chosen from. */
import { createSeededRandom } from "./seeded-random.ts";
import type { FaceName } from "./type/faces.ts";

/** The typefaces of the title and of smaller text. */
export type FacePair = readonly [title: FaceName, text: FaceName];

/** The choices for the covers of a category; the category stores the name of its mood. */
export interface Mood {
  layouts: readonly string[];
  palettes: readonly string[];
  faces: readonly FacePair[];
}

const literary: readonly FacePair[] = [
  ["elegant", "geometricText"],
  ["serif", "geometricText"],
  ["elegant", "serifText"],
  ["serif", "serifText"],
];
const modern: readonly FacePair[] = [
  ["geometric", "geometricText"],
  ["serif", "geometricText"],
  ["condensed", "geometricText"],
];
const tender: readonly FacePair[] = [
  ["didone", "geometricText"],
  ["serifItalic", "geometricText"],
  ["elegantItalic", "geometricText"],
];
const young: readonly FacePair[] = [["round", "roundText"]];
/** Faces that have Devanagari letters. */
export const devanagariFaces: readonly FacePair[] = [
  ["poster", "geometricText"],
  ["elegant", "geometricText"],
  ["poster", "geometricText"],
  ["condensed", "geometricText"],
  ["round", "roundText"],
];

const novel: Mood = {
  layouts: ["frame", "bands", "horizon", "monogram", "plate", "arches", "botanical", "contour"],
  palettes: ["bone", "salt", "fern", "stone", "sky", "oxblood", "bottle", "peacock", "terracotta", "rose", "mustard"],
  faces: literary,
};

/** Every mood, by the name that categories store. */
export const moods: Record<string, Mood> = {
  novel,
  fine: {
    ...novel,
    palettes: ["bone", "fern", "stone", "sky", "bottle", "oxblood", "umber", "rose", "lilac", "peacock"],
  },
  lattice: {
    layouts: ["jali", "botanical", "plate", "horizon", "arches", "bands"],
    palettes: ["peacock", "haldi", "rani", "terracotta", "fern", "indigo", "peach"],
    faces: literary,
  },
  engraved: {
    layouts: ["frame", "plate", "monogram", "guilloche", "horizon", "bands", "arches"],
    palettes: ["bone", "bottle", "oxblood", "indigo", "salt", "umber", "fern", "rose", "aubergine"],
    faces: [
      ["serif", "serifText"],
      ["elegant", "serifText"],
      ["poster", "serifText"],
      ["didone", "geometricText"],
    ],
  },
  noir: {
    layouts: ["slice", "stack", "windows", "halftone", "contour"],
    palettes: ["acid", "soot", "bone", "mustard", "stone", "oxblood"],
    faces: [["condensed", "geometricText"]],
  },
  cosmic: {
    layouts: ["orbit", "contour", "halftone", "arches", "guilloche", "slice"],
    palettes: ["dusk", "indigo", "peacock", "aubergine", "soot", "acid"],
    faces: [
      ["geometric", "geometricText"],
      ["condensed", "geometricText"],
      ["elegant", "geometricText"],
    ],
  },
  heritage: {
    layouts: ["jali", "arches", "frame", "plate", "horizon", "contour"],
    palettes: ["umber", "oxblood", "indigo", "mustard", "bottle", "terracotta", "aubergine"],
    faces: [
      ["serif", "serifText"],
      ["poster", "geometricText"],
      ["elegant", "serifText"],
    ],
  },
  tender: {
    layouts: ["botanical", "arches", "horizon", "plate", "frame"],
    palettes: ["rose", "peach", "rani", "lilac", "oxblood", "butter"],
    faces: tender,
  },
  miscellany: {
    layouts: ["quiet", "bands", "plate", "halftone", "monogram", "contour"],
    palettes: ["sky", "peach", "fern", "mint", "lilac", "bone", "mustard"],
    faces: literary,
  },
  vernacular: {
    layouts: ["jali", "plate", "stack", "frame", "botanical", "horizon", "bands", "arches", "monogram"],
    palettes: ["rani", "haldi", "peacock", "terracotta", "indigo", "bone", "mustard", "bottle", "peach"],
    faces: devanagariFaces,
  },
  lyric: {
    layouts: ["quiet", "botanical", "frame", "guilloche", "arches", "horizon"],
    palettes: ["bone", "sky", "lilac", "fern", "rose", "indigo", "bottle", "salt"],
    faces: [...tender, ["elegant", "geometricText"]],
  },
  comic: {
    layouts: ["panels", "stack", "halftone", "slice"],
    palettes: ["butter", "bone", "mint", "peach", "mustard", "sky", "soot"],
    faces: [
      ["condensed", "geometricText"],
      ["geometric", "geometricText"],
    ],
  },
  portrait: {
    layouts: ["monogram", "frame", "halftone", "horizon", "stack", "swiss"],
    palettes: ["salt", "bone", "terracotta", "umber", "mustard", "peacock", "chalk", "stone"],
    faces: [...literary, ["poster", "geometricText"]],
  },
  chronicle: {
    layouts: ["bands", "stack", "plate", "jali", "contour", "frame"],
    palettes: ["bone", "terracotta", "umber", "mustard", "oxblood", "stone", "salt", "indigo"],
    faces: [
      ["serif", "geometricText"],
      ["poster", "geometricText"],
      ["condensed", "geometricText"],
    ],
  },
  placard: {
    layouts: ["stack", "halftone", "bauhaus", "swiss"],
    palettes: ["bone", "chalk", "terracotta", "mustard", "soot", "salt", "mint"],
    faces: modern,
  },
  diagram: {
    layouts: ["guilloche", "halftone", "orbit", "contour", "bauhaus", "swiss"],
    palettes: ["indigo", "peacock", "chalk", "mint", "salt", "bottle", "dusk"],
    faces: modern,
  },
  ledger: {
    layouts: ["swiss", "bauhaus", "stack", "bands"],
    palettes: ["chalk", "salt", "mustard", "bone", "mint", "bottle"],
    faces: [
      ["geometric", "geometricText"],
      ["serif", "geometricText"],
    ],
  },
  calm: {
    layouts: ["swiss", "quiet", "bauhaus", "horizon", "bands"],
    palettes: ["peach", "sky", "mint", "butter", "fern", "chalk"],
    faces: [
      ["geometric", "geometricText"],
      ["serif", "geometricText"],
    ],
  },
  table: {
    layouts: ["thali", "botanical", "plate", "monogram"],
    palettes: ["haldi", "peach", "fern", "terracotta", "bottle", "butter", "mint"],
    faces: [
      ["poster", "geometricText"],
      ["serif", "geometricText"],
      ["serifItalic", "geometricText"],
    ],
  },
  wayfarer: {
    layouts: ["contour", "horizon", "bands", "arches", "plate"],
    palettes: ["peach", "sky", "peacock", "terracotta", "haldi", "indigo", "mint"],
    faces: [...literary, ["geometric", "geometricText"]],
  },
  contemplative: {
    layouts: ["guilloche", "jali", "frame", "quiet", "arches", "botanical"],
    palettes: ["aubergine", "indigo", "peacock", "bone", "umber", "terracotta", "lilac"],
    faces: [
      ["serif", "serifText"],
      ["elegant", "geometricText"],
      ["poster", "geometricText"],
    ],
  },
  playful: {
    layouts: ["hills", "boat", "night", "bunting", "botanical", "horizon"],
    palettes: ["butter", "mint", "sky", "peach", "haldi", "rose"],
    faces: young,
  },
  nursery: {
    layouts: ["hills", "boat", "night", "bunting", "botanical"],
    palettes: ["butter", "mint", "peach", "sky", "rose", "lilac"],
    faces: young,
  },
  bold: {
    layouts: ["stack", "horizon", "halftone", "contour", "slice", "night"],
    palettes: ["butter", "lilac", "dusk", "mint", "rani", "peach"],
    faces: [
      ["geometric", "geometricText"],
      ["condensed", "geometricText"],
      ["serifItalic", "geometricText"],
    ],
  },
  factual: {
    layouts: ["swiss", "bands", "halftone", "bauhaus", "stack"],
    palettes: ["bone", "chalk", "salt", "mustard", "stone", "terracotta"],
    faces: modern,
  },
};

/** The mood of a book without a category. */
const plainMood = "novel";

/** Moods that suit any category. */
const generalMoods = [
  "novel",
  "fine",
  "lattice",
  "engraved",
  "miscellany",
  "portrait",
  "chronicle",
  "placard",
  "factual",
];

/** The mood of a category: its own, otherwise its parent's, otherwise one derived from its name. */
export function moodOf(category: { name: string; mood: string | null; parentMood: string | null } | null): string {
  if (!category) return plainMood;
  const given = [category.mood, category.parentMood].find((name) => name !== null && Object.hasOwn(moods, name));
  return given ?? createSeededRandom(`category ${category.name}`).pick(generalMoods);
}
