import { expect, test } from "vitest";

import routes from "#app/routes.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();

interface Entry {
  path?: string;
  index?: boolean;
  children?: Entry[];
}

/** An address for each route of the shop, except those that accept signed posts from any site. */
const addresses = (routes as Entry[])
  .flatMap((entry) => entry.children ?? [entry])
  .map(({ path = "" }) => `/${path.replaceAll(/:(\w+)\??/g, "some-$1").replace("*", "nowhere")}`)
  .filter((path) => !["/webhooks/some-provider", "/payments/return"].includes(path));

async function post(path: string, headers: Record<string, string>): Promise<number> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const sent = new Request(publicUrl + path, { method: "POST", headers: { ...type, ...headers }, redirect: "manual" });
  return (await shop.pages.fetch(sent)).status;
}

test("a form with a strange page's address or none in its Referer changes nothing, at any address", async () => {
  expect(addresses.length).toBeGreaterThan(50);
  for (const path of addresses) {
    for (const referer of ["https://evil.example/", `https://evil.example/${publicUrl}`, "null", ""])
      expect(await post(path, referer ? { referer } : {}), `${path} from ${referer}`).toBe(403);
  }
});

test("a text browser, which sends a Referer alone, may use every form of the shop", async () => {
  for (const path of addresses) expect(await post(path, { referer: `${publicUrl}/books/godan` }), path).not.toBe(403);
  const body = new URLSearchParams({ intent: "add", bookId: "godan" });
  const headers = { referer: `${publicUrl}/books/godan` };
  const put = await shop.pages.fetch(
    new Request(`${publicUrl}/cart/lines`, { method: "POST", headers, body, redirect: "manual" }),
  );
  expect([put.status, put.headers.get("location")]).toEqual([303, "/cart"]);
});

test("one-click unsubscribing is limited like every other post", async () => {
  const at = new Date();
  shop.services.now = () => at;
  const paths = [`/newsletter/leave/${"a".repeat(43)}`, `/wishlist/leave/${"b".repeat(43)}`];
  const leave = async (path: string) => {
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const sent = new Request(publicUrl + path, { method: "POST", body, redirect: "manual" });
    return (await shop.pages.fetch(sent, "203.0.113.61")).status;
  };
  for (let times = 0; times < 120; times += 1) expect(await leave(paths[times % 2]!)).not.toBe(429);
  for (const path of paths) expect(await leave(path), path).toBe(429);
});
