import { afterAll } from "vitest";

import { createAddressList } from "#server/address-list.ts";
import { listen, type ListenOptions } from "#server/listen.ts";
import type { TestShop } from "./test-shop.ts";

const noProxies = { count: 0, isProxy: createAddressList([]) };

/** Opens a real port for a shop on the loopback addresses, until the file's tests are done. */
export async function openTestPort(shop: TestShop, options: Partial<ListenOptions> = {}): Promise<number> {
  const { port, drain } = await listen({
    port: 0,
    proxies: noProxies,
    before: shop.pages.before,
    app: (request, { network, isLocal }) => shop.pages.fetch(request, network, isLocal),
    ...options,
  });
  afterAll(drain);
  return port;
}
