import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { productionPages } from "#server/http/production-pages.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { openTestServices, publicUrl } from "#tests/support/shop/test-services.ts";

const { services } = await openTestServices();
const path = "/stand-ins/razorpay";
const keys = { keyId: "rzp_test_Mounted", keySecret: "mounted_key_secret" };
const standIn = createRazorpayStandIn({ ...keys, basePath: path, publicOrigin: publicUrl });
const imagesFolder = join(tmpdir(), "endpaper-no-images");
const standIns = [{ path, readersPages: /^$/, fetch: standIn.fetch }];
const pages = await productionPages({ services, imagesFolder, standIns });

/** Calls the API as a program does that follows Razorpay's documentation. */
async function call(method: string, address: string, body: object) {
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const request = new Request(publicUrl + address, { method, headers, body: JSON.stringify(body) });
  const response = await pages.fetch(request);
  return { status: response.status, body: response.status === 200 ? await response.json() : null };
}

test("the notes of an order are changed through the shop's port too, and nothing of the shop by the same method", async () => {
  const { body: order } = await call("POST", `${path}/v1/orders`, { amount: 50_000, currency: "INR" });
  const patched = await call("PATCH", `${path}/v1/orders/${order.id}`, { notes: { shelf: "7" } });
  expect(patched).toMatchObject({ status: 200, body: { id: order.id, notes: { shelf: "7" } } });
  for (const address of ["/", "/cart", "/stand-ins/nobody/v1/orders"])
    expect((await call("PATCH", address, {})).status, address).toBe(405);
});
