/** The sections of the home page between welcome and newsletter, in their default order. */
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

/** The sections' names at the desk: their headings on the page, where they have one; the chart has one of two. */
export const sectionNames: Record<HomeSection, string> = {
  code: "The offer banner",
  featured: "Featured Books",
  categories: "Browse Categories",
  new: "New Releases",
  "best-sellers": "Best Sellers",
  recommended: "Recommended For You",
  bundles: "Special Offer Book Bundles",
  authors: "Featured Authors",
  chart: "Best Sellers or Top rated, one to five",
  testimonials: "From our readers",
  lists: "Curated Reading Lists",
};

/** All sections: the named ones in this order, then the others in the default order. Unknown names are ignored. */
export function inOrder(named: readonly string[]): HomeSection[] {
  const known = named.flatMap((name) => homeSections.find((section) => section === name) ?? []);
  return [...new Set([...known, ...homeSections])];
}

/** The sections that home shows, in their order. */
export function shownSections({ sections, leftOut }: { sections: string[]; leftOut: string[] }): HomeSection[] {
  return inOrder(sections).filter((section) => !leftOut.includes(section));
}
