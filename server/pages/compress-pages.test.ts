import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { Hono } from "hono";
import { expect, test } from "vitest";

import { compressPages } from "./compress-pages.ts";

const page = `<p>${"Premchand wrote Godan. ".repeat(200)}</p>`;
const html = { "content-type": "text/html; charset=utf-8" };
const app = new Hono();
app.use(compressPages);
app.get("/page", (c) => c.body(page, 404, { ...html, "set-cookie": "cart=1" }));
app.get("/short", (c) => c.body("<p>Short</p>", 200, html));
app.get("/kept", (c) => c.body("kept", 200, { ...html, "content-encoding": "br" }));
app.get("/file", (c) => c.body(page, 200, { "content-type": "text/csv" }));
app.get("/moved", (c) => c.redirect("/page"));

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers: { "accept-encoding": "gzip, br", ...headers } });
  return { response, encoding: response.headers.get("content-encoding") };
}

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
] as const)(
  "a page is compressed for a browser that accepts %s, with its status and cookies",
  async (accepted, encoding, unpack) => {
    const { response } = await ask("/page", { "accept-encoding": accepted });
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(404);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-length")).toBe(String(body.length));
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(response.headers.getSetCookie()).toEqual(["cart=1"]);
    expect(body.length).toBeLessThan(page.length / 10);
    expect(unpack(body).toString()).toBe(page);
  },
);

test("a short page, a cached page, a file and a redirect are sent as they are", async () => {
  for (const [path, encoding] of [
    ["/short", null],
    ["/kept", "br"],
    ["/file", null],
    ["/moved", null],
  ] as const)
    expect((await ask(path)).encoding, path).toBe(encoding);
  expect((await ask("/page", { "accept-encoding": "identity" })).encoding).toBeNull();
});

test("a page is not compressed if another site made the browser request it with cookies", async () => {
  const cookie = "session=secret";
  for (const site of ["cross-site", "same-site"])
    expect((await ask("/page", { cookie, "sec-fetch-site": site })).encoding, site).toBeNull();
  expect((await ask("/page", { cookie })).encoding).toBeNull();
  for (const site of ["same-origin", "none"])
    expect((await ask("/page", { cookie, "sec-fetch-site": site })).encoding, site).toBe("br");
  expect((await ask("/page", { "sec-fetch-site": "cross-site" })).encoding).toBe("br");
});
