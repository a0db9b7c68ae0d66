import { pathPattern } from "#routing/path-pattern.ts";
import { keptWord } from "./kept-word.ts";

/** A page that this device keeps. */
export interface KeptPage {
  path: string;
  title: string;
}

const mostListed = 24;

/** What can be opened without a connection, newest first: the reader's own pages, and books. */
export async function listKept(): Promise<{ own: KeptPage[]; books: KeptPage[] }> {
  const word = keptWord();
  const names = await caches.keys();
  const own = await readTitles(
    names.findLast((name) => name.startsWith("personal-") && name.endsWith(`-${word}`)),
    /^\//,
  );
  const books = await readTitles(
    names.findLast((name) => name.startsWith("pages-")),
    pathPattern("/books/:bookId"),
  );
  return { own, books };
}

async function readTitles(name: string | undefined, pattern: RegExp): Promise<KeptPage[]> {
  if (!name) return [];
  const cache = await caches.open(name);
  const pages: KeptPage[] = [];
  for (const request of [...(await cache.keys())].reverse()) {
    const { pathname, search } = new URL(request.url);
    if (!pattern.test(pathname + search) || pages.length === mostListed) continue;
    const html = (await (await cache.match(request))?.text()) ?? "";
    const { title } = new DOMParser().parseFromString(html, "text/html");
    // Every page is called "<page> - <shop>".
    pages.push({ path: pathname + search, title: title.replace(/ - [^-]*$/, "") });
  }
  return pages;
}
