/** Checks each route against the table of routes: access, caching, accepted posts, and spellings. */
import { expect, test, vi } from "vitest";

import { buy } from "#tests/support/sales/order-visitor.ts";
import { addOwnPage } from "#tests/support/places/own-page.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

// Made-up values are refused, and the shop logs a warning for each.
vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();
await addOwnPage(shop.db);
const guest = visit(shop);
const reader = visit(shop);
await signIn(reader, { name: "Table Reader", email: "table.reader@example.com" });
const orderNumber = await buy(shop, reader);

/** Each route of the table, with an example address. */
const addresses = listRouteExamples({ orderNumber });
const wordOf = (answer: Response) => answer.headers.get("x-cache-partition");

test("a public page is the same bytes for a guest and for a reader, with no cookie; a device may store it", async () => {
  const pages = addresses.filter(({ route }) => route.access === "public");
  expect(pages.length).toBeGreaterThan(15);
  for (const { address } of pages) {
    const answers = [await guest.fetch(address), await reader.fetch(address)];
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first === second, address).toBe(true);
    for (const { status, headers } of answers) {
      expect([status, headers.get("cache-control")], address).toEqual([200, "public, max-age=0, must-revalidate"]);
      expect(headers.getSetCookie(), address).toEqual([]);
      expect(headers.get("x-cache-partition"), address).toBeNull();
    }
  }
});

test("what a visitor asks a public page is answered to them alone", async () => {
  for (const { address, route } of addresses) {
    if (route.access !== "public") continue;
    for (const name of route.uncachedQuery ?? []) {
      const { headers } = await guest.fetch(`${address}?${name}=1`, { redirect: "manual" });
      expect(headers.get("cache-control"), `${address} ${name}`).toBe("private, no-store");
    }
  }
});

test("a value of a query that a page does not show as one of its own is never cached", async () => {
  for (const { path, address, route } of addresses) {
    if (route.access !== "public") continue;
    for (const name of Object.keys(route.cachedQuery ?? {})) {
      const { headers } = await guest.fetch(`${address}?${name}=No%20such%20value`);
      // A query parameter that repeats a part of the path has no effect.
      const isSaid = path.includes(`:${route.cachedQuery?.[name]?.insteadOf}`);
      expect(headers.get("cache-control"), address).toMatch(isSaid ? /^public/ : /^private/);
    }
  }
});

test("everything else is for its visitor alone, and a device may store what the table says for whom", async () => {
  for (const { address, route } of addresses) {
    if (route.access === "public") continue;
    const answer = await reader.fetch(address);
    expect(answer.headers.get("cache-control"), address).toBe("private, no-store");
    expect(wordOf(answer) !== null, address).toBe(route.offline === "for-its-reader");
    if (route.offline === "for-its-reader") expect(wordOf(answer), address).toBe(reader.cookies.get("cache-partition"));
  }
});

test("a guest is sent from a reader's page to the sign-in and back, and from no other", async () => {
  for (const { address, route } of addresses) {
    if (route.access === "api") continue;
    const { status, headers } = await visit(shop).fetch(address);
    const isSentOn = status === 302 && headers.get("location")!.startsWith("/login?");
    expect(isSentOn, address).toBe(route.access === "reader");
    if (isSentOn) expect(new URLSearchParams(headers.get("location")!.slice(7)).get("next")).toBe(address);
  }
});

test("what a guest sends to a reader's page is refused: a browser is sent to the sign-in, a script gets a 401", async () => {
  for (const { address, route } of addresses) {
    if (route.access !== "reader" || route.posts === "none") continue;
    for (const [accept, wanted] of [
      ["text/html", 302],
      ["application/json", 401],
    ] as const) {
      const headers = { accept, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
      const { status } = await visit(shop).fetch(address, { method: "POST", headers, body: "a=b", redirect: "manual" });
      expect(status, `${address} ${accept}`).toBe(wanted);
    }
  }
});

test("nobody comes back from the sign-in to a page of the sign-in", async () => {
  for (const { address, route } of addresses) {
    if (route.access === "api") continue;
    const html = await (await shop.fetch("/login", { headers: { referer: publicUrl + address } })).text();
    const [, next] = /name="next" value="([^"]*)"/.exec(html) ?? [];
    expect(next, address).toBe(route.access === "sign-in" ? "/" : address);
  }
});

test("each route accepts the POST requests, origins and content types of the table", async () => {
  async function post(address: string, type: string, headers: Record<string, string>): Promise<number> {
    const sent = { method: "POST", headers: { "content-type": type, ...headers }, body: "a=b" };
    return (await shop.pages.fetch(new Request(publicUrl + address, { ...sent, redirect: "manual" }))).status;
  }
  const form = "application/x-www-form-urlencoded";
  for (const { address, route } of addresses) {
    const isProven = route.posts !== "none" && route.posts !== "same-origin";
    const fromElsewhere = await post(address, form, { "sec-fetch-site": "cross-site", origin: "https://evil.example" });
    expect(fromElsewhere === 403, `${address} from elsewhere: ${fromElsewhere}`).toBe(!isProven);
    // A guest would only get the redirect to the sign-in.
    const cookie = route.access === "reader" ? `session=${reader.cookies.get("session")}` : "";
    const own = await post(address, form, { "sec-fetch-site": "same-origin", cookie });
    expect(own === 405, `${address} from the shop's own page: ${own}`).toBe(route.posts === "none");
    const json = await post(address, "application/json", { "sec-fetch-site": "same-origin" });
    const takesJson = route.posts === "signed-json" || route.posts === "one-click";
    expect(json === 415, `${address} as JSON: ${json}`).toBe(!takesJson);
  }
});

test("every spelling of a page in capitals leads to the page, unless its address tells them from small letters", async () => {
  for (const { path, address, route } of addresses) {
    if (path === "/" || route.access === "api") continue;
    const { status, headers } = await guest.fetch(`${address.toUpperCase()}/`);
    const isExact =
      /:(addressId|key|orderNumber|quotation|secret|ticket|token)/.test(path) || route.offline === "bypassed";
    expect(status === 308, address).toBe(!isExact);
    if (!isExact) expect(headers.get("location")).toBe(address);
  }
});
