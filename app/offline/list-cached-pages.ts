import { pathPattern } from "#routing/path-pattern.ts";
import { cachePartition } from "./cache-partition.ts";

/** A page in the caches of this device. */
export interface CachedPageLink {
  path: string;
  title: string;
}

const maxListed = 24;

/** Lists the pages that can be opened offline, newest first: the reader's own pages, and books. */
export async function listCachedPages(): Promise<{ own: CachedPageLink[]; books: CachedPageLink[] }> {
  const partition = cachePartition();
  const names = await caches.keys();
  const own = await readTitles(
    names.findLast((name) => name.startsWith("personal-") && name.endsWith(`-${partition}`)),
    /^\//,
  );
  const books = await readTitles(
    names.findLast((name) => name.startsWith("pages-")),
    pathPattern("/books/:bookId"),
  );
  return { own, books };
}

async function readTitles(name: string | undefined, pattern: RegExp): Promise<CachedPageLink[]> {
  if (!name) return [];
  const cache = await caches.open(name);
  const pages: CachedPageLink[] = [];
  for (const request of [...(await cache.keys())].reverse()) {
    const { pathname, search } = new URL(request.url);
    if (!pattern.test(pathname + search) || pages.length === maxListed) continue;
    const html = (await (await cache.match(request))?.text()) ?? "";
    const { title } = new DOMParser().parseFromString(html, "text/html");
    // Titles have the form "<page> - <shop>".
    pages.push({ path: pathname + search, title: title.replace(/ - [^-]*$/, "") });
  }
  return pages;
}
