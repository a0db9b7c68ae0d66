/** The desk's own host: separation from the shop, security headers, and the size of scripts for both. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { matchPath } from "react-router";
import { expect, test } from "vitest";

import { deskRoutes } from "#desk/desk-routes.ts";
import { sampleShop } from "#shop/office/letters/orders/sample-order.ts";
import { addStaff, addStaffSession, deskUrl, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { sampleLetters } from "#tests/support/sample-letters.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const desk = await openTestDesk();
const build = join(import.meta.dirname, "..", "..", "..", "build");
const ask = (url: string, init: RequestInit = {}, isLocal = true) =>
  desk.pages.fetch(new Request(url, { redirect: "manual", ...init }), null, isLocal);

/** The name of a built file without its hash. */
const plainName = (file: string) => file.replace(/^.*\//, "").replace(/-[\w-]{7,8}(\.\w+)$/, "$1");

test("the shop's host knows no page of the desk, and the desk's host none of the shop", async () => {
  // Addresses that exist on both hosts, with a page of each.
  const shared = [
    "/",
    "/auth/google/callback",
    "/orders",
    "/orders/:number",
    "/books",
    "/newsletter",
    "/returns",
    "/authors",
    "/categories",
  ];
  for (const path of Object.keys(deskRoutes).filter((path) => path !== "/*" && !shared.includes(path)))
    expect((await ask(publicUrl + path.replace(":secret", "a".repeat(43)))).status, path).toBe(404);
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner")));
  for (const path of [
    "/cart",
    "/books/godan/look-inside",
    "/search?q=a",
    "/account",
    "/sitemap.xml",
    "/sw.js",
    "/api/v1/books",
  ])
    expect((await browser.get(path)).status, path).toBe(404);
  expect(await (await ask(`${publicUrl}/`)).text()).not.toContain(deskUrl);
});

test("letters to the bookseller lead to pages that the desk has", () => {
  const links = Object.values(sampleLetters).flatMap(({ action, links }) =>
    (action ? [action, ...links] : links).map(({ url }) => url),
  );
  const paths = links.map((link) => new URL(link)).filter(({ origin }) => origin === sampleShop.deskUrl);
  const patterns = Object.keys(deskRoutes).filter((path) => path !== "/*");
  expect(paths.length).toBeGreaterThan(5);
  for (const { pathname } of paths)
    expect(
      patterns.some((path) => matchPath(path, pathname)),
      pathname,
    ).toBe(true);
});

test("the desk's host is that of its address, in any spelling, and no other", async () => {
  expect((await ask("http://DESK.shop.test/sign-in")).status).toBe(200);
  for (const host of ["desk.shop.test.evil.test", "xdesk.shop.test", "desk.shop.test:81", "127.0.0.1"])
    expect((await ask(`http://${host}/sign-in`)).status, host).toBe(404);
});

test("every answer of the desk is kept by nobody, framed by nobody and sent on to nobody", async () => {
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner")));
  for (const path of ["/", "/staff", "/record", "/me", "/no-such-page"]) {
    const { headers } = await browser.get(path);
    expect(headers.get("cache-control"), path).toMatch(/no-store/);
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${new URL(desk.google.issuer).origin};`);
    // The bar code reader is WebAssembly. No script is evaluated from text, and inline scripts need a nonce.
    expect(policy.match(/[\w-]*unsafe[\w-]*/g)).toEqual(["wasm-unsafe-eval"]);
  }
});

test("odd requests are refused in words", async () => {
  const origin = { origin: deskUrl };
  const form = { ...origin, "content-type": "application/x-www-form-urlencoded" };
  expect((await ask(`${deskUrl}/sign-in`, { method: "PUT", headers: form })).status).toBe(405);
  expect((await ask(`${deskUrl}/%ff`)).status).toBe(400);
  expect((await ask(`${deskUrl}/staff?a=%00`)).status).toBe(400);
  expect((await ask(`${deskUrl}/sign-in`, { method: "POST", headers: form, body: "a".repeat(70_000) })).status).toBe(
    413,
  );
  expect((await ask(`${deskUrl}/sign-in`, { method: "POST", headers: form, body: "next=%00" })).status).toBe(400);
  const json = { ...origin, "content-type": "application/json" };
  expect((await ask(`${deskUrl}/staff`, { method: "POST", headers: json, body: "{}" })).status).toBe(415);
  const unknown = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner")));
  expect((await unknown.post("/staff", { intent: "staff.make-king" })).status).toBe(400);
});

/** The files that every page of the shop loads: the desk must not add any. */
const onEveryPage = [
  "devanagari.css",
  "entry.client.js",
  "figtree-basic.woff2",
  "figtree-rupee.woff2",
  "first-press.js",
  "framework.js",
  "fraunces-basic.woff2",
  "manifest.js",
  "rolldown-runtime.js",
  "root.js",
  "route.js",
  "site.css",
  "site.js",
  "site.js",
];

/** The additional files of these pages. Add a file to the list when it is loaded on purpose. */
const loadedByReaders: Record<string, string[]> = {
  "/": [],
  "/books/malgudi-days": ["book-endpaper.js", "breadcrumbs.js", "buy-box.js", "pagination.js", "shared.js"],
  "/cart": ["checkbox.js", "indian-states.js", "phone.js", "shared.js", "use-payment.js"],
};

test("readers load no file of the desk, and no more files than before it", async () => {
  const ofDesk = readdirSync(join(build, "desk", "client", "assets"));
  const ofShop = new Set(readdirSync(join(build, "client", "assets")));
  for (const path of Object.keys(loadedByReaders)) {
    const html = await (await ask(publicUrl + path)).text();
    const files = [...new Set([...html.matchAll(/\/assets\/([\w.-]+\.(?:js|css|woff2))/g)].map(([, file]) => file!))];
    const foreign = files.filter((file) => !ofShop.has(file));
    expect(foreign, path).toEqual([]);
    const known = [...onEveryPage, ...loadedByReaders[path]!];
    const added = files.map(plainName).filter((name) => {
      const at = known.indexOf(name);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
    expect(added, path).toEqual([]);
  }
  const scripts = [...ofShop].filter((file) => /\.(js|css)$/.test(file));
  for (const file of scripts) {
    const text = readFileSync(join(build, "client", "assets", file), "utf8");
    expect(/passkey|staff\.invite|desk-card/.exec(text)?.[0], file).toBeUndefined();
  }
  const foreign = ofDesk.filter((file) => !ofShop.has(file) && file.endsWith(".js"));
  expect(foreign.length).toBeGreaterThan(5);
  for (const file of foreign) expect((await ask(`${publicUrl}/assets/${file}`)).status, file).toBe(404);
});

/** Upper limit of compressed bytes per page of readers: slightly above the size now. */
const mostBytes: Record<string, number> = { "/": 194_800, "/books/malgudi-days": 207_600, "/cart": 214_100 };

test("what home, a book and the cart load is no larger than it was", async () => {
  const folder = join(build, "client", "assets");
  for (const [path, most] of Object.entries(mostBytes)) {
    const html = await (await ask(publicUrl + path)).text();
    const files = new Set([...html.matchAll(/\/assets\/([\w.-]+\.(?:js|css|woff2))/g)].map(([, file]) => file!));
    const bytes = [...files].map(
      (file) => readFileSync(join(folder, file.endsWith(".woff2") ? file : `${file}.br`)).length,
    );
    expect(
      bytes.reduce((sum, one) => sum + one, 0),
      path,
    ).toBeLessThanOrEqual(most);
  }
});

test("a first visit to the desk loads at most 150 kB", async () => {
  const html = await (await openDeskBrowser(desk).get("/sign-in")).text();
  const folder = join(build, "desk", "client", "assets");
  const files = [...new Set([...html.matchAll(/\/assets\/([\w.-]+\.(?:js|css|woff2))/g)].map(([, file]) => file!))];
  const bytes = files.map((file) => {
    const packed = file.endsWith(".woff2") ? file : `${file}.br`;
    return readFileSync(join(folder, packed)).length;
  });
  expect(files.length).toBeGreaterThan(3);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(150_000);
});
