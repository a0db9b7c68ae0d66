import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "vitest";

import type { PageHandler } from "#server/http/page-handler.ts";
import { productionPages, type PageOptions } from "#server/http/production-pages.ts";
import type { Services } from "#shop/services.ts";
import { openTestServices, type TestServices } from "./test-services.ts";

/**
 * The whole shop without a port: it takes a Request and returns a Response; Razorpay is a stand-in on its own origin.
 */
export interface TestShop extends TestServices {
  pages: PageHandler;
  /** Sends a request as the shop's own pages would; `visit` adds cookies. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Opens a shop for one test file. Webhooks are not delivered automatically: tests post those of `standIn`. */
export async function openTestShop(
  settings: Partial<Services["settings"]> = {},
  options: Pick<PageOptions, "cdn"> = {},
): Promise<TestShop> {
  const testServices = await openTestServices(settings);
  const folder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  const { services } = testServices;
  const pages = await productionPages({ services, imagesFolder: folder, standIns: [], ...options });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  return { ...testServices, pages, fetch: fetchOf({ services, pages }) };
}

/** Sends requests as the shop's own pages would. */
export function fetchOf({ services, pages }: Pick<TestShop, "services" | "pages">): TestShop["fetch"] {
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method && init.method !== "GET" && !headers.has("sec-fetch-site"))
      headers.set("sec-fetch-site", "same-origin");
    return pages.fetch(new Request(services.settings.publicUrl + path, { redirect: "manual", ...init, headers }));
  };
}

/** A visitor with a cookie jar. */
export function visit(shop: Pick<TestShop, "fetch">): { fetch: TestShop["fetch"]; cookies: Map<string, string> } {
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
