/** Odd addresses and forms: other spellings of a page, zero bytes, invalid encodings, and incomplete forms. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const logged = [vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
beforeEach(() => {
  logged.forEach((spy) => spy.mockClear());
  shop.services.now = () => new Date();
});
// Invalid requests must not fill the log.
afterEach(() => logged.forEach((spy) => expect(spy).not.toHaveBeenCalled()));

const form = { "content-type": "application/x-www-form-urlencoded" };

test("a page has one address: every other spelling leads there, with its query, and none is an error", async () => {
  const spellings: [asked: string, proper: string][] = [
    ["/privacy-policy/", "/privacy-policy"],
    ["/returns/", "/returns"],
    ["/terms-of-service/", "/terms-of-service"],
    ["/Privacy-Policy", "/privacy-policy"],
    ["/%70rivacy-policy", "/privacy-policy"],
    ["/Authors", "/authors"],
    ["/authors/", "/authors"],
    ["/books/Tomb-Of-Sand/", "/books/tomb-of-sand"],
    ["/Categories/fiction?sort=newest", "/categories/fiction?sort=newest"],
    ["/FAQ?q=refund", "/faq?q=refund"],
    ["/returns/_.data", "/returns.data"],
    ["/Cart?x=1", "/cart?x=1"],
    ["/Search?q=Tagore", "/search?q=Tagore"],
  ];
  for (const [asked, proper] of spellings) {
    const answer = await shop.fetch(asked);
    expect([answer.status, answer.headers.get("location")], asked).toEqual([308, proper]);
    expect(answer.headers.get("cache-control"), asked).toBe("public, max-age=3600");
    expect((await shop.fetch(proper)).status, proper).toBe(200);
  }
});

test("no spelling and no query is a way past the page cache", async () => {
  const tagOf = async (path: string) => (await shop.fetch(path)).headers.get("etag");
  for (const path of ["/", "/about", "/books/tomb-of-sand"]) {
    const tag = await tagOf(path);
    expect(tag, path).toMatch(/^"/);
    for (const query of ["?_routes=root", "?_routes=", "?utm_source=x", "?page=1", "?x[]=1&x[]=2", "?__proto__=1"])
      expect(await tagOf(path + query), path + query).toBe(tag);
  }
});

test("reading what must be rendered has a wide limit; what is in the page cache has none", async () => {
  const at = new Date();
  shop.services.now = () => at;
  const read = (path: string, network: string | null) => shop.pages.fetch(new Request(publicUrl + path), network);
  const script = { accept: "application/json" };
  await read("/about", null);
  for (let times = 0; times < 600; times += 1) await read(`/delivery?pin=${times}`, "203.0.113.40");
  const refused = await read("/cart", "203.0.113.40");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(refused.headers.get("cache-control")).toBe("private, no-store");
  expect(await refused.text()).toBe(
    "Many pages were asked for from your internet connection at once. Please wait 1 second and try again.",
  );
  expect((await read("/_.data?_routes=root", "203.0.113.40")).status).toBe(429);
  // An uncached public page must be rendered, so it counts, too.
  expect((await read("/books/no-such-book", "203.0.113.40")).status).toBe(429);
  const asked = new Request(`${publicUrl}/api/auth/me`, { headers: script });
  expect(((await (await shop.pages.fetch(asked, "203.0.113.40")).json()) as { message: string }).message).toContain(
    "1 second",
  );
  expect((await read("/about", "203.0.113.40")).status).toBe(200);
  expect((await read("/cart", "203.0.113.41")).status).toBe(200);
  expect((await read("/cart", null)).status).toBe(200);
});

test("an address that is no text is refused before anything looks at it", async () => {
  for (const path of [
    "/books/%ff",
    "/%c0%ae%c0%ae/",
    "/books/%E0%A4",
    `/search/${"%ff".repeat(4_000)}`,
    "/orders/%80.data",
  ])
    expect((await shop.fetch(path)).status, path.slice(0, 30)).toBe(400);
  expect((await shop.fetch("/search?q=%ff")).status).toBe(200);
});

test("a zero byte in any field of any form is refused in words", async () => {
  const places = [
    "/cart/lines",
    "/checkout",
    "/contact",
    "/newsletter",
    "/account/devices",
    "/account/payment-methods",
  ];
  for (const path of places) {
    for (const body of ["device=a%00b", "key=%00", "a%00=1", "intent=add&bookId=godan\0"]) {
      const answer = await shop.fetch(path, { method: "POST", headers: form, body });
      expect([answer.status, await answer.text()], `${path} ${JSON.stringify(body)}`).toEqual([
        400,
        "This form contains a character that the shop cannot store. Nothing was changed; please type the text again.",
      ]);
    }
  }
  const written = await shop.fetch("/cart/lines", {
    method: "POST",
    headers: form,
    body: "intent=apply-code&code=%2500",
  });
  expect(written.status).toBe(303);
});

test("only complete bodies with a form content type are accepted", async () => {
  const send = async (type: string) => {
    const headers = { "content-type": type };
    return (await shop.fetch("/cart/lines", { method: "POST", headers, body: "intent=add&bookId=godan" })).status;
  };
  for (const type of [
    "application/x-www-form-urlencodedX",
    "application/x-www-form-urlencoded-2",
    "application/x-www-form-urlencoded,text/plain",
    "text/plain; application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json",
    "",
  ])
    expect(await send(type), type).toBe(415);
  for (const type of ["application/x-www-form-urlencoded", "Application/X-WWW-Form-URLEncoded ; charset=UTF-8"])
    expect(await send(type), type).toBe(303);
});

test("security.txt names a contact and an expiry date", async () => {
  shop.services.now = () => new Date("2026-11-22T10:00:00Z");
  const answer = await shop.fetch("/.well-known/security.txt");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect((await answer.text()).split("\n")).toEqual([
    "Contact: mailto:help@shop.test",
    "Expires: 2027-05-21T00:00:00Z",
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "",
  ]);
});
