/** Rate limits: shared by shops of one database, applied to every address, and never cached when they refuse. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { deskRoutes } from "#desk/desk-routes.ts";
import { documents } from "#routing/documents.ts";
import { mailboxPages } from "#server/http/guards/stand-in-guard.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { SharedLimits } from "#server/limits/shared-limits.ts";
import type { TokenBuckets } from "#server/limits/token-buckets.ts";
import { listEndpoints } from "#shop/outlets/api/endpoints.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import { listOtherAddresses } from "#tests/support/places/endpoint-tables.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const { services } = await openTestServices();
const { db } = services;

/** Opens one of several shops on the same database. */
async function openShop() {
  const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  const sharedLimits = new SharedLimits(db);
  afterAll(async () => {
    await sharedLimits.close();
    await rm(imagesFolder, { recursive: true, force: true });
  });
  return productionPages({ services, imagesFolder, standIns: [], sharedLimits });
}

test("who has tried wrong tokens at one shop has few tries left at another", async () => {
  const [first, second] = [await openShop(), await openShop()];
  const tryAt = async ({ fetch }: typeof first, network = "203.0.113.9") => {
    const request = new Request(`${services.settings.publicUrl}/api/v1/orders`, {
      headers: { authorization: "Bearer not-a-token" },
    });
    return (await fetch(request, network)).status;
  };
  const used = async () => {
    const { rows } = await db.execute<{ tokens: number }>(sql`
      select extract(epoch from full_at - now())::float8 / 10 as tokens from rate_limits
      where bucket = 'shop api-token 203.0.113.9'`);
    return rows[0]?.tokens ?? 0;
  };
  for (let tries = 0; tries < 20; tries += 1) expect(await tryAt(first)).toBe(401);
  await expect.poll(used).toBeGreaterThan(10);
  let tries = 0;
  const isRefused = async () => {
    tries += 1;
    return (await tryAt(second)) === 429;
  };
  await expect.poll(isRefused, { interval: 300, timeout: 20_000 }).toBe(true);
  expect(tries).toBeLessThan(18);
  expect(await tryAt(second, "203.0.113.10")).toBe(401);
});

const greedy = "203.0.113.77";
const deskUrl = "http://desk.shop.test";

/** A shop in which one network has used up all its rate limits. */
async function openUsedUp() {
  const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  afterAll(() => rm(imagesFolder, { recursive: true, force: true }));
  const limits: string[] = [];
  const share = (name: string, buckets: TokenBuckets) => {
    limits.push(name);
    while (buckets.take(greedy) === 0);
  };
  const sharedLimits = { share } as unknown as SharedLimits;
  const still = new Date();
  const shop = await productionPages({
    services: { ...services, now: () => still },
    imagesFolder,
    standIns: [{ path: "/stand-ins/mailbox", readersPages: mailboxPages, fetch: async () => new Response("") }],
    sharedLimits,
    desk: { url: deskUrl, google: services.google, sharedLimits },
  });
  return { shop, limits };
}

/** Addresses without a rate limit, each with the reason why it costs next to nothing. */
const free: Record<string, string> = {
  "/.well-known/security.txt": "a few lines of text, from memory",
  "/manifest.webmanifest": "made once, from memory",
  "/icons/:file": "each drawn once, from memory",
  "/favicon.ico": "drawn once, from memory",
  "/favicon.svg": "drawn from a few lines, or once",
  "/logos/:file": "one small row, by its name",
  "/sw.js": "a file of the build, from memory",
};

/** Example addresses for each pattern that Hono answers. */
const examples: Record<string, string[]> = {
  "/api/v1/*": ["/api/v1/nothing"],
  "/covers/:file": ["/covers/godan-0123456789-240.webp", `/covers/p_${"a".repeat(20)}-240.webp`],
  "/portraits/:file": ["/portraits/satyajit-ray-0123456789-160.webp"],
  "/emblems/:file": ["/emblems/godan-0123456789-160.webp"],
  "/spines/:file": ["/spines/godan-0123456789-60.webp"],
  "/share/:kind/:file": ["/share/books/godan-0123456789-3.png", "/share/authors/satyajit-ray-0123456789-3.png"],
  "/icons/:file": ["/icons/192.png"],
  "/logos/:file": ["/logos/none.svg"],
};

test("every address is under a limit, or costs nothing and says why", async () => {
  const { shop, limits } = await openUsedUp();
  const { publicUrl } = services.settings;
  const statusOf = async (method: string, address: string, origin = publicUrl) => {
    const headers = { origin, ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}) };
    const body = method === "POST" ? { body: "a=b" } : {};
    const request = new Request(origin + address, { method, headers, redirect: "manual", ...body });
    // The desk of a shop with test sign-in answers requests from this machine only.
    return (await shop.fetch(request, greedy, origin === deskUrl)).status;
  };
  const { written, named } = listOtherAddresses();
  // Routes whose address is not literal in the sources: stand-ins, suggestions, documents, and files outside the build.
  expect(named.toSorted()).toEqual(
    [
      "`${standIn.path}/*`",
      "path",
      "suggestionsPath",
      '"*"',
      '"/assets/:file{look-[0-9a-f]{6}-.*}"',
      '"/:file{[\\\\w-]+\\\\.(?!data$)\\\\w{2,11}}"',
    ].toSorted(),
  );
  const asked = [
    ...listRouteExamples().map(({ address }) => address),
    ...written.filter((path) => !(path in free)).flatMap((path) => examples[path] ?? [path]),
    ...Object.values(documents),
    ...listEndpoints().map(({ path }) => path.replaceAll(/\{\w+\}/g, "x")),
    `${suggestionsPath}?q=godan`,
    "/sitemaps/books-1.xml",
    "/feeds/authors/satyajit-ray.xml",
    "/stand-ins/mailbox/",
    "/no-such-page",
  ];
  expect(asked.length).toBeGreaterThan(90);
  for (const address of asked) {
    expect([address, await statusOf("GET", address)]).toEqual([address, 429]);
    expect([address, await statusOf("POST", address)]).toEqual([address, 429]);
    // OPTIONS is answered before any limit; only stand-ins and the API handle it themselves.
    if (!address.startsWith("/stand-ins/")) expect([204, 404], address).toContain(await statusOf("OPTIONS", address));
  }
  for (const path of Object.keys(deskRoutes)) {
    const address = path.replaceAll(/:\w+/g, "1").replace("*", "x");
    for (const method of ["GET", "POST"])
      expect([method, address, await statusOf(method, address, deskUrl)]).toEqual([method, address, 429]);
  }
  for (const path of written.filter((one) => one in free))
    expect([200, 404]).toContain(await statusOf("GET", examples[path]?.[0] ?? path));
  expect(Object.keys(free).filter((path) => !written.includes(path))).toEqual([]);
  // Desk and shop count separately, although both are stored in one table.
  expect(limits).toEqual(
    expect.arrayContaining(["shop read", "shop post", "desk read", "desk post", "shop draw", "shop forged"]),
  );
  expect(new Set(limits).size).toBe(limits.length);
});

/** Expected values of `cache-control`. */
const forGood = "public, max-age=31536000, immutable";
const nobody = /no-store/;

test("every kind of answer says who may keep it, and no refusal is kept by anybody", async () => {
  const { shop } = await openUsedUp();
  const { publicUrl } = services.settings;
  const { rows } = await db.execute<{ key: string }>(sql`select cover_key as key from books where id = 'godan'`);
  const cover = rows[0]!.key;
  const own = { origin: publicUrl };
  const form = { ...own, "content-type": "application/x-www-form-urlencoded" };
  const kinds: [
    kind: string,
    path: string,
    init: RequestInit & { network?: string },
    status: number,
    kept: string | RegExp,
  ][] = [
    ["a public page", "/about", {}, 200, "public, max-age=0, must-revalidate"],
    ["a visitor's page", "/cart", {}, 200, nobody],
    ["data of a visitor's page", "/cart.data", {}, 200, nobody],
    ["a page that is not there", "/no-such-page", {}, 404, nobody],
    ["a book that is not there", "/books/no-such-book", {}, 404, nobody],
    ["a moved spelling", "/Cart/", {}, 308, "public, max-age=3600"],
    ["a way to the sign-in", "/account", {}, 302, nobody],
    ["a file that is not there", "/no-such-file.php", {}, 404, nobody],
    ["a file of the build that is not there", "/assets/no-such-file.js", {}, 404, nobody],
    ["the icon of the tab", "/favicon.svg", {}, 200, "public, max-age=86400"],
    ["a drawn cover", `/covers/${cover}-160.webp`, {}, 200, forGood],
    [
      "a cover in place of a smaller one",
      `/covers/${cover}-240.webp`,
      { headers: { accept: "image/avif" } },
      200,
      "public, max-age=600",
    ],
    ["a cover that is not there", "/covers/no-such-book-0123456789-160.webp", {}, 404, nobody],
    ["a picture that is not there", `/covers/p_${"a".repeat(20)}-160.webp`, {}, 404, nobody],
    ["a portrait that is not there", "/portraits/nobody-0123456789-160.webp", {}, 404, nobody],
    ["suggestions", `${suggestionsPath}?q=godan`, {}, 200, "private, max-age=60"],
    ["a document for crawlers", "/robots.txt", {}, 200, /^public/],
    ["a document that is not there", "/sitemaps/nothing-9.xml", {}, 404, nobody],
    ["security.txt", "/.well-known/security.txt", {}, 200, "public, max-age=86400"],
    ["the API", "/api/v1/categories", {}, 200, "public, max-age=60"],
    ["what the API has not", "/api/v1/books/no-such-book", {}, 404, nobody],
    ["what the API refuses", "/api/v1/orders", {}, 401, nobody],
    ["a method that is none", "/cart", { method: "DELETE" }, 405, nobody],
    ["what may be sent", "/cart", { method: "OPTIONS" }, 204, nobody],
    ["an address that is none", "/%ff", {}, 400, nobody],
    [
      "a form of another site",
      "/cart/lines",
      { method: "POST", headers: { origin: "https://evil.example" } },
      403,
      nobody,
    ],
    [
      "a form that is none",
      "/cart/lines",
      { method: "POST", headers: { ...own, "content-type": "application/json" }, body: "{}" },
      415,
      nobody,
    ],
    [
      "a form that is too long",
      "/cart/lines",
      { method: "POST", headers: form, body: `a=${"a".repeat(70_000)}` },
      413,
      nobody,
    ],
    ["a form with a zero byte", "/cart/lines", { method: "POST", headers: form, body: "a=%00" }, 400, nobody],
    [
      "a form that was done",
      "/cart/lines",
      { method: "POST", headers: form, body: "intent=remove&bookId=godan" },
      303,
      nobody,
    ],
    ["a forged report", "/webhooks/razorpay", { method: "POST", body: "{}" }, 401, nobody],
    ["a page too many", "/cart", { network: greedy }, 429, nobody],
    ["a cover too many", `/covers/${cover}-320.webp`, { network: greedy }, 429, nobody],
    ["a call of the API too many", "/api/v1/categories", { network: greedy }, 429, nobody],
    ["a stand-in from elsewhere", "/stand-ins/mailbox/control", {}, 403, nobody],
  ];
  for (const [kind, path, { network = "203.0.113.88", ...init }, status, kept] of kinds) {
    const answer = await shop.fetch(new Request(publicUrl + path, { redirect: "manual", ...init }), network, false);
    expect([kind, answer.status]).toEqual([kind, status]);
    const said = answer.headers.get("cache-control");
    if (typeof kept === "string") expect([kind, said]).toEqual([kind, kept]);
    else expect(said, kind).toMatch(kept);
  }
});
