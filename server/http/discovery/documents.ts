/** Discovery files for crawlers, feed readers and browsers: robots.txt, sitemaps, feeds, OpenSearch and suggestions. */
import { documents, feedOf, type FeedOf } from "#routing/documents.ts";
import { parameters } from "#routing/parameters.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { writeAtom, type Feed } from "#shop/outlets/discovery/feed.ts";
import { readFeed, readNewReleases } from "#shop/outlets/discovery/feeds.server.ts";
import { writeLlms } from "#shop/outlets/discovery/llms.ts";
import { writeMerchantFeed } from "#shop/outlets/discovery/merchant-feed.server.ts";
import { writeOpenSearch } from "#shop/outlets/discovery/open-search.ts";
import { writeRobots } from "#shop/outlets/discovery/robots.ts";
import { writeSitemap, writeSitemapIndex } from "#shop/outlets/discovery/sitemaps.server.ts";
import { suggestInBrowser } from "#shop/outlets/discovery/suggestions.server.ts";
import type { Services } from "#shop/services.ts";
import { PageCache, type CachedPage } from "#server/pages/page-cache.ts";
import { isNotOpen } from "#server/http/is-not-open.ts";
import { notFound, noIndex } from "./answers.ts";
import { createStreams } from "./streams.ts";

export interface Documents {
  /** Responds to a request for one of `documentPaths`. `network` is the key of rate limits. */
  answer: (request: Request, network: string | null) => Promise<Response | CachedPage>;
}

/** Matches the kind and id in the address of a category's or author's feed. */
const feedPath = new RegExp(`^/feeds/(categories|authors)/(${parameters.categoryId})\\.xml$`);

/** Matches the name in the address of a sitemap: `pages`, or `books-3`. */
const sitemapPath = /^\/sitemaps\/([a-z]+(?:-[a-z]+)*)(?:-([1-9]\d{0,6}))?\.xml$/;

/** The paths of the discovery files, as patterns of Hono. */
export const documentPaths = [...Object.values(documents), "/sitemaps/:file", "/feeds/:kind/:file"];

const types = {
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  // Chrome requires this type without a charset.
  openSearch: "application/opensearchdescription+xml",
  suggestions: "application/x-suggestions+json",
};

/**
 * Maximum size in bytes. Discovery files have a cache of their own, so that a crawler that reads the feeds of all
 * authors does not evict pages.
 */
const cacheBytes = 8 * 1024 * 1024;

/**
 * Serves the discovery files. Short ones are cached like pages, long ones are streamed. `changes` returns the number of
 * catalogue changes that this process has seen; by this number a client's copy of a long file is current or not.
 */
export function createDocuments(services: Services, changes: () => number): Documents {
  const { db, settings } = services;
  const { publicUrl } = settings;
  const cache = new PageCache({ maxBytes: cacheBytes });
  const streams = createStreams(changes);

  async function writeFeed(kind: FeedOf, id: string): Promise<Response> {
    const feed = await readFeed(db, settings, kind, id);
    if (feed) return atom(feed);
    const newId = kind === "authors" ? await findMovedAddress(db, "author", id) : null;
    return newId === null ? notFound() : movedTo(publicUrl + feedOf(kind, newId));
  }

  /** Functions that write the cached files, by path. */
  const short: Record<string, () => Promise<Response>> = {
    [documents.robots]: async () => keep(writeRobots(publicUrl), types.text),
    [documents.llms]: async () => keep(writeLlms(settings), types.text),
    [documents.openSearch]: async () => keep(writeOpenSearch(settings), types.openSearch),
    [documents.sitemaps]: async () => keep(await writeSitemapIndex(db, publicUrl), types.xml),
    [documents.newReleases]: async () => atom(await readNewReleases(db, settings)),
  };

  return {
    async answer(request, network) {
      const { pathname, searchParams } = new URL(request.url);
      // Before the opening there is nothing to list.
      if (pathname !== documents.robots && isNotOpen(services, request)) return notFound();
      if (pathname === documents.suggestions) {
        const answer = await suggestInBrowser(db, publicUrl, searchParams.get("q") ?? "");
        return new Response(JSON.stringify(answer), {
          headers: { "content-type": types.suggestions, "cache-control": "private, no-store", ...noIndex },
        });
      }
      if (pathname === documents.googleMerchant)
        return streams.answer(request, network, types.rss, () => writeMerchantFeed(db, settings));
      const [, kind, number] = sitemapPath.exec(pathname) ?? [];
      if (kind !== undefined) {
        const shard = number === undefined ? null : Number(number);
        return streams.answer(request, network, types.xml, () => writeSitemap(db, publicUrl, kind, shard));
      }
      const [, feedKind, id] = feedPath.exec(pathname) ?? [];
      const write =
        (feedKind === "categories" || feedKind === "authors") && id ? () => writeFeed(feedKind, id) : short[pathname];
      return write ? cache.get(pathname, write) : notFound();
    },
  };
}

function keep(text: string, type: string): Response {
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=300",
    vary: "accept-encoding",
    ...(type === types.text ? {} : noIndex),
  };
  return new Response(text, { headers });
}

function atom(feed: Feed): Response {
  return keep(writeAtom(feed), types.atom);
}

function movedTo(location: string): Response {
  return new Response(null, { status: 301, headers: { location, "cache-control": "public, max-age=3600" } });
}
