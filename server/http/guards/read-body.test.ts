/** Tests the guards: body and address limits, rate limit responses, security headers and trusted URLs. */
import { expect, test } from "vitest";

import { readBody } from "./read-body.ts";
import { refuse, tooQuick, refuseLongLocation } from "#server/http/load/refusal.ts";
import { securityHeadersOf, withHeadersOfAll } from "./security-headers.ts";
import { hasZeroByte, isForm, isForPage, mayHaveBody, withTrustedUrl } from "./trusted-request.ts";

function send(bytes: number, headers: Record<string, string>, parts = 1): Request {
  async function* body() {
    for (let part = 0; part < parts; part += 1) yield Buffer.alloc(bytes / parts);
  }
  const init = { method: "POST", headers, body: body(), duplex: "half" };
  return new Request("https://shop.test/", init as unknown as RequestInit);
}

test.each([0, 63, 64])(
  "a body of %i bytes is read where 64 may come, whether its length was told or not",
  async (bytes) => {
    for (const asked of [
      send(bytes, { "content-length": String(bytes) }),
      send(bytes, {}),
      send(bytes, { "transfer-encoding": "chunked" }),
      send(bytes, {}, bytes === 63 ? 3 : 2),
    ])
      expect(await readBody(asked, 64)).toHaveLength(bytes);
  },
);

test("a byte more is too large, told or not, in one part or several", async () => {
  expect(await readBody(send(66, { "content-length": "65" }), 64)).toBe("too-large");
  expect(await readBody(send(65, {}), 64)).toBe("too-large");
  expect(await readBody(send(66, {}, 3), 64)).toBe("too-large");
  // With a transfer-encoding, a content-length does not count.
  expect(await readBody(send(65, { "transfer-encoding": "chunked", "content-length": "1" }), 64)).toBe("too-large");
  expect(await readBody(new Request("https://shop.test/", { method: "POST" }), 0)).toHaveLength(0);
});

test("an address of 8 kB is led to, a longer one is refused in words", () => {
  const asked = new Request("https://shop.test/");
  const to = (length: number) => new Response(null, { status: 302, headers: { location: "/".padEnd(length, "a") } });
  const longest = to(8 * 1024);
  expect(refuseLongLocation(asked, longest)).toBe(longest);
  expect(refuseLongLocation(asked, to(8 * 1024 + 1)).status).toBe(422);
  const page = new Response("a page");
  expect(refuseLongLocation(asked, page)).toBe(page);
});

test("who asks too often is told how long to wait, by nobody's cache, a script in JSON", async () => {
  const asked = new Request("https://shop.test/", { headers: { accept: "text/html" } });
  const answer = tooQuick(asked, "read", 1);
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
    429,
    "1",
    "private, no-store",
  ]);
  expect(await answer.text()).toMatch(/^Many pages .* Please wait 1 second and try again\.$/);
  expect(await tooQuick(asked, "post", 2).text()).toMatch(
    /nothing was changed\. Please wait 2 seconds and send it again\.$/,
  );
  const script = new Request("https://shop.test/", { headers: { accept: "application/json" } });
  expect(await refuse(script, 422, "No.").json()).toEqual({ message: "No." });
});

test("every answer has the headers of all and is kept by nobody, unless it says otherwise itself", async () => {
  const pass = async (answer: Response) => {
    const context = { res: answer };
    await withHeadersOfAll(() =>
      securityHeadersOf("https://shop.test", [{ paymentOrigin: "https://api.razorpay.com" }]),
    )(context as never, async () => {});
    return Object.fromEntries(answer.headers);
  };
  const ofAll = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": 'camera=(), geolocation=(), microphone=(), payment=(self "https://api.razorpay.com")',
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  };
  const bare = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
  expect(await pass(new Response(null, { status: 404 }))).toEqual({
    ...ofAll,
    ...bare,
    "cache-control": "private, no-store",
  });
  const own = { "cache-control": "public, max-age=1", "referrer-policy": "no-referrer", "content-type": "text/css" };
  expect(await pass(new Response("", { headers: own }))).toEqual({ ...ofAll, ...bare, ...own });
  const page = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  expect(await pass(new Response("", { headers: page }))).toEqual({ ...ofAll, ...page });
  const policy = { "content-type": "image/svg+xml", "content-security-policy": "sandbox", "cache-control": "no-store" };
  expect(await pass(new Response("", { headers: policy }))).toEqual({ ...ofAll, ...policy });
  // HSTS would lock browsers out of a shop without HTTPS.
  expect(securityHeadersOf("http://shop.test", [])).not.toHaveProperty("strict-transport-security");
});

test("what the router sees is asked of the shop's own address, without an origin, and a body only where one may be", async () => {
  const headers = { origin: "https://evil.test", host: "evil.test", cookie: "a=1" };
  const asked = (method: string) => new Request("https://evil.test/cart?a=1", { method, headers });
  const seen = withTrustedUrl(asked("POST"), "https://shop.test", Buffer.from("a=1"));
  expect([seen.url, seen.method, seen.headers.get("origin"), seen.headers.get("cookie"), await seen.text()]).toEqual([
    "https://shop.test/cart?a=1",
    "POST",
    null,
    "a=1",
    "a=1",
  ]);
  expect(withTrustedUrl(asked("GET"), "https://shop.test", Buffer.from("a=1")).body).toBeNull();
  expect(["GET", "HEAD", "POST", "PUT", "DELETE"].map(mayHaveBody)).toEqual([false, false, true, true, true]);
});

test("a change is made to its end when whoever asked has gone, a page is not", () => {
  const gone = AbortSignal.abort();
  const asked = (method: string) => new Request("https://shop.test/", { method, signal: gone });
  expect(withTrustedUrl(asked("GET"), "https://shop.test", null).signal.aborted).toBe(true);
  expect(withTrustedUrl(asked("POST"), "https://shop.test", Buffer.from("")).signal.aborted).toBe(false);
});

test("a form, a page and a zero byte are told by what browsers send", () => {
  const withType = (type: string) =>
    new Request("https://shop.test/", { headers: { "content-type": type, accept: type } });
  const form = "application/x-www-form-urlencoded";
  expect([form, `${form.toUpperCase()} ; charset=UTF-8`].map((type) => isForm(withType(type)))).toEqual([true, true]);
  for (const type of ["multipart/form-data; boundary=x", `${form}x`, "text/plain"])
    expect(isForm(withType(type)), type).toBe(false);
  expect(["text/html,*/*;q=0.8", "*/*", "application/json"].map((type) => isForPage(withType(type)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isForm(new Request("https://shop.test/"))).toBe(false);
  expect(["a=%00", "a=\0", "a=%0", "a=0", ""].map((text) => hasZeroByte(Buffer.from(text)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
