import { expect, test } from "vitest";

import { createDelhiveryStandIn } from "#stand-ins/carriers/delhivery.ts";
import { createShiprocketStandIn } from "#stand-ins/carriers/shiprocket.ts";

const login = { email: "api@shop.test", password: "a_password" };
const shiprocket = createShiprocketStandIn({ basePath: "", ...login, pickupPlace: "Home", pickupPin: "560001" });
const delhivery = createDelhiveryStandIn({ basePath: "", token: "a_token", pickupPlace: "Home" });

const order = {
  order_id: "A-1",
  order_date: "2026-11-30 11:00",
  pickup_location: "Home",
  billing_customer_name: "Asha",
  billing_address: "1 Street",
  billing_city: "Pune",
  billing_pincode: 411038,
  billing_state: "Maharashtra",
  billing_phone: "9876543210",
  payment_method: "Prepaid",
  sub_total: 500,
  length: 24,
  breadth: 18,
  height: 5,
  weight: 0.4,
};

async function asShiprocket(path: string, body: unknown, token = "") {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await shiprocket.fetch(new Request(`http://carrier.test${path}`, init));
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}

test("Shiprocket wants a login, and refuses a repeated order", async () => {
  expect((await asShiprocket("/orders/create/adhoc", order)).status).toBe(401);
  const { token } = (await asShiprocket("/auth/login", login)).body;
  const made = await asShiprocket("/orders/create/adhoc", order, token);
  expect(made.body).toMatchObject({ status: "NEW", awb_code: null });
  expect((await asShiprocket("/orders/create/adhoc", order, token)).status).toBe(422);
  const assigned = await asShiprocket("/courier/assign/awb", { shipment_id: made.body.shipment_id }, token);
  expect(assigned.body.awb_assign_status).toBe(1);
  const tracked = await asShiprocket("/courier/track/awbs", { awbs: ["unknown"] }, token);
  expect(tracked.body.unknown.tracking_data.track_status).toBe(0);
});

test("Delhivery answers HTML to too many requests, and an empty list for a place that it does not serve", async () => {
  const ask = (path: string) =>
    delhivery.fetch(new Request(`http://carrier.test${path}`, { headers: { authorization: "Token a_token" } }));
  delhivery.setFault("busy", true);
  const busy = await ask("/c/api/pin-codes/json/?filter_codes=560001");
  expect([busy.status, busy.headers.get("content-type")]).toEqual([403, "text/html; charset=UTF-8"]);
  const unserved = await ask("/c/api/pin-codes/json/?filter_codes=799999");
  expect(await unserved.json()).toEqual({ delivery_codes: [] });
  const embargo = await (await ask("/c/api/pin-codes/json/?filter_codes=190001")).json();
  expect(embargo.delivery_codes[0].postal_code.remarks).toBe("Embargo");
});
