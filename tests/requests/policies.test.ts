/** Security headers: the Content Security Policy of public and personal pages, and headers of every answer. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { policyOf, readPage } from "#tests/support/pages/page.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const publicPages = ["/", "/books/tomb-of-sand", "/categories/fiction", "/authors/satyajit-ray", "/best-sellers"];
const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const assets = await readdir(join(import.meta.dirname, "..", "..", "build", "client", "assets"));
const script = `/assets/${assets.find((file) => file.endsWith(".js"))}`;

test("a public page lets exactly its own inline scripts run, each by its hash", async () => {
  for (const path of publicPages) {
    const page = await readPage(await shop.fetch(path));
    const rules = policyOf(page.headers);
    expect(page.inlineScripts.length, path).toBeGreaterThan(0);
    const hashes = new Set(page.inlineScripts.map(hashOf));
    expect(new Set(rules.get("script-src")), path).toEqual(new Set(["'self'", ...hashes]));
    expect(page.headers.get("content-security-policy"), path).not.toMatch(/nonce-|unsafe-|strict-dynamic|https?:|\*/);
  }
});

test("a personal page carries a nonce of its own, never the same twice", async () => {
  const nonces = new Set<string>();
  const paths = ["/cart", "/search?q=tomb", "/no-such-page", "/login", "/books/no-such-book"];
  for (let round = 0; round < 10; round += 1) {
    for (const path of paths) {
      const response = await shop.fetch(path);
      const rules = policyOf(response.headers).get("script-src") ?? [];
      if (path === "/books/no-such-book") {
        expect(rules.join(" ")).toContain("'sha256-");
        continue;
      }
      const nonce = rules.find((rule) => rule.startsWith("'nonce-"));
      expect(nonce, path).toMatch(/^'nonce-[A-Za-z0-9+/]{22}=='$/);
      const html = await response.text();
      expect(html.includes(`nonce="${nonce!.slice(7, -1)}"`), path).toBe(true);
      nonces.add(nonce!);
    }
  }
  expect(nonces.size).toBe(40);
});

test("every inline script of a personal page carries the nonce", async () => {
  const response = await shop.fetch("/cart");
  const html = await response.text();
  const tags = html.match(/<script(?![^>]*\ssrc=)[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(0);
  for (const tag of tags) expect(tag).toMatch(/\snonce="[A-Za-z0-9+/]{22}=="/);
});

test("only the cart's page may use the payment widget's hosts", async () => {
  const cart = policyOf((await shop.fetch("/cart")).headers);
  const search = policyOf((await shop.fetch("/search?q=a")).headers);
  for (const name of ["script-src", "connect-src", "img-src", "frame-src"])
    expect(cart.get(name), name).toContain(shop.origin);
  for (const path of ["/", "/search?q=a", "/login", "/orders", "/no-such-page"]) {
    const policy = (await shop.fetch(path)).headers.get("content-security-policy");
    expect(policy, path).not.toContain(shop.origin);
    expect(policy, path).not.toContain("frame-src");
  }
  for (const [name, values] of search) {
    if (name === "script-src") continue;
    expect(
      cart.get(name)?.filter((value) => value !== shop.origin),
      name,
    ).toEqual(values);
  }
  const scripts = (rules: Map<string, string[]>) =>
    rules.get("script-src")?.filter((value) => value !== shop.origin && !value.startsWith("'nonce-"));
  expect(scripts(cart)).toEqual(scripts(search));
});

test("whatever is answered carries the headers that protect it", async () => {
  const visitor = visit(shop);
  const answers: [what: string, response: Response][] = [
    ["a public page", await shop.fetch("/")],
    ["a public page from memory", await shop.fetch("/")],
    ["a page's data", await shop.fetch("/best-sellers.data")],
    ["a personal page", await shop.fetch("/cart")],
    ["a missing page", await shop.fetch("/no-such-page")],
    ["a missing book", await shop.fetch("/books/no-such-book")],
    ["a redirect", await shop.fetch("/checkout")],
    [
      "a form's answer",
      await visitor.fetch("/cart/lines", { method: "POST", body: new URLSearchParams({ intent: "clear" }) }),
    ],
    ["a refusal", await shop.fetch("/cart/lines", { method: "POST", headers: { "sec-fetch-site": "cross-site" } })],
    ["a wrong method", await shop.fetch("/", { method: "DELETE" })],
    ["a script", await shop.fetch(script)],
    ["a missing script", await shop.fetch("/assets/no-such.js")],
    ["an image", await shop.fetch("/favicon.svg")],
    ["a missing cover", await shop.fetch("/covers/none-0123456789-480.webp")],
  ];
  for (const [what, { headers }] of answers) {
    expect(headers.get("x-content-type-options"), what).toBe("nosniff");
    expect(headers.get("referrer-policy"), what).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cross-origin-opener-policy"), what).toBe("same-origin-allow-popups");
    expect(headers.get("cross-origin-resource-policy"), what).toBe("same-origin");
    expect(headers.get("permissions-policy"), what).toBe(
      'camera=(), geolocation=(), microphone=(), payment=(self "https://api.razorpay.com")',
    );
    expect(headers.get("content-security-policy"), what).toContain("frame-ancestors 'none'");
    expect(headers.get("x-powered-by"), what).toBeNull();
    expect(headers.get("server"), what).toBeNull();
  }
});

test("a built file never changes under its name", async () => {
  const response = await shop.fetch(script, { headers: { "accept-encoding": "br" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("content-type")).toContain("javascript");
  expect(response.headers.get("content-encoding")).toBe("br");
  // A file of the previous build, or of the next one, may exist a moment later.
  const missing = await shop.fetch("/assets/of-another-build.js");
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
});

test("nothing outside the built files can be asked for", async () => {
  const paths = [
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets//etc/passwd",
    "/assets/",
    "/assets",
    "/.env",
    "/package.json",
    "/server/index.js",
    "/build/server/index.js",
    "/.git/config",
  ];
  for (const path of paths) {
    const response = await shop.fetch(path);
    expect(response.status, path).toBe(404);
    expect(await response.text(), path).not.toContain('"dependencies"');
  }
});
