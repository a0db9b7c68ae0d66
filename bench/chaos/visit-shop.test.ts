import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, expect, test } from "vitest";

import { promotionMessages } from "#shop/sales/pricing/promotion-messages.ts";
import { seededRandomOf } from "#proving-ground/faults/seeded-random.ts";
import { newReaderClaims } from "./reader-claims.ts";
import { visitShop } from "./visit-shop.ts";

/** A server that refuses checkouts while the cart has a code. */
let hasCode = true;
const asked: string[] = [];
const server = createServer(async (request, response) => {
  const path = request.url!;
  const intent = new URLSearchParams(await text(request)).get("intent");
  asked.push(intent ? `${path} ${intent}` : path);
  if (intent === "remove-code") hasCode = false;
  const isRefused = path === "/checkout" && hasCode;
  response.writeHead(isRefused ? 409 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(isRefused ? refusal : path === "/checkout" ? opened : { ok: true }));
});
const refusal = { ok: false, message: `${promotionMessages["used-up"]} What to do; nothing was charged.` };
const opened = { ok: true, orderNumber: "EP-1", options: { order_id: "order_1" } };
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

test("a reader whose code is refused at the checkout takes it out and goes on", async () => {
  const claims = newReaderClaims();
  const seeded = seededRandomOf(1, "reader");
  await visitShop({
    addresses: { publicUrl: url, pickShop: () => url, razorpayUrl: url, keyId: "rzp_test_1" },
    shelves: { books: ["godan"], bestSellers: ["godan"], bundles: [], scarce: [], rareCodes: ["RARE1"] },
    claims,
    random: { ...seeded, weigh: (weights) => ("rareCode" in weights ? "rareCode" : "closesBrowser") as never },
    place: 1,
    lateScale: 1,
    confirmLinks: new Map(),
  });
  expect(asked).toContain("/cart/lines remove-code");
  expect(asked.filter((path) => path === "/checkout")).toHaveLength(2);
  expect([...claims.placed.keys()]).toEqual(["EP-1"]);
});
