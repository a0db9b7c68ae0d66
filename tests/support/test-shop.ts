import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { getRequestListener } from "@hono/node-server";
import { afterAll } from "vitest";

import { builtPages, type Pages } from "#server/built-pages.ts";
import { createRazorpay } from "#shop/payments/razorpay.server.ts";
import type { Services } from "#shop/services.ts";
import { createRazorpayStandIn, type RazorpayStandIn } from "#stand-ins/razorpay/razorpay.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";

export const publicUrl = "http://shop.test";
const keyId = "rzp_test_RequestTests";
const keySecret = "request_tests_secret";
export const webhookSecret = "request_tests_webhook_secret";

/** The whole shop without a port: a Request goes in, a Response comes out; Razorpay is a stand-in on its own origin. */
export interface TestShop extends TestDatabase {
  services: Services;
  pages: Pages;
  standIn: RazorpayStandIn;
  keySecret: string;
  /** Sends a request as the shop's own pages would; `cookie` is kept between calls of one `visitor`. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Opens a shop for one test file. Webhooks are not delivered by themselves: a test posts what `standIn` would. */
export async function openTestShop(settings: Partial<Services["settings"]> = {}): Promise<TestShop> {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  const listening = await listenOnAnyPort((request) => standIn.fetch(request));
  const standIn = createRazorpayStandIn({
    keyId,
    keySecret,
    basePath: "",
    publicOrigin: listening.origin,
    control: true,
  });
  const services: Services = {
    db: database.db,
    razorpay: createRazorpay({
      apiBase: `${listening.origin}/v1`,
      checkoutSrc: `${listening.origin}/v1/checkout.js`,
      keyId,
      keySecret,
      webhookSecret,
    }),
    settings: {
      name: "Endpaper",
      publicUrl,
      shippingFeePaise: 0,
      freeShippingFromPaise: null,
      isTestPayments: true,
      ...settings,
    },
    now: () => new Date(),
  };
  const pages = await builtPages({ services, imagesFolder: folder, standIns: [] });
  afterAll(async () => {
    standIn.close();
    listening.server.closeAllConnections();
    await new Promise((resolve) => listening.server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  return {
    ...database,
    services,
    pages,
    standIn,
    keySecret,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (init.method && init.method !== "GET" && !headers.has("sec-fetch-site"))
        headers.set("sec-fetch-site", "same-origin");
      return pages.fetch(new Request(publicUrl + path, { redirect: "manual", ...init, headers }));
    },
  };
}

/** A visitor with a cookie jar. */
export function visit(shop: TestShop): { fetch: TestShop["fetch"]; cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await shop.fetch(path, { ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = line.split(";")[0]!.split("=");
        cookies.set(name!, value ?? "");
      }
      return response;
    },
  };
}

function listenOnAnyPort(fetch: (request: Request) => Promise<Response>): Promise<{ server: Server; origin: string }> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ server, origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}` });
    });
  });
}
