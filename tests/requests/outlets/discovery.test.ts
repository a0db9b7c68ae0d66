/** Files for crawlers and feed readers: robots.txt, sitemaps, OpenSearch, Atom feeds and llms.txt. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { documents, feedOf } from "#routing/documents.ts";
import { moveAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { shelveHostileBooks } from "#tests/support/hostile-books.ts";
import { childrenOf, readXml, textOf, type XmlElement } from "#tests/support/pages/read-xml.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ shippingFeePaise: 4900, freeShippingFromPaise: 49900 });
await shelveHostileBooks(shop.db);

const sitemapNs = "{http://www.sitemaps.org/schemas/sitemap/0.9}";
const atomNs = "{http://www.w3.org/2005/Atom}";
const searchNs = "{http://a9.com/-/spec/opensearch/1.1/}";

async function read(path: string, type: string): Promise<string> {
  const answer = await shop.fetch(path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get("content-type"), path).toBe(type);
  expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
  return answer.text();
}

/** Whether the rules for crawlers forbid an address, by RFC 9309. */
function isForbidden(robots: string, address: string): boolean {
  return [...robots.matchAll(/^Disallow: (.+)$/gm)].some(([, pattern]) => {
    const source = pattern!.replaceAll(/[.+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*");
    return new RegExp(`^${source}`).test(address);
  });
}

test("crawlers may read the public pages of the table of routes and those with a preview, and no other", async () => {
  const robots = await read("/robots.txt", "text/plain; charset=utf-8");
  expect(robots).toMatch(/^User-agent: \*\n(Disallow: \/\S+\n)+\nSitemap: \S+\n$/);
  expect(robots).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  const examples = listRouteExamples().filter(({ path }) => path !== "/*");
  expect(examples.length).toBeGreaterThan(60);
  for (const { address, route } of examples)
    expect(isForbidden(robots, address), address).toBe(route.access !== "public" && !route.hasPreview);
  // A messenger reads the page of a bookplate and its picture; a search engine reads that it may not show them.
  for (const address of [
    "/ex-libris/abc",
    "/ex-libris/abc/picture",
    "/categories/fiction?page=2",
    "/categories/fiction?place=abc",
    "/covers/x-1.webp",
    "/sitemaps/books-1.xml",
    "/feeds/new-releases.xml",
  ])
    expect(isForbidden(robots, address), address).toBe(false);
  for (const address of [
    "/categories/fiction?format=paperback",
    "/series/feluda?sort=newest&place=abc",
    "/special-offers?place=abc&price=100-200",
    "/faq?q=x",
    "/faq?a=1&q=x",
    "/shipping?pin=1",
    "/search?q=a",
    "/faq.data",
    "/api/v1/books",
  ])
    expect(isForbidden(robots, address), address).toBe(true);
});

test("every sitemap of the index is there, and what it names is a public page", async () => {
  const index = readXml(await read("/sitemap.xml", "application/xml; charset=utf-8"));
  const sitemaps = index.children.map((sitemap) => textOf(sitemap, `${sitemapNs}loc`)!.slice(publicUrl.length));
  expect(sitemaps).toEqual([
    "/sitemaps/pages.xml",
    "/sitemaps/categories.xml",
    "/sitemaps/reading-lists.xml",
    "/sitemaps/books-1.xml",
    "/sitemaps/authors-1.xml",
    "/sitemaps/series-1.xml",
  ]);
  const robots = await read("/robots.txt", "text/plain; charset=utf-8");
  for (const path of sitemaps) {
    const sitemap = readXml(await read(path, "application/xml; charset=utf-8"));
    const pages = sitemap.children.map((entry) => textOf(entry, `${sitemapNs}loc`)!);
    for (const page of pages) expect(isForbidden(robots, page.slice(publicUrl.length)), page).toBe(false);
    // A sample of each kind of page: the first three, and every 50th after them.
    for (const [place, page] of pages.entries())
      if (place < 3 || place % 50 === 0)
        expect((await shop.fetch(page.slice(publicUrl.length))).status, page).toBe(200);
  }
  for (const path of [
    "/sitemaps/books-2.xml",
    "/sitemaps/books.xml",
    "/sitemaps/readers.xml",
    "/sitemaps/pages-1.xml",
    "/sitemaps/x",
  ])
    expect((await shop.fetch(path)).status, path).toBe(404);
});

test("a browser learns how to search the shop (OpenSearch 1.1)", async () => {
  const description = readXml(await read(documents.openSearch, "application/opensearchdescription+xml"));
  expect(description.name).toBe(`${searchNs}OpenSearchDescription`);
  expect(textOf(description, `${searchNs}ShortName`)!.length).toBeLessThanOrEqual(16);
  expect(textOf(description, `${searchNs}Description`)!.length).toBeLessThanOrEqual(1024);
  expect(textOf(description, `${searchNs}InputEncoding`)).toBe("UTF-8");
  const templates = new Map(
    childrenOf(description, `${searchNs}Url`).map(({ attributes }) => [attributes["type"], attributes["template"]!]),
  );
  const fill = (type: string, typed: string) =>
    templates.get(type)!.replace("{searchTerms}", encodeURIComponent(typed)).slice(publicUrl.length);
  expect(await (await shop.fetch(fill("text/html", "malgudi"))).text()).toContain("Malgudi Days");
  const path = fill("application/x-suggestions+json", "Malgudi");
  expect(JSON.parse(await read(path, "application/x-suggestions+json"))).toEqual([
    "Malgudi",
    ["Malgudi Days"],
    ["R. K. Narayan"],
    [`${publicUrl}/books/malgudi-days`],
  ]);
  const image = textOf(description, `${searchNs}Image`)!;
  expect((await shop.fetch(image.slice(publicUrl.length))).status).toBe(200);
});

test("suggestions answer whatever is typed, with as many texts as pages", async () => {
  for (const typed of [
    "",
    "m",
    "the",
    "%",
    "_",
    "\\",
    "गो",
    "🙂",
    "\u202e",
    "a".repeat(10_000),
    "'; drop table works",
  ]) {
    const answer = await shop.fetch(`${documents.suggestions}?q=${encodeURIComponent(typed)}`);
    expect(answer.status, typed).toBe(200);
    const [echo, completions, descriptions, urls] = (await answer.json()) as [string, string[], string[], string[]];
    expect(echo).toBe(typed);
    expect(completions.length).toBeLessThanOrEqual(8);
    expect([descriptions.length, urls.length]).toEqual([completions.length, completions.length]);
  }
  expect(await (await shop.fetch(documents.suggestions)).json()).toEqual(["", [], [], []]);
});

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Reads a feed and checks the rules of RFC 4287. */
async function readFeed(path: string): Promise<{ feed: XmlElement; entries: XmlElement[] }> {
  const feed = readXml(await read(path, "application/atom+xml; charset=utf-8"));
  expect(feed.name).toBe(`${atomNs}feed`);
  const entries = childrenOf(feed, `${atomNs}entry`);
  for (const element of [feed, ...entries]) {
    expect(textOf(element, `${atomNs}id`)).toMatch(/^http:\/\/shop\.test\/\S+$/);
    expect(textOf(element, `${atomNs}title`)!.trim()).not.toBe("");
    expect(textOf(element, `${atomNs}updated`)).toMatch(moment);
    const alternates = childrenOf(element, `${atomNs}link`).filter(
      ({ attributes }) => attributes["rel"] === "alternate",
    );
    expect(alternates.length).toBe(1);
    expect((await shop.fetch(alternates[0]!.attributes["href"]!.slice(publicUrl.length))).status).toBe(200);
    for (const author of childrenOf(element, `${atomNs}author`)) expect(textOf(author, `${atomNs}name`)).not.toBe("");
  }
  // Entries without authors inherit the feed's.
  expect(childrenOf(feed, `${atomNs}author`).length).toBe(1);
  expect(textOf(feed, `${atomNs}id`)).toBe(publicUrl + path);
  const self = childrenOf(feed, `${atomNs}link`).find(({ attributes }) => attributes["rel"] === "self");
  expect(self?.attributes["href"]).toBe(publicUrl + path);
  expect(new Set(entries.map((entry) => textOf(entry, `${atomNs}id`))).size).toBe(entries.length);
  const changes = entries.map((entry) => textOf(entry, `${atomNs}updated`)!).sort();
  if (entries.length > 0) expect(textOf(feed, `${atomNs}updated`)).toBe(changes.at(-1));
  const published = entries.map((entry) => textOf(entry, `${atomNs}published`)!);
  expect(published).toEqual([...published].sort().reverse());
  return { feed, entries };
}

const idsIn = (entries: XmlElement[]) => entries.map((entry) => textOf(entry, `${atomNs}id`)!.split("/").at(-1));

test("feeds tell of what came last: in the shop, in a category with those under it, by an author", async () => {
  const { entries } = await readFeed(documents.newReleases);
  expect(entries.length).toBe(30);
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`select id from books where is_main and is_listed order by created_at desc, id limit 30`,
  );
  expect(idsIn(entries)).toEqual(rows.map(({ id }) => id));
  const fiction = await readFeed(feedOf("categories", "fiction"));
  expect(fiction.entries.length).toBe(30);
  expect(textOf(fiction.feed, `${atomNs}title`)).toBe("Fiction at Endpaper");
  const author = await readFeed(feedOf("authors", "premchand"));
  expect(idsIn(author.entries)).toContain("godan");
  expect((await readFeed(feedOf("categories", "hindi"))).entries.length).toBeGreaterThan(0);
});

test("a feed of nothing is valid, one of nobody is not there, and one of a joined author leads on", async () => {
  await shop.db.execute(sql`
    insert into authors (id, name, bio, image_url, created_at)
    values ('no-books-yet', 'No Books', '', '/portraits/no-books-yet-0123456789-320.webp', '2024-05-06T07:08:09Z')
    on conflict do nothing`);
  const { feed, entries } = await readFeed(feedOf("authors", "no-books-yet"));
  expect(entries).toEqual([]);
  expect(textOf(feed, `${atomNs}updated`)).toBe("2024-05-06T07:08:09Z");
  for (const path of [
    "/feeds/authors/nobody.xml",
    "/feeds/categories/nothing.xml",
    "/feeds/series/foundation.xml",
    "/feeds/authors/x.json",
  ])
    expect((await shop.fetch(path)).status, path).toBe(404);
  await moveAddress(shop.db, "author", "prem-chand", "premchand", new Date());
  const moved = await shop.fetch(feedOf("authors", "prem-chand"));
  expect([moved.status, moved.headers.get("location")]).toEqual([301, publicUrl + feedOf("authors", "premchand")]);
});

test("whatever a record says, each document that names it is well formed", async () => {
  const { entries } = await readFeed(feedOf("authors", "hostile"));
  expect(entries.length).toBeGreaterThan(4);
  for (const entry of entries) {
    expect(textOf(entry, `${atomNs}title`)).not.toMatch(/[\u202e\p{Cc}]/u);
    expect((textOf(entry, `${atomNs}summary`) ?? "").length).toBeLessThan(2500);
  }
  const titles = entries.map((entry) => textOf(entry, `${atomNs}title`));
  expect(titles).toContain(']]> & <b>"bold"</b> --> <![CDATA[ x');
  await readFeed(feedOf("categories", "hostile"));
  readXml(await read("/sitemaps/books-1.xml", "application/xml; charset=utf-8"));
});

test("a language model is told what the shop is and where to read on", async () => {
  const text = await read(documents.llms, "text/plain; charset=utf-8");
  expect(text).toMatch(/^# Endpaper\n\n> .+\n\n/);
  expect(text).toContain("for INR 49.00, and is free from INR 499.00");
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url!);
  expect(links.length).toBeGreaterThan(10);
  for (const url of links) expect((await shop.fetch(url.slice(publicUrl.length))).status, url).toBe(200);
});

const all = [
  documents.robots,
  documents.llms,
  documents.sitemaps,
  documents.openSearch,
  documents.newReleases,
  documents.googleMerchant,
  feedOf("categories", "fiction"),
  feedOf("authors", "premchand"),
  "/sitemaps/pages.xml",
  "/sitemaps/books-1.xml",
];

test.each(all)("%s answers HEAD, packs, and sends nothing to whoever has it", async (path) => {
  const whole = await shop.fetch(path);
  const etag = whole.headers.get("etag")!;
  expect(etag).toMatch(/^(W\/)?"[\w-]+"$/);
  expect(whole.headers.get("cache-control")).toBe("public, max-age=300");
  expect(whole.headers.get("vary")).toBe("accept-encoding");
  const text = await whole.text();
  // More requests than there are places for long documents: each must release its place.
  for (let time = 0; time < 5; time += 1) {
    const head = await shop.fetch(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(whole.headers.get("content-type"));
    expect(head.headers.get("etag")).toBe(etag);
    const again = await shop.fetch(path, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  const packed = await shop.fetch(path, { headers: { "accept-encoding": "gzip" } });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  const unpacked = packed.body!.pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(unpacked).text()).toBe(text);
  const other = await shop.fetch(path, { headers: { "if-none-match": '"other"' } });
  expect(await other.text()).toBe(text);
  expect((await shop.fetch(path, { method: "POST", body: new URLSearchParams() })).status).not.toBe(200);
});

test("a long document is sent anew after a change of the catalogue", async () => {
  const path = "/sitemaps/books-1.xml";
  const etag = (await shop.fetch(path, { method: "HEAD" })).headers.get("etag")!;
  shop.pages.drop();
  const again = await shop.fetch(path, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(200);
  await again.text();
});
