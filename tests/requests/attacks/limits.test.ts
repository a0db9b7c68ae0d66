/** Tests of rate limits: forms, payments, codes, sign-ins, reports and unpaid orders. */
import { afterEach, expect, test } from "vitest";

import { webhookSignature } from "#razorpay-stand-in/signature.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { signInReader } from "#tests/support/sales/readers.ts";
import { cartOf, delivery, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { publicUrl, webhookSecret } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
await setStock(shop.db, "godan", 500);
let clock = Date.now();
shop.services.now = () => new Date(clock);

afterEach(async () => {
  expect(await findBreaches(shop.db)).toEqual([]);
});

/** Sends a form from a network, like a script unless `accept` is given. */
async function send(network: string | null, path: string, fields: Record<string, string>, accept = "application/json") {
  const cookie = `cart=${cartOf(`limits${network ?? "here"}`.replaceAll(/\W/g, "-"))}`;
  const headers = { accept, cookie, "sec-fetch-site": "same-origin" };
  const request = new Request(publicUrl + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
    redirect: "manual",
  });
  const response = await shop.pages.fetch(request, network);
  const text = await response.text();
  return {
    status: response.status,
    wait: response.headers.get("retry-after"),
    note: response.headers.getSetCookie().find((line) => line.startsWith("flash=")) ?? null,
    text,
  };
}

const requestStockLetter = (network: string | null) =>
  send(network, "/cart/lines", { intent: "remove", bookId: "godan" });

test("who sends more than any reader could is asked to wait, and may go on after that; nobody else is held up", async () => {
  const answers = [];
  for (let times = 0; times < 125; times += 1) answers.push(await requestStockLetter("203.0.113.1"));
  expect(answers.slice(0, 120).map(({ status }) => status)).toEqual(Array.from({ length: 120 }, () => 200));
  const last = answers.at(-1)!;
  expect([last.status, last.wait]).toEqual([429, "1"]);
  expect(JSON.parse(last.text)).toEqual({
    message:
      "Many forms were sent from your internet connection at once, so this one was not taken, and nothing was changed. Please wait 1 second and send it again.",
  });
  const page = await send("203.0.113.1", "/cart/lines", { intent: "remove", bookId: "godan" }, "text/html");
  expect([page.status, page.text]).toEqual([429, JSON.parse(last.text).message]);
  const heart = { intent: "add", bookId: "godan", brought: "" };
  expect((await send("203.0.113.1", "/wishlist/books", heart)).status).toBe(429);
  expect((await requestStockLetter("203.0.113.2")).status).toBe(200);
  clock += 1000;
  expect((await requestStockLetter("203.0.113.1")).status).toBe(200);
});

test("the pay button may be pressed twenty times in a row, then every six seconds", async () => {
  await fillCart(shop.db, cartOf("limits203-0-113-3"), { godan: 1 });
  const press = () => send("203.0.113.3", "/checkout", delivery);
  for (let times = 0; times < 20; times += 1) expect((await press()).status).toBe(200);
  const { status, wait, text } = await press();
  expect([status, wait]).toEqual([429, "6"]);
  expect(JSON.parse(text).message).toContain("Please wait 6 seconds and press the button again.");
  clock += 6000;
  expect((await press()).status).toBe(200);
});

test("codes cannot be guessed at speed, with a script or without, however the address is written", async () => {
  const guess = (path = "/cart/lines", accept?: string) =>
    send("203.0.113.4", path, { intent: "apply-code", code: "GUESS" }, accept);
  for (let times = 0; times < 6; times += 1) expect((await guess()).status).toBe(200);
  for (let times = 0; times < 6; times += 1) await guess("/CART/lines/");
  const last = await guess();
  expect([last.status, last.wait]).toEqual([429, "15"]);
  expect(JSON.parse(last.text)).toMatchObject({ ok: false, message: expect.stringContaining("many codes") });
  expect(await guess("/cart/lines", "text/html")).toMatchObject({
    status: 303,
    note: expect.stringContaining("many-codes"),
  });
  expect((await requestStockLetter("203.0.113.4")).status).toBe(200);
});

test("nobody sets out to Google more often than a crowd would; who does is told where sign-ins end", async () => {
  const beginSignIn = (mode: string) => {
    const url = `${publicUrl}/auth/google/start?mode=${mode}&attempt=0b1f8a52-6a55-4b6e-9d0a-5b0e7a6f2c11`;
    return shop.pages.fetch(new Request(url), "203.0.113.6");
  };
  const to = async (mode: string) => (await beginSignIn(mode)).headers.get("location") ?? "";
  for (let times = 0; times < 40; times += 1) expect(await to("redirect")).toContain(shop.google.issuer);
  expect(await to("redirect")).toBe("/login?failed=busy&next=%2F");
  expect(await to("popup")).toMatch(/^\/auth\/google\/done\?attempt=0b1f.*&state=busy/);
  expect(await (await shop.fetch("/login?failed=busy")).text()).toContain("Many people from your network");
  clock += 3000;
  expect(await to("popup")).toContain(shop.google.issuer);
});

test("neither Razorpay's signed reports, nor reading, nor the shop's own machine is counted", async () => {
  const body = JSON.stringify({ event: "order.paid", payload: {} });
  const headers = { "x-razorpay-signature": webhookSignature(body, webhookSecret) };
  for (let times = 0; times < 130; times += 1) {
    expect((await requestStockLetter(null)).status).toBe(200);
    const report = new Request(`${publicUrl}/webhooks/razorpay`, { method: "POST", body, headers });
    expect((await shop.pages.fetch(report, "203.0.113.5")).status).toBe(200);
  }
  for (let times = 0; times < 130; times += 1) {
    expect((await shop.pages.fetch(new Request(`${publicUrl}/about`), "203.0.113.5")).status).toBe(200);
  }
  expect((await requestStockLetter("203.0.113.5")).status).toBe(200);
});

test("what should be Razorpay's and has no valid signature is counted like wrong tokens, and true reports are not held up", async () => {
  const network = "203.0.113.15";
  const report = (signature: string, body = "{}") =>
    new Request(`${publicUrl}/webhooks/razorpay`, {
      method: "POST",
      body,
      headers: { "x-razorpay-signature": signature },
    });
  const completeSignIn = (fields: Record<string, string>) =>
    new Request(`${publicUrl}/payments/return`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  const failed = { "error[code]": "BAD_REQUEST_ERROR", "error[description]": "Payment failed" };
  const statusOf = async (request: Request) => (await shop.pages.fetch(request, network)).status;
  for (let times = 0; times < 10; times += 1) {
    expect(await statusOf(report("0".repeat(64)))).toBe(401);
    expect(await statusOf(completeSignIn(failed))).toBe(303);
  }
  for (const forged of [
    report("0".repeat(64)),
    report("", "a".repeat(70_000)),
    completeSignIn(failed),
    completeSignIn({ ...failed, more: "a".repeat(9_000) }),
    completeSignIn({ razorpay_order_id: "order_1", razorpay_payment_id: "pay_1", razorpay_signature: "0".repeat(64) }),
  ])
    expect(await statusOf(forged)).toBe(429);
  expect(await statusOf(report(webhookSignature("{}", webhookSecret)))).toBe(200);
  expect((await shop.pages.fetch(report("0".repeat(64)), "203.0.113.16")).status).toBe(401);
  clock += 10_000;
  expect(await statusOf(completeSignIn(failed))).toBe(303);
});

test("OPTIONS is answered without a look at pages, and tells other sites nothing", async () => {
  for (const path of ["/", "/cart", "/checkout", "/webhooks/razorpay", "/no-such-page", "/covers/a.webp"]) {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await shop.pages.fetch(
      new Request(publicUrl + path, { method: "OPTIONS", headers }),
      "203.0.113.17",
    );
    expect([answer.status, answer.headers.get("allow")], path).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    expect(
      [...answer.headers.keys()].filter((name) => name.startsWith("access-control")),
      path,
    ).toEqual([]);
  }
});

test("open payment windows use up nothing of what their network may read, and are limited themselves", async () => {
  const get = (path: string) => shop.pages.fetch(new Request(publicUrl + path), "203.0.113.7");
  const answers = [];
  for (let times = 0; times < 1_201; times += 1) answers.push((await get("/checkout/status?order=EP-0")).status);
  expect(answers).toEqual([...Array.from({ length: 1_200 }, () => 404), 429]);
  expect((await get("/cart")).status).toBe(200);
});

test("more waiting orders of guests than a network needs are refused in words", async () => {
  const network = "203.0.113.100";
  for (let place = 0; place < 41; place += 1) {
    const cart = `limitsmany${place}`;
    await fillCart(shop.db, cartOf(cart), { godan: 1 });
    clock += 6000;
    const headers = { accept: "application/json", cookie: `cart=${cartOf(cart)}`, "sec-fetch-site": "same-origin" };
    const request = new Request(`${publicUrl}/checkout`, {
      method: "POST",
      body: new URLSearchParams({ ...delivery }),
      headers,
    });
    const answer = await shop.pages.fetch(request, network);
    const { message } = await answer.json();
    expect(answer.status, message).toBe(place < 40 ? 200 : 409);
    if (place === 40)
      expect(message).toContain("many unpaid orders from your internet connection right now. Please sign in");
  }
});

test("who cannot be helped by signing in is not asked to: a large order, or a network that has reached its limit", async () => {
  const books = [
    "godan",
    "jaya",
    "sita",
    "malgudi-days",
    "tomb-of-sand",
    "the-hobbit",
    "in-custody",
    "mindful-reading",
  ];
  for (const book of books) await setStock(shop.db, book, 1000);
  const pay = async (cookie: string, network: string) => {
    const headers = { accept: "application/json", cookie, "sec-fetch-site": "same-origin" };
    const body = new URLSearchParams({ ...delivery });
    const request = new Request(`${publicUrl}/checkout`, { method: "POST", body, headers });
    const answer = await shop.pages.fetch(request, network);
    return { status: answer.status, message: (await answer.json()).message };
  };
  const hundredAndFifty = { ...Object.fromEntries(books.slice(1).map((book) => [book, 20])), godan: 10 };
  const large = cartOf("limitslarge");
  await fillCart(shop.db, large, { ...hundredAndFifty, godan: 11 });
  const tooLarge = await pay(`cart=${large}`, "203.0.113.110");
  expect(tooLarge).toMatchObject({ status: 409, message: expect.stringContaining("write to us about a large order") });
  expect(tooLarge.message).not.toContain("sign in");

  for (const place of [1, 2, 3]) {
    const { reader, token } = await signInReader(shop.db, `limitsbulk${place}`);
    await fillCart(shop.db, { readerId: reader.id }, hundredAndFifty);
    expect(await pay(`session=${token}`, "203.0.113.111")).toMatchObject({ status: 200 });
  }
  const guest = cartOf("limitsfull");
  await fillCart(shop.db, guest, { godan: 1 });
  const { reader, token } = await signInReader(shop.db, "limitsfull");
  await fillCart(shop.db, { readerId: reader.id }, { godan: 1 });
  for (const cookie of [`cart=${guest}`, `session=${token}`]) {
    const { status, message } = await pay(cookie, "203.0.113.111");
    expect(status).toBe(409);
    expect(message).toContain("too many unpaid orders from your internet connection");
    expect(message).not.toContain("sign in");
  }
});

test("one customer's IPv6 networks have eight times the allowance of one network together, not of each", async () => {
  const answers = new Map<number, number>();
  for (let times = 0; times < 1_080; times += 1) {
    const { status } = await requestStockLetter(`2001:db8:5:${times.toString(16)}::/64`);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect(answers).toEqual(
    new Map([
      [200, 960],
      [429, 120],
    ]),
  );
  expect((await requestStockLetter("2001:db8:6:1::/64")).status).toBe(200);
});
