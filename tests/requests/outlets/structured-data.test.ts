/** Structured data (schema.org) of each kind of page: complete, true to the page, and valid for Google. */
import { beforeAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { documents, feedOf } from "#routing/documents.ts";
import { findRoute } from "#routing/find-route.ts";
import { shelveHostileBooks } from "#tests/support/hostile-books.ts";
import { listPublicAddresses } from "#tests/support/browser/public-addresses.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ shippingFeePaise: 4900, freeShippingFromPaise: 49900 });
await shelveHostileBooks(shop.db);

type Thing = Record<string, any> & { "@type": string | string[] };

interface Head {
  html: string;
  graph: Thing[];
  /** The link elements of the page's head. */
  links: Record<string, string>[];
}

const heads = new Map<string, Head>();

async function readHead(path: string): Promise<Head> {
  const answer = await shop.fetch(path);
  expect(answer.status, path).toBe(200);
  const html = await answer.text();
  const head = html.slice(0, html.indexOf("</head>"));
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts.length, path).toBeLessThanOrEqual(1);
  const written = scripts[0] && (JSON.parse(scripts[0][1]!) as { "@context": string; "@graph": Thing[] });
  if (written) expect(written["@context"], path).toBe("https://schema.org");
  const links = [...head.matchAll(/<link ([^>]*)>/g)].map(([, inside]) =>
    Object.fromEntries([...inside!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!])),
  );
  return { html, graph: written?.["@graph"] ?? [], links };
}

beforeAll(async () => {
  for (const path of await listPublicAddresses(shop.db)) heads.set(path, await readHead(path));
});

const isA = (thing: Thing, type: string) => [thing["@type"]].flat().includes(type);
const listAll = (type: string) =>
  [...heads].flatMap(([path, { graph, html }]) =>
    graph.filter((thing) => isA(thing, type)).map((thing) => ({ path, html, thing })),
  );
const typesOf = (path: string) => heads.get(path)!.graph.map((thing) => [thing["@type"]].flat()[0]);

/** Every value of a description, nested ones too, with its path. */
function* valuesIn(value: unknown, at: string): Generator<[at: string, value: unknown]> {
  yield [at, value];
  if (typeof value === "object" && value !== null)
    for (const [name, inside] of Object.entries(value)) yield* valuesIn(inside, `${at}.${name}`);
}

test("each kind of page describes what it shows", () => {
  expect(typesOf("/")).toEqual(["OnlineStore", "WebSite"]);
  expect(typesOf("/about")).toEqual(["OnlineStore"]);
  expect(typesOf("/contact")).toEqual(["OnlineStore"]);
  expect(typesOf("/books/tomb-of-sand")).toEqual(["Book", "BreadcrumbList"]);
  expect(typesOf("/books/mindful-reading/look-inside")).toEqual(["BreadcrumbList"]);
  expect(typesOf("/categories")).toEqual(["BreadcrumbList"]);
  expect(typesOf("/authors/premchand")).toEqual(["Person", "BreadcrumbList", "ItemList"]);
  expect(typesOf("/series/foundation")).toEqual(["BookSeries", "BreadcrumbList", "ItemList"]);
  expect(typesOf("/best-sellers")).toEqual(["BreadcrumbList", "ItemList"]);
  expect(typesOf("/reading-lists/summer")).toEqual(["BreadcrumbList", "ItemList"]);
  expect(typesOf("/faq")).toEqual(["FAQPage"]);
});

test("no description has an empty value, and each address in it is whole", () => {
  for (const [path, { graph }] of heads) {
    for (const [at, value] of valuesIn(graph, path)) {
      expect(value, at).not.toBeNull();
      expect(value, at).not.toBe("");
      if (typeof value !== "string") continue;
      expect(value, at).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
      if (/\.(?:url|item|image|logo|@id)$/.test(at)) expect(value.startsWith(`${publicUrl}/`), at).toBe(true);
    }
    for (const thing of graph) expect(thing["@type"], path).toBeTruthy();
  }
});

test("breadcrumbs lead from the home page to this one, step by step, by pages that are there (Google: breadcrumb)", () => {
  const all = listAll("BreadcrumbList");
  expect(all.length).toBeGreaterThan(150);
  for (const { path, thing } of all) {
    const steps: Thing[] = thing["itemListElement"];
    expect(steps.length, path).toBeGreaterThanOrEqual(2);
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, place) => place + 1));
    expect(steps[0]!["item"]).toBe(`${publicUrl}/`);
    expect(steps.at(-1)!["item"], path).toBe(publicUrl + path.split("?")[0]!);
    for (const { "@type": type, name, item } of steps) {
      expect([type, typeof name], path).toEqual(["ListItem", "string"]);
      expect(findRoute(item.slice(publicUrl.length))?.route.access, item).toBe("public");
    }
  }
});

test("every edition has what Google wants of a merchant listing and of a book", () => {
  const all = listAll("Product");
  expect(all.length).toBeGreaterThan(50);
  for (const { path, html, thing } of all) {
    const { name, image, offers, isbn, gtin13, author, exampleOfWork } = thing;
    expect([typeof name, thing["url"]], path).toEqual(["string", publicUrl + path]);
    expect(image, path).toMatch(/^http:\/\/shop\.test\/covers\/[\w-]+-960\.webp$/);
    expect(isbn, path).toBe(gtin13);
    if (gtin13 !== undefined) expect(gtin13).toMatch(/^97[89]\d{10}$/);
    for (const person of author ?? [])
      expect([person["@type"], typeof person.name], path).toEqual(["Person", "string"]);
    expect(Number(offers.price), path).toBeGreaterThan(0);
    expect([offers.priceCurrency, offers.url]).toEqual(["INR", publicUrl + path]);
    // The price must match the visible page.
    const rupees = (amount: string) => Number(amount).toLocaleString("en-IN", { minimumFractionDigits: 2 });
    expect(html, path).toContain(`₹${rupees(offers.price)}`);
    if (offers.priceSpecification) {
      expect(offers.priceSpecification.priceType).toBe("https://schema.org/StrikethroughPrice");
      expect(Number(offers.priceSpecification.price)).toBeGreaterThan(Number(offers.price));
      expect(html, path).toContain(`₹${rupees(offers.priceSpecification.price)}`);
    }
    expect(offers.availability).toMatch(/^https:\/\/schema\.org\/(InStock|OutOfStock)$/);
    expect(offers.itemCondition).toBe("https://schema.org/NewCondition");
    const { shippingDetails: delivery, hasMerchantReturnPolicy: returns } = offers;
    expect(delivery.shippingRate).toEqual({
      "@type": "MonetaryAmount",
      currency: "INR",
      value: Number(offers.price) >= 499 ? "0.00" : "49.00",
    });
    expect(delivery.shippingDestination.addressCountry).toBe("IN");
    expect(Object.keys(delivery.deliveryTime)).toEqual(expect.arrayContaining(["handlingTime", "transitTime"]));
    for (const property of [
      "applicableCountry",
      "returnPolicyCategory",
      "merchantReturnDays",
      "returnMethod",
      "returnFees",
    ])
      expect(returns[property], property).toBeTruthy();
    const examples: Thing[] = exampleOfWork.workExample;
    expect(examples.map(({ url }) => url)).toContain(publicUrl + path);
    for (const { url } of examples) expect(html, path).toContain(new URL(url).pathname);
    // No reader has reviewed a book of the demonstration: its samples and stars are not ratings.
    expect([thing["aggregateRating"], thing["review"]], path).toEqual([undefined, undefined]);
  }
});

test("the editions of a work name the same work, and each other", async () => {
  const { rows } = await shop.db.execute<{ id: string; other: string }>(sql`
    select m.id, e.id as other from books m join books e on e.work_id = m.work_id and not e.is_main and e.is_listed
    where m.is_main and m.is_listed order by m.id limit 1`);
  const { id, other } = rows[0]!;
  const [main, second] = await Promise.all(
    [id, other].map(async (book) => (await readHead(`/books/${book}`)).graph[0]!),
  );
  expect(second!["exampleOfWork"]["@id"]).toBe(main!["exampleOfWork"]["@id"]);
  for (const thing of [main!, second!])
    expect(thing["exampleOfWork"].workExample.map((one: Thing) => one["@id"])).toEqual(
      expect.arrayContaining([main!["@id"], second!["@id"]]),
    );
});

test("lists of books are numbered in their order, also on a later page (Google: carousel)", () => {
  const all = listAll("ItemList");
  expect(all.length).toBeGreaterThan(50);
  for (const { path, html, thing } of all) {
    const items: Thing[] = thing["itemListElement"];
    const first = Number(new URLSearchParams(path.split("?")[1]).get("page") ?? "1") * 24 - 23;
    expect(
      items.map(({ position }) => position),
      path,
    ).toEqual(items.map((_, place) => first + place));
    expect(thing["numberOfItems"], path).toBeGreaterThanOrEqual(items.length);
    for (const { url } of items) expect(html, path).toContain(`href="${new URL(url).pathname}"`);
  }
});

test("the shop says who it is, with its logo and how books come back, and how it is searched", async () => {
  const [store, site] = heads.get("/")!.graph;
  expect(store).toMatchObject({
    name: "Endpaper",
    url: `${publicUrl}/`,
    email: "help@shop.test",
    legalName: "Endpaper Books",
  });
  const logo = await shop.fetch(new URL(store!["logo"]).pathname);
  expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(store!["hasMerchantReturnPolicy"]).toMatchObject({ applicableCountry: "IN", merchantReturnDays: 10 });
  expect(site!["publisher"]["@id"]).toBe(store!["@id"]);
  const { target, "query-input": input } = site!["potentialAction"];
  expect(input).toBe("required name=search_term_string");
  const found = await shop.fetch(target.urlTemplate.replace("{search_term_string}", "malgudi").slice(publicUrl.length));
  expect(await found.text()).toContain("Malgudi Days");
});

test("every page leads to the search of the shop, and those of a kind of books to their feed", async () => {
  const feedsOf = ({ links }: Head) =>
    links.filter(({ rel, type }) => rel === "alternate" && type === "application/atom+xml");
  for (const [path, head] of heads) {
    const search = head.links.filter(({ rel }) => rel === "search");
    expect(
      search.map(({ href, type }) => [href, type]),
      path,
    ).toEqual([[documents.openSearch, "application/opensearchdescription+xml"]]);
    const [, kind, id] = /^\/(categories|authors)\/([a-z0-9-]+)/.exec(path) ?? [];
    const feed = path === "/" ? documents.newReleases : kind ? feedOf(kind as "authors", id!) : null;
    expect(
      feedsOf(head).map(({ href }) => href),
      path,
    ).toEqual(feed === null ? [] : [feed]);
    for (const { title } of feedsOf(head)) expect(title, path).toBeTruthy();
  }
  for (const path of ["/", "/categories/fiction", "/authors/premchand"])
    expect((await shop.fetch(feedsOf(heads.get(path)!)[0]!["href"]!)).status, path).toBe(200);
});

test("a title cannot leave its description", async () => {
  for (const path of [
    "/books/hostile-0",
    "/books/hostile-3",
    "/books/hostile-7",
    "/categories/hostile",
    "/authors/hostile",
  ]) {
    const { graph, html } = await readHead(path);
    expect(graph.length, path).toBeGreaterThan(1);
    expect(html, path).not.toContain(`</script><script>alert`);
  }
  const { graph } = await readHead("/books/hostile-3");
  expect(graph[0]!["name"]).toBe(`</script><script>alert("1")</script>`);
});
