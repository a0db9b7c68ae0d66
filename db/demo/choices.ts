/** What the bookseller of the demonstration chose; everything here is a record that can be changed. */

/** How the covers of each category look: names of packages/covers/moods.ts. */
export const categoryMoods: Record<string, string> = {
  fiction: "novel",
  "literary-fiction": "fine",
  translations: "lattice",
  classics: "engraved",
  crime: "noir",
  "science-fiction-fantasy": "cosmic",
  "historical-fiction": "heritage",
  romance: "tender",
  "short-stories": "miscellany",
  hindi: "vernacular",
  poetry: "lyric",
  graphic: "comic",
  biography: "portrait",
  history: "chronicle",
  society: "placard",
  science: "diagram",
  business: "ledger",
  "self-improvement": "calm",
  food: "table",
  travel: "wayfarer",
  philosophy: "contemplative",
  children: "playful",
  "picture-books": "nursery",
  "young-adult": "bold",
  "non-fiction": "factual",
};

/** The sheets that categories open with: pattern and inks. */
export const categoryEndpapers: Record<string, string> = {
  fiction: "marble-river",
  "non-fiction": "jali-chai",
  children: "scales-haldi",
  translations: "buti-rose",
};

/** The sheets of the reading lists. */
export const listEndpapers: Record<string, string> = {
  summer: "scales-haldi",
  "sci-fi": "jali-neel",
  "self-improvement": "buti-neem",
  "long-train-journeys": "lehariya-river",
  "indian-classics": "marble-rose",
  "first-hindi-shelf": "jaal-chai",
};

/** How the drawn covers of some works look: names of packages/covers/drawn-layouts.ts and packages/covers/palettes.ts. */
export const chosenCovers: Record<string, { layout: string; inks: string }> = {
  macbeth: { layout: "stack", inks: "soot" },
  "crime-and-punishment": { layout: "windows", inks: "soot" },
  joothan: { layout: "stack", inks: "bone" },
  "joothan-hindi": { layout: "stack", inks: "oxblood" },
  "charlottes-web": { layout: "hills", inks: "mint" },
  "haroun-and-the-sea-of-stories": { layout: "boat", inks: "sky" },
};

/** The works that the home page recommends, in order. */
export const recommendedWorks: string[] = ["mindful-reading", "digital-minimalism"];

/** The code that the shop window announces. */
export const announcedCode = "SUMMER20";
