/**
 * Paths of files for crawlers, feed readers and browsers. They are not routes of the router; `server/http/discovery`
 * serves them.
 */
export const documents = {
  robots: "/robots.txt",
  llms: "/llms.txt",
  sitemaps: "/sitemap.xml",
  openSearch: "/opensearch.xml",
  suggestions: "/search/suggestions.json",
  newReleases: "/feeds/new-releases.xml",
  googleMerchant: "/feeds/google-merchant.xml",
};

/** Each category and each author has a feed of new books. */
export type FeedOf = "categories" | "authors";

/** Returns the path of the feed of one category or author. */
export function feedOf(kind: FeedOf, id: string): string {
  return `/feeds/${kind}/${id}.xml`;
}

/** Returns the path of a sitemap. Sitemaps of kinds that are split into ranges have a number. */
export function sitemapOf(kind: string, number: number | null): string {
  return `/sitemaps/${kind}${number === null ? "" : `-${number}`}.xml`;
}
