import { expect, test } from "vitest";

import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();

/** The text that a browser without styles and scripts shows of a page. */
const words = async (path: string) =>
  (await (await shop.fetch(path)).text())
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ");

test.each(["/", "/books/malgudi-days", "/categories/fiction", "/cart", "/no/such/page"])(
  "%s offers a guest no reader's menu, also where there are no styles",
  async (path) => {
    const text = await words(path);
    expect(text).toContain("Sign in");
    expect(text).not.toContain("Sign out");
    expect(text).not.toMatch(/\bOrders\b/);
    // One link to the account remains: readers without scripts need it.
    expect(text.match(/My Account/g)).toHaveLength(1);
  },
);

test("each button that adds a book names it, and the name begins with what is seen", async () => {
  const html = await (await shop.fetch("/categories/fiction")).text();
  const names = [...html.matchAll(/<button[^>]*>(Add to Cart.*?)<\/button>/g)].map(([, inside]) =>
    inside!.replace(/<!--.*?-->/g, "").replace(/<[^>]*>/g, ""),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("Add to Cart: A Fine Balance");
});

test("a file that is not there is a short answer, and no page", async () => {
  for (const path of ["/sitemap-old.xml", "/x.txt", "/apple-touch-icon-precomposed.png", "/wp-login.php"]) {
    const answer = await shop.fetch(path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get("content-type"), path).toMatch(/^text\/plain/);
    expect((await answer.text()).length, path).toBeLessThan(100);
    expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
  }
  const kept = ["/manifest.webmanifest", "/favicon.svg", "/favicon.ico", "/cart.data", "/faq.data", "/sw.js"];
  for (const path of kept) expect((await shop.fetch(path)).status, path).toBe(200);
});

test("a crawler is told not to follow what leads to signing in", async () => {
  const html = await (await shop.fetch("/books/malgudi-days")).text();
  const links = html.match(/<a [^>]*href="(?:\/account|\/orders|\/books\/[^"]*\/review)"[^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(link).toContain('rel="nofollow"');
});
