/**
 * Addresses of what crawlers, feed readers and browsers read: no pages, so the router does not know them
 * (`server/http/discovery`).
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

/** What feeds of a record of their own are there for. */
export type FeedOf = "categories" | "authors";

/** The address of the feed of one category or one author. */
export function feedOf(kind: FeedOf, id: string): string {
  return `/feeds/${kind}/${id}.xml`;
}

/** The address of a sitemap; those of kinds that are cut into ranges have a number. */
export function sitemapOf(kind: string, number: number | null): string {
  return `/sitemaps/${kind}${number === null ? "" : `-${number}`}.xml`;
}
