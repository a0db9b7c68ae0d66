/** What home shows between its welcome and its newsletter, in the order that it has by itself. */
export const homeSections = [
  "code",
  "featured",
  "categories",
  "new",
  "best-sellers",
  "recommended",
  "bundles",
  "authors",
  "chart",
  "testimonials",
  "lists",
] as const;

export type HomeSection = (typeof homeSections)[number];

/** What each section is called at the desk: by its heading, where it has one of its own. */
export const sectionNames: Record<HomeSection, string> = {
  code: "The announced code",
  featured: "Featured Books",
  categories: "Browse Categories",
  new: "New Releases",
  "best-sellers": "Best Sellers",
  recommended: "Recommended For You",
  bundles: "Special Offer Book Bundles",
  authors: "Featured Authors",
  chart: "The chart of best sellers",
  testimonials: "From our readers",
  lists: "Curated Reading Lists",
};

/** All sections in this order; what is no section is left out, and those that are not named follow in their own order. */
export function inOrder(named: readonly string[]): HomeSection[] {
  const known = named.flatMap((name) => homeSections.find((section) => section === name) ?? []);
  return [...new Set([...known, ...homeSections])];
}

/** The sections that home shows, in their order. */
export function shownSections({ sections, leftOut }: { sections: string[]; leftOut: string[] }): HomeSection[] {
  return inOrder(sections).filter((section) => !leftOut.includes(section));
}
