/** A stand-in for Shiprocket's API: login, couriers, orders, numbers, labels, pickups, tracking, and faults on demand. */
import { Hono, type Context } from "hono";
import { html } from "hono/html";

import { addControl } from "@endpaper/stand-in-kit/control";
import { createCarrierFaults } from "./faults.ts";
import { ParcelBook, type StandInParcel } from "./parcels.ts";
import { sendScan } from "./send-scan.ts";
import { serveWithFaults } from "./serve-with-faults.ts";

/** Options of a stand-in. */
export interface ShiprocketStandInOptions {
  /** The path of the API, such as `/v1/external`. */
  basePath: string;
  /** The origin under which labels are; labels are only links. */
  email: string;
  password: string;
  pickupPlace: string;
  pickupPin: string;
  /** Where scans are reported to; null for nowhere. */
  webhookUrl?: string | null;
  /** Enables /control; off by default. */
  control?: boolean;
}

/** A running stand-in. */
export interface ShiprocketStandIn {
  fetch(request: Request): Promise<Response>;
  /** Turns a fault on (true or an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  book: ParcelBook;
  /** Number of logins. */
  logins(): number;
  /** Scans a parcel with a code of shipments, and reports it to the webhook. */
  scan(awb: string, code: number, words: string): Promise<void>;
  reset(): void;
}

/** PIN codes without service, and without cash on delivery. */
const unserved = "799999";
const withoutCash = "744101";
const couriers = [
  { id: 51, name: "Xpressbees Surface", rate: 46.5, days: "4" },
  { id: 1, name: "Blue Dart Air", rate: 98, days: "2" },
];

export function createShiprocketStandIn(options: ShiprocketStandInOptions): ShiprocketStandIn {
  const { basePath, email, password, pickupPlace, pickupPin, webhookUrl = null } = options;
  const faults = createCarrierFaults();
  const book = new ParcelBook();
  let tokens = 0;
  let token = "";

  async function scan(awb: string, code: number, words: string) {
    const parcel = book.find((one) => one.awb === awb);
    if (!parcel) throw new Error(`There is no parcel ${awb}`);
    parcel.scan = { code, words };
    await sendScan(webhookUrl, describeScan(parcel), faults);
  }

  const app = new Hono().basePath(basePath || "/");
  const serve = (request: Request) => app.fetch(request);
  app.use(
    serveWithFaults(faults, {
      basePath,
      serve,
      busy: (c) => c.json({ message: "Too Many Attempts.", status_code: 429 }, 429),
    }),
  );
  app.post("/auth/login", async (c) => {
    const given = (await c.req.json()) as { email?: string; password?: string };
    if (given.email !== email || given.password !== password)
      return c.json({ message: "Invalid email and password combination", status_code: 400 }, 400);
    tokens += 1;
    token = `token-${tokens}`;
    return c.json({ id: 7, first_name: "API", last_name: "USER", email, company_id: 25149, token });
  });
  app.use(async (c, next) => {
    const path = c.req.path.slice(basePath.length);
    if (path.startsWith("/control")) return next();
    if (faults.take("expiredToken")) token = "";
    if (token === "" || c.req.header("authorization") !== `Bearer ${token}`)
      return c.json({ message: "Token has expired", status_code: 401 }, 401);
    return next();
  });
  app.get("/settings/company/pickup", (c) =>
    c.json({ data: { shipping_address: [{ id: 1, pickup_location: pickupPlace, pin_code: pickupPin, status: 2 }] } }),
  );
  app.get("/courier/serviceability/", (c) => answerCouriers(c));
  app.post("/orders/create/adhoc", async (c) => createOrder(c, book, { pickupPlace, faults }));
  app.get("/orders", (c) => c.json(listOrders(book, c.req.query("search") ?? "")));
  app.post("/courier/assign/awb", async (c) => {
    const { shipment_id: id } = (await c.req.json()) as { shipment_id: number };
    const parcel = book.find(({ shipmentId }) => shipmentId === id);
    if (!parcel) return c.json({ message: "Shipment not found", status_code: 404 }, 404);
    const refuse = (why: string) => c.json({ awb_assign_status: 0, response: { data: { awb_assign_error: why } } });
    if (faults.take("errorUnder200", { path: "/courier/assign/awb" })) return refuse("Recharge your wallet");
    if (parcel.awb !== "") return refuse("AWB is already assigned");
    parcel.awb = book.nextAwb("SR");
    parcel.courier = couriers[0]!.name;
    parcel.scan = { code: 1, words: "AWB Assigned" };
    const data = { awb_code: parcel.awb, courier_name: parcel.courier, shipment_id: id, order_id: parcel.orderId };
    return c.json({ awb_assign_status: 1, response: { data } });
  });
  app.post("/courier/generate/label", async (c) => {
    const { shipment_id: [id] = [] } = (await c.req.json()) as { shipment_id: number[] };
    const parcel = book.find(({ shipmentId }) => shipmentId === id);
    if (!parcel || faults.take("errorUnder200", { path: "/courier/generate/label" }))
      return c.json({ label_created: 0, label_url: "", response: "Label could not be generated.", not_created: [id] });
    return c.json({
      label_created: 1,
      label_url: `https://labels.example/${parcel.awb}.pdf`,
      response: "Label created",
      not_created: [],
    });
  });
  app.post("/courier/generate/pickup", async (c) => {
    const { shipment_id: [id] = [] } = (await c.req.json()) as { shipment_id: number[] };
    const parcel = book.find(({ shipmentId }) => shipmentId === id);
    if (!parcel || faults.take("errorUnder200", { path: "/courier/generate/pickup" }))
      return c.json({ pickup_status: 0, message: "Pickup is not possible for this shipment." });
    if (parcel.hasPickup) return c.json({ message: "Already in Pickup Queue.", status_code: 400 }, 400);
    parcel.hasPickup = true;
    return c.json({
      pickup_status: 1,
      response: { pickup_scheduled_date: "2026-12-01 11:00:00", pickup_token_number: "1", status: 3 },
    });
  });
  app.post("/courier/track/awbs", async (c) => {
    const { awbs } = (await c.req.json()) as { awbs: string[] };
    return c.json(Object.fromEntries(awbs.map((awb) => [awb, describeTracking(book.find((one) => one.awb === awb))])));
  });
  app.post("/orders/cancel", async (c) => {
    const { ids } = (await c.req.json()) as { ids: number[] };
    for (const parcel of book.parcels.filter(({ orderId }) => ids.includes(orderId))) parcel.isCancelled = true;
    return c.body(null, 204);
  });

  const reset = () => {
    faults.clear();
    book.parcels.splice(0);
  };
  if (options.control)
    addControl(app, {
      basePath,
      title: "Shiprocket stand-in",
      faults,
      above: () => html``,
      reads: { parcels: () => book.parcels },
      acts: {
        scan: async ({ awb, code, words }) => scan(String(awb), Number(code), String(words ?? "")),
        reset,
      },
    });
  return {
    fetch: async (request) => app.fetch(request),
    setFault: faults.set,
    book,
    logins: () => tokens,
    scan,
    reset,
  };
}

function answerCouriers(c: Context) {
  const pin = c.req.query("delivery_postcode") ?? "";
  const cod = c.req.query("cod") === "1";
  if (pin === unserved)
    return c.json({ status: 404, message: "No courier service is available between these pin codes." }, 404);
  if (!/^\d+(\.\d+)?$/.test(c.req.query("weight") ?? ""))
    return c.json(
      {
        message: "The given data was invalid.",
        errors: { weight: ["The weight field is required."] },
        status_code: 422,
      },
      422,
    );
  const collectsCash = pin !== withoutCash;
  const found = couriers.map(({ id, name, rate, days }) => ({
    courier_company_id: id,
    courier_name: name,
    rate: cod ? rate + 30 : rate,
    cod: collectsCash ? 1 : 0,
    estimated_delivery_days: days,
    etd: "Dec 04, 2026",
    blocked: 0,
  }));
  return c.json({ status: 200, data: { available_courier_companies: cod && !collectsCash ? [] : found } });
}

const required = [
  "order_date",
  "billing_customer_name",
  "billing_address",
  "billing_city",
  "billing_pincode",
  "billing_state",
  "billing_phone",
  "sub_total",
  "length",
  "breadth",
  "height",
  "weight",
  "payment_method",
];

async function createOrder(
  c: Context,
  book: ParcelBook,
  { pickupPlace, faults }: { pickupPlace: string; faults: ReturnType<typeof createCarrierFaults> },
) {
  const given = (await c.req.json()) as Record<string, unknown>;
  const missing = required.filter((name) => given[name] === undefined || given[name] === "");
  const errors = Object.fromEntries(missing.map((name) => [name, [`The ${name} field is required.`]]));
  if (given["pickup_location"] !== pickupPlace) errors["pickup_location"] = ["Wrong Pickup location entered."];
  const reference = String(given["order_id"]);
  const isRepeated = book.find((one) => one.reference === reference) !== undefined;
  if (isRepeated && !faults.take("repeatMakesSecond")) errors["order_id"] = ["The order id has already been taken."];
  if (Object.keys(errors).length > 0)
    return c.json({ message: "The given data was invalid.", errors, status_code: 422 }, 422);
  const parcel = book.add({
    reference,
    awb: "",
    courier: "",
    pin: String(given["billing_pincode"]),
    collects: given["payment_method"] === "COD" ? Number(given["sub_total"]) : 0,
    grams: Math.round(Number(given["weight"]) * 1000),
    scan: {},
  });
  return c.json({
    order_id: parcel.orderId,
    shipment_id: parcel.shipmentId,
    status: "NEW",
    status_code: 1,
    awb_code: null,
  });
}

function listOrders(book: ParcelBook, search: string) {
  const found = book.parcels.filter(({ reference, awb }) => [reference, awb].includes(search)).toReversed();
  return {
    data: found.map(({ orderId, shipmentId, reference, awb, courier, isCancelled }) => ({
      id: orderId,
      channel_order_id: reference,
      status: isCancelled ? "CANCELED" : "NEW",
      shipments: [{ id: shipmentId, awb, courier }],
    })),
    meta: { pagination: { total: found.length, count: found.length, per_page: 15, current_page: 1, total_pages: 1 } },
  };
}

function describeTracking(parcel: StandInParcel | undefined) {
  if (!parcel || parcel.scan["code"] === undefined)
    return { tracking_data: { track_status: 0, error: "Aahh! There is no activities found in our DB." } };
  return {
    tracking_data: {
      track_status: 1,
      shipment_status: parcel.scan["code"],
      shipment_track: [{ awb_code: parcel.awb, current_status: parcel.scan["words"], courier_name: parcel.courier }],
    },
  };
}

/** A webhook: two ids of different tables, and IST without a zone. */
function describeScan({ awb, courier, reference, orderId, scan }: StandInParcel) {
  return {
    awb,
    courier_name: courier,
    current_status: scan["words"],
    current_status_id: 20,
    shipment_status: scan["words"],
    shipment_status_id: scan["code"],
    current_timestamp: "30 11 2026 11:43:52",
    order_id: reference,
    sr_order_id: orderId,
    scans: [],
    is_return: 0,
  };
}
