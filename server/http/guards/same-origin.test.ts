/** Tests which requests may change data, over methods, origins and spellings of paths. */
import { expect, test } from "vitest";

import { mayChange } from "./same-origin.ts";

const shop = "https://books.example";
const changing = ["POST", "PUT", "PATCH", "DELETE"];
const reading = ["GET", "HEAD", "OPTIONS"];
const sites = [
  undefined,
  "same-origin",
  "none",
  "same-site",
  "cross-site",
  "",
  "SAME-ORIGIN",
  "same-origin, cross-site",
];
const origins = [
  undefined,
  shop,
  "null",
  "",
  "https://evil.example",
  "http://books.example",
  "https://books.example:8443",
  "https://shop.books.example",
  "https://books.example.evil.example",
  "https://books.example/",
];
const ownPaths = ["/cart/lines", "/CART/LINES", "/cart/lines/", "/cart/lines.data", "/checkout", "/", "//cart/lines"];
const token = "A".repeat(43);
const signedPaths = [
  "/webhooks/razorpay",
  "/payments/return",
  `/newsletter/leave/${token}`,
  `/wishlist/leave/${token}`,
  `/review-letters/leave/7/${token}`,
];
const nearlySigned = [
  "/webhooks/razorpay/",
  "/WEBHOOKS/RAZORPAY",
  "/webhooks/razorpay.data",
  "//webhooks/razorpay",
  "/payments/return/",
  "/payments/return.data",
  "/payments/returns",
  "/payments",
  `/newsletter/leave/${token}/`,
  `/newsletter/leave/${token}.data`,
  `/newsletter/leave/${token.slice(1)}`,
  `/newsletter/leave/${token}A`,
  `/review-letters/leave/0/${token}`,
  `/newsletter/confirm/${token}`,
  "/newsletter/leave/x",
];

function headersOf(site: string | undefined, origin: string | undefined): Headers {
  const headers = new Headers();
  if (site !== undefined) headers.set("sec-fetch-site", site);
  if (origin !== undefined) headers.set("origin", origin);
  return headers;
}

test("a change is made for the shop's own pages alone, whatever the spelling of the path", () => {
  for (const method of changing) {
    for (const path of [...ownPaths, ...nearlySigned]) {
      for (const site of sites) {
        for (const origin of origins) {
          const isOurs = site === undefined ? origin === shop : site === "same-origin" || site === "none";
          const answer = mayChange(method, path, headersOf(site, origin), shop);
          expect(answer, `${method} ${path} from ${origin}, ${site}`).toBe(isOurs);
        }
      }
    }
  }
});

test("a client that says neither where it is nor where it comes from changes nothing", () => {
  expect(mayChange("POST", "/cart/lines", new Headers(), shop)).toBe(false);
});

test("a browser that says no more than the page it comes from is believed, if it is one of ours", () => {
  const allows = (path: string, headers: Record<string, string>) => mayChange("POST", path, new Headers(headers), shop);
  for (const path of [...ownPaths, ...nearlySigned]) {
    for (const referer of [`${shop}/books/godan`, `${shop}/`, shop])
      expect(allows(path, { referer }), referer).toBe(true);
    for (const referer of [
      "https://evil.example/",
      "https://evil.example/https://books.example/",
      "https://books.example.evil.example/",
      "https://books.example@evil.example/",
      "http://books.example/",
      "https://books.example:8443/",
      "about:blank",
      "books.example",
      "",
    ])
      expect(allows(path, { referer }), referer).toBe(false);
    const own = { referer: `${shop}/cart` };
    expect(allows(path, { ...own, origin: "null" })).toBe(false);
    expect(allows(path, { ...own, origin: "https://evil.example" })).toBe(false);
    expect(allows(path, { ...own, "sec-fetch-site": "cross-site" })).toBe(false);
  }
});

test("reading is free", () => {
  for (const method of reading) {
    for (const site of sites) {
      for (const origin of origins) expect(mayChange(method, "/cart", headersOf(site, origin), shop)).toBe(true);
    }
  }
});

test("the addresses that check signatures take posts from anywhere", () => {
  for (const path of signedPaths) {
    for (const site of sites) {
      for (const origin of origins) expect(mayChange("POST", path, headersOf(site, origin), shop)).toBe(true);
    }
  }
});
