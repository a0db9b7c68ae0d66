/**
 * Malformed and malicious requests: methods, cross-site forms, host names, redirects, sizes, encodings and invalid
 * HTTP.
 */
import { connect } from "node:net";

import { expect, test, vi } from "vitest";

import { openTestPort } from "#tests/support/shop/test-port.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop({ publicUrl: "https://books.example" });
const port = await openTestPort(shop);

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Writes bytes to the shop's port and reads the answer until the connection closes. */
function write(text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(10_000, () => socket.destroy(new Error("The shop did not answer")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", ...rest] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: rest.join("\r\n\r\n") });
    });
  });
}

const ask = (line: string, headers: string[] = [], body = "") =>
  write([`${line} HTTP/1.1`, "Host: books.example", "Connection: close", ...headers, "", body].join("\r\n"));

const form = ["Content-Type: application/x-www-form-urlencoded"];
const adding = "intent=add&bookId=godan";
const post = (path: string, headers: string[], body = adding) =>
  ask(`POST ${path}`, [...form, `Content-Length: ${Buffer.byteLength(body)}`, ...headers], body);

const formPaths = ["/cart/lines", "/checkout", "/checkout/verify"];
const spellings = [
  "/cart/lines",
  "/CART/LINES",
  "/Cart/Lines",
  "/cart/lines.data",
  "/cart/lines/",
  "/cart/lines/_.data",
];
const doubled = ["//cart/lines", "/cart//lines", "/%63art/lines", "/cart/%6cines", "/cart/lines?x=1", "/./cart/lines"];

test("methods that are none of the shop's are refused", async () => {
  for (const method of ["TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "QUERY"]) {
    const { status, head } = await ask(`${method} /`, ["Sec-Fetch-Site: same-origin", "Content-Length: 0"]);
    expect(status, method).toBe(405);
    expect(head, method).toContain("allow: get, head, post, options");
    expect(head, method).toContain("x-content-type-options: nosniff");
  }
});

test("a form that another site sends changes nothing, however its address is spelled", async () => {
  for (const path of [...formPaths, ...spellings, ...doubled]) {
    for (const from of [
      ["Sec-Fetch-Site: cross-site"],
      ["Sec-Fetch-Site: same-site"],
      ["Origin: https://evil.example"],
      [],
    ]) {
      const { status, head } = await post(path, from);
      expect(status, `${path} ${from.join()}`).toBe(403);
      expect(head).not.toContain("set-cookie");
    }
  }
});

test("behind a proxy that ends TLS the shop's own forms work, by either header", async () => {
  for (const from of ["Sec-Fetch-Site: same-origin", "Origin: https://books.example"]) {
    const { status, head } = await post("/cart/lines", [from]);
    expect(status, from).toBe(303);
    expect(head).toContain("\r\nlocation: /cart\r\n");
    expect(head).toMatch(
      /set-cookie: __host-cart=[\w-]{43}; httponly; path=\/; max-age=31536000; samesite=lax; secure/,
    );
  }
});

test("behind a proxy that calls the shop by another name its own forms work, too", async () => {
  const asking = "email=proxied%40example.com";
  const lines = ["POST /newsletter HTTP/1.1", "Host: shop.internal:3000", "Connection: close", ...form];
  const own = ["Origin: https://books.example", `Content-Length: ${asking.length}`];
  expect((await write([...lines, ...own, "", asking].join("\r\n"))).status).toBe(200);
});

test("what proves itself may come from any site that says who it is, such as a mail program in a browser", async () => {
  const leave = (from: string[]) => post(`/newsletter/leave/${"A".repeat(43)}`, from, "List-Unsubscribe=One-Click");
  const [unnamed, named] = [await leave([]), await leave(["Origin: https://mail.example"])];
  expect(unnamed.body).toContain("</html>");
  expect([named.status, named.body.length]).toEqual([unnamed.status, unnamed.body.length]);
});

test("a report of Razorpay's may hold any characters: its signature is what counts", async () => {
  const report = '{"notes":{"wish":"100%00"}}';
  const headers = ["Content-Type: application/json", `Content-Length: ${report.length}`];
  expect((await ask("POST /webhooks/razorpay", headers, report)).status).toBe(401);
});

test("what the client calls the shop is in no link, redirect or page", async () => {
  const evil = "evil.example";
  const lines = [
    ["GET /", `Host: ${evil}`],
    ["GET /books/tomb-of-sand", `Host: ${evil}`],
    ["GET /cart", `Host: ${evil}`],
    ["GET /checkout", `Host: ${evil}`],
    ["GET /no-such-page", `Host: ${evil}`],
    [`GET http://${evil}/`, `Host: ${evil}`],
    [`GET http://${evil}/books/tomb-of-sand`, "Host: books.example"],
    [`GET http://${evil}/cart`, "Host: books.example"],
    [
      "GET /cart",
      "Host: books.example",
      `X-Forwarded-Host: ${evil}`,
      `Forwarded: host=${evil}`,
      "X-Forwarded-Proto: http",
    ],
  ];
  for (const [line, ...headers] of lines) {
    const { status, head, body } = await write(
      [`${line} HTTP/1.1`, "Connection: close", ...headers, "", ""].join("\r\n"),
    );
    expect([200, 302, 400, 404, 421], line).toContain(status);
    expect(head.includes(evil) || body.includes(evil), `${line} ${headers.join()}`).toBe(false);
  }
  const { body } = await ask("GET /books/tomb-of-sand");
  expect(body.includes('href="https://books.example/books/tomb-of-sand"')).toBe(true);
});

test("an address cannot lead a browser to another site", async () => {
  for (const path of [
    "//evil.example",
    "//evil.example/cart",
    "/\\evil.example",
    "/%5cevil.example",
    "///evil.example",
  ]) {
    const { status, head } = await ask(`GET ${path}`);
    expect([200, 400, 404], path).toContain(status);
    expect(head, path).not.toMatch(/location: *(\/\/|\/\\|https?:)/);
  }
});

test("kept pages are sent with the same headers as others, over https also the strict one", async () => {
  const strict = "strict-transport-security: max-age=31536000; includesubdomains";
  await ask("GET /faq");
  for (const line of ["GET /faq", "HEAD /faq", "GET /cart", "GET /no-such-page", "GET /favicon.svg", "GET /checkout"]) {
    const { head } = await ask(line);
    expect(head, line).toContain(strict);
    expect(head, line).toContain("x-content-type-options: nosniff");
    expect(head, line).toContain("content-security-policy:");
  }
});

test("a kept page is answered in place, unchanged and without its body when the browser has it", async () => {
  const first = await ask("GET /faq", ["Accept-Encoding: gzip"]);
  const tag = /\r\netag: ("[^"]+")/.exec(first.head)![1]!;
  expect(first.head).toContain("content-encoding: gzip");
  // The test lowercases response heads, but tags are case-sensitive.
  const { headers } = await shop.fetch("/faq", { headers: { "accept-encoding": "gzip" } });
  expect(headers.get("etag")!.toLowerCase()).toBe(tag);
  const again = await ask("GET /faq", ["Accept-Encoding: gzip", `If-None-Match: ${headers.get("etag")}`]);
  expect([again.status, again.body]).toEqual([304, ""]);
  const head = await ask("HEAD /faq");
  expect([head.status, head.body]).toEqual([200, ""]);
});

test("more than 64 kB are not taken, whether announced or not", async () => {
  const big = "a".repeat(64 * 1024 + 1);
  const own = ["Sec-Fetch-Site: same-origin"];
  expect((await post("/cart/lines", own, big)).status).toBe(413);
  expect((await post("/webhooks/razorpay", [], big)).status).toBe(413);
  const chunked = `${(64 * 1024 + 1).toString(16)}\r\n${big}\r\n0\r\n\r\n`;
  expect((await ask("POST /cart/lines", [...form, ...own, "Transfer-Encoding: chunked"], chunked)).status).toBe(413);
  const announced = await ask("POST /cart/lines", [...form, ...own, "Content-Length: 10000000"], "a");
  expect(announced.status).toBe(413);
  expect((await post("/webhooks/razorpay", [], "a".repeat(64 * 1024))).status).toBe(401);
});

test("addresses no page could have are refused and are no errors of ours", async () => {
  const odd = ["/books/%00", "/search?q=%00", "/orders/%00", "/categories?id=%00", "/authors/a%00b", "/%00"];
  for (const path of odd) expect((await ask(`GET ${path}`)).status, path).toBe(400);
  for (const path of [
    "/books/%ff",
    "/books/%E0%A4",
    "/books/%",
    "/%c0%ae%c0%ae/",
    `/books/${"a".repeat(5000)}`,
    "/books/गोदान",
  ]) {
    const { status } = await ask(`GET ${path}`);
    expect([400, 404], path.slice(0, 30)).toContain(status);
  }
});

test("a search is answered whatever bytes it is written in, and one that is far too long is refused", async () => {
  const raw = ["%%%", "%ed%a0%80", "\u202e\u05e9\u05dc", "गोदान", "📚", '"<x>"', "|_\\", "a".repeat(10_000)];
  for (const typed of raw) {
    for (const path of [
      "/search?q=",
      "/search/suggestions?q=",
      "/categories/fiction?format=",
      "/categories/fiction?place=",
    ]) {
      const { status } = await ask(`GET ${path}${typed}`);
      expect([path, typed.slice(0, 20), [200, 302, 400].includes(status)]).toEqual([path, typed.slice(0, 20), true]);
    }
  }
  expect((await ask(`GET /search?q=${"a".repeat(100_000)}`)).status).toBe(400);
});

test("posting to a page that takes no form is refused, not an error", async () => {
  for (const path of ["/", "/books/godan", "/cart", "/search", "/no-such-page"]) {
    const { status } = await post(path, ["Sec-Fetch-Site: same-origin"]);
    expect([404, 405], path).toContain(status);
  }
});

test("names that mean something to JavaScript mean nothing in a form or a query", async () => {
  const own = ["Sec-Fetch-Site: same-origin"];
  for (const name of ["__proto__", "constructor", "prototype", "hasOwnProperty", "__proto__[polluted]"]) {
    expect((await post("/cart/lines", own, `${adding}&${name}=1`)).status, name).toBe(400);
    expect((await ask("GET /cart", [`Cookie: flash=cart.${name}`])).status, name).toBe(200);
    expect((await ask(`GET /categories?${name}=x`)).status, name).toBe(200);
  }
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test("malformed HTTP is answered with 400 and closed", async () => {
  expect((await write("HELLO\r\n\r\n")).status).toBe(400);
  expect((await write(`GET / HTTP/1.1\r\nHost: books.example\r\nX: ${"a".repeat(20_000)}\r\n\r\n`)).status).toBe(400);
});

test("over https a cart's cookie without the host's prefix is not the cart", async () => {
  const visitor = visit(shop);
  await visitor.fetch("/cart/lines", { method: "POST", body: new URLSearchParams(adding) });
  const token = visitor.cookies.get("__Host-cart")!;
  const withCookie = async (cookie: string) =>
    (await ask("GET /cart", [`Cookie: ${cookie}`])).body.includes("/books/godan");
  expect(await withCookie(`__Host-cart=${token}`)).toBe(true);
  expect(await withCookie(`cart=${token}`)).toBe(false);
});
