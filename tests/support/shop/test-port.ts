import { afterAll } from "vitest";

import { listen, type ListenOptions } from "#server/http/listen.ts";
import type { TestShop } from "./test-shop.ts";

/** Listens on a free port of the loopback addresses for a shop, until the file's tests are done. */
export async function openTestPort(shop: TestShop, options: Partial<ListenOptions> = {}): Promise<number> {
  const { port, drain } = await listen({
    port: 0,
    proxies: { count: 0, addresses: [] },
    before: shop.pages.before,
    app: (request, { network, isLocal }) => shop.pages.fetch(request, network, isLocal),
    ...options,
  });
  afterAll(drain);
  return port;
}
