/** Tests that stand-ins of a shop cannot be reached or changed from outside, and of a public demonstration. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { googleStandInPages, mailboxPages } from "#server/http/guards/stand-in-guard.ts";
import { paymentStandIns } from "#server/stand-ins/payment-stand-ins.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { createGoogleStandIn } from "#stand-ins/google/google.ts";
import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { openTestPort } from "#tests/support/shop/test-port.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const base = await openTestShop();
const folder = await mkdtemp(join(tmpdir(), "endpaper-stand-ins-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const keys = { keyId: "rzp_test_Guarded", keySecret: "guarded_secret" };
const ours = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString("base64")}`;
const files = { razorpay: join(folder, "razorpay.json"), mailbox: join(folder, "mailbox.jsonl") };

/** Opens a shop that serves its own stand-ins under this address. */
async function openShop(publicUrl: string) {
  const services = { ...base.services, settings: { ...base.services.settings, publicUrl } };
  const razorpay = createRazorpayStandIn({
    ...keys,
    basePath: "/stand-ins/razorpay",
    publicOrigin: publicUrl,
    file: files.razorpay,
    webhook: { url: "http://127.0.0.1:9/webhooks/razorpay", secret: "webhook_secret" },
    control: true,
  });
  const mailbox = await createMailboxStandIn({ basePath: "/stand-ins/mailbox", file: files.mailbox, control: true });
  const issuer = `${publicUrl}/stand-ins/google`;
  const client = { clientId: "endpaper-stand-in", clientSecret: "guarded_client_secret", redirectUris: [] };
  const google = createGoogleStandIn({ issuer, ...client, control: true });
  const standIns = [
    { path: "/stand-ins/razorpay", readersPages: paymentStandIns.razorpay.readersPages, fetch: razorpay.fetch },
    { path: "/stand-ins/mailbox", readersPages: mailboxPages, fetch: mailbox.fetch },
    { path: "/stand-ins/google", readersPages: googleStandInPages, fetch: google.fetch },
  ];
  const pages = await productionPages({ services, imagesFolder: folder, standIns });
  afterAll(async () => {
    razorpay.close();
    await mailbox.close();
  });
  const shop: TestShop = { ...base, services, pages };
  return { shop, razorpay };
}

const here = "http://localhost:4400";
const world = "https://demo.example";
const local = await openShop(here);
const demonstration = await openShop(world);

/** The status of one request to a shop, from a network or (null) from its own machine. */
async function ask(
  { shop }: typeof local,
  from: string | null,
  [method, path]: readonly [string, string],
  headers: Record<string, string> = {},
  body?: string,
) {
  const url = shop.services.settings.publicUrl + path;
  const sent = new Request(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
  return (await shop.pages.fetch(sent, from)).status;
}

const readersPages = [
  ["GET", "/stand-ins/razorpay/v1/checkout.js"],
  ["GET", "/stand-ins/razorpay/v1/checkout/public"],
  ["GET", "/stand-ins/razorpay/v1/checkout/files/frame.js"],
  ["POST", "/stand-ins/razorpay/v1/checkout/payments"],
  ["GET", "/stand-ins/google/o/oauth2/v2/auth"],
  ["POST", "/stand-ins/google/o/oauth2/v2/auth/chosen"],
  ["GET", "/stand-ins/google/google.css"],
  ["GET", "/stand-ins/mailbox/"],
  ["GET", "/stand-ins/mailbox/letters/1"],
  ["GET", "/stand-ins/mailbox/mailbox.css"],
] as const;
const inside = [
  ["GET", "/stand-ins/razorpay/control"],
  ["GET", "/stand-ins/razorpay/control/ledger"],
  ["POST", "/stand-ins/razorpay/control/reset"],
  ["POST", "/stand-ins/razorpay/v1/orders"],
  ["GET", "/stand-ins/razorpay/v1/payments/pay_1"],
  ["GET", "/stand-ins/google/control"],
  ["POST", "/stand-ins/google/control/faults"],
  ["POST", "/stand-ins/google/token"],
  ["GET", "/stand-ins/google/.well-known/openid-configuration"],
  ["GET", "/stand-ins/mailbox/control/letters"],
  ["POST", "/stand-ins/mailbox/control/clear"],
] as const;

test("stand-ins of a shop on this machine answer nobody else, a public demonstration's readers only their pages", async () => {
  for (const call of [...readersPages, ...inside])
    expect(await ask(local, "192.0.2.7", call, { origin: here }), call.join(" ")).toBe(403);
  for (const call of inside)
    expect(await ask(demonstration, "192.0.2.7", call, { origin: world }), call.join(" ")).toBe(403);
  for (const call of readersPages) {
    expect(await ask(demonstration, "192.0.2.7", call, { origin: world }), call.join(" ")).not.toBe(403);
    expect(await ask(local, null, call, { origin: here }), call.join(" ")).not.toBe(403);
  }
  for (const call of inside) expect(await ask(local, null, call, { origin: here }), call.join(" ")).not.toBe(403);
});

test("the shop itself calls them without what browsers send", async () => {
  const asked = JSON.stringify({ amount: 100, currency: "INR" });
  const headers = { authorization: ours, "content-type": "application/json" };
  for (const shop of [local, demonstration]) {
    expect(await ask(shop, null, ["POST", "/stand-ins/razorpay/v1/orders"], headers, asked)).toBe(200);
    expect(await ask(shop, null, ["GET", "/stand-ins/google/.well-known/openid-configuration"])).toBe(200);
  }
});

test("a page of another site changes nothing at a stand-in", async () => {
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "http://localhost:4401", "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  for (const shop of [local, demonstration]) {
    for (const call of [...readersPages, ...inside]) {
      if (call[0] !== "POST") continue;
      for (const headers of foreign) {
        const text = { ...headers, "content-type": "text/plain" };
        expect(await ask(shop, null, call, text, "{}"), `${call[1]} ${headers.origin}`).toBe(403);
      }
    }
  }
  // Such a request has no header that tells its origin.
  for (const call of inside)
    if (call[0] === "POST" && call[1].includes("/control/")) expect(await ask(local, null, call), call[1]).toBe(403);
});

test("another name for this machine is no way in: a site that points its name here reads nothing", async () => {
  for (const [method, path] of [...readersPages, ...inside]) {
    const evil = new Request(`http://evil.example${path}`, { method, redirect: "manual" });
    expect((await local.shop.pages.fetch(evil, null)).status, path).toBe(403);
  }
});

test("what a proxy on this machine passes on is not from this machine", async () => {
  const port = await openTestPort(local.shop);
  const proxied = await openTestPort(local.shop, { proxies: { count: 1, addresses: ["127.0.0.1"] } });
  const statusOf = (at: number, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const path = "/stand-ins/mailbox/control/letters";
      const sent = request({ host: "127.0.0.1", port: at, path, headers, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on("error", reject).end();
    });
  for (const at of [port, proxied]) {
    expect(await statusOf(at, {})).toBe(200);
    for (const forwarded of ["127.0.0.1", "203.0.113.9", "203.0.113.9, 127.0.0.1", "127.0.0.1, 203.0.113.9", "unknown"])
      expect(await statusOf(at, { "x-forwarded-for": forwarded }), forwarded).toBe(403);
    for (const name of ["forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-client-ip"])
      expect(await statusOf(at, { [name]: "127.0.0.1" }), name).toBe(403);
  }
});

test("a stand-in calls nobody whom a request names", async () => {
  const called: string[] = [];
  const stranger = createServer((asked, answer) => {
    called.push(asked.url ?? "");
    answer.end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const { port } = stranger.address() as AddressInfo;
  const target = JSON.stringify({ url: `http://127.0.0.1:${port}/hit`, secret: "x" });
  const headers = { origin: here, "content-type": "application/json" };
  expect(await ask(local, null, ["POST", "/stand-ins/razorpay/control/webhook"], headers, target)).toBe(404);
  const { origin: _, ...plain } = headers;
  const order = JSON.stringify({
    amount: 100,
    currency: "INR",
    webhook: target,
    callback_url: `http://127.0.0.1:${port}/`,
  });
  await ask(local, null, ["POST", "/stand-ins/razorpay/v1/orders"], { ...plain, authorization: ours }, order);
  const known = await local.shop.pages.fetch(new Request(`${here}/stand-ins/razorpay/control/webhook`), null);
  expect(await known.text()).toContain("http://127.0.0.1:9/webhooks/razorpay");
  await new Promise((resolve) => stranger.close(resolve));
  expect(called).toEqual([]);
});

test("more than 64 kB are not taken by a stand-in either", async () => {
  const big = "a".repeat(64 * 1024 + 1);
  for (const call of [...readersPages, ...inside]) {
    if (call[0] !== "POST") continue;
    const headers = { origin: here, authorization: ours, "content-type": "application/json" };
    expect(await ask(local, null, call, headers, big), call[1]).toBe(413);
  }
});

test("other users of the machine read neither the letters nor the books", async () => {
  const asked = JSON.stringify({ amount: 100, currency: "INR" });
  const headers = { authorization: ours, "content-type": "application/json" };
  await ask(local, null, ["POST", "/stand-ins/razorpay/v1/orders"], headers, asked);
  await ask(local, null, ["POST", "/stand-ins/mailbox/control/clear"], { origin: here });
  for (const file of Object.values(files)) expect((await stat(file)).mode & 0o777, file).toBe(0o600);
});
