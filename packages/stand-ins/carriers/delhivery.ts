/** A stand-in for Delhivery's API: PIN codes, bookings, labels, pickups, tracking, and faults on demand. */
import { Hono, type Context } from "hono";
import { html } from "hono/html";

import { addControl } from "@endpaper/stand-in-kit/control";
import { createCarrierFaults, type CarrierFaults } from "./faults.ts";
import { ParcelBook, type StandInParcel } from "./parcels.ts";
import { sendScan } from "./send-scan.ts";
import { serveWithFaults } from "./serve-with-faults.ts";

/** Options of a stand-in. */
export interface DelhiveryStandInOptions {
  basePath: string;
  token: string;
  pickupPlace: string;
  /** Where scans are reported to; null for nowhere. */
  webhookUrl?: string | null;
  /** Enables /control; off by default. */
  control?: boolean;
}

/** The last scan of a parcel, such as `DL`, `Delivered`. */
export interface DelhiveryScan {
  type: string;
  status: string;
  code?: string;
  words?: string;
}

/** A running stand-in. */
export interface DelhiveryStandIn {
  fetch(request: Request): Promise<Response>;
  /** Turns a fault on (true or an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  book: ParcelBook;
  /** Scans a parcel, and reports it to the webhook. */
  scan(awb: string, scan: DelhiveryScan): Promise<void>;
  reset(): void;
}

/** PIN codes without service, without cash on delivery, and without service for now. */
const unserved = "799999";
const withoutCash = "744101";
const embargo = "190001";

export function createDelhiveryStandIn(options: DelhiveryStandInOptions): DelhiveryStandIn {
  const { basePath, token, pickupPlace, webhookUrl = null } = options;
  const faults = createCarrierFaults();
  const book = new ParcelBook();
  let hasPickup = false;

  async function scan(awb: string, { type, status, code = "", words = "" }: DelhiveryScan) {
    const parcel = book.find((one) => one.awb === awb);
    if (!parcel) throw new Error(`There is no parcel ${awb}`);
    parcel.scan = { type, status, code, words };
    await sendScan(
      webhookUrl,
      { Shipment: { AWB: awb, ReferenceNo: parcel.reference, Status: describe(parcel) } },
      faults,
    );
  }

  const app = new Hono().basePath(basePath || "/");
  const serve = (request: Request) => app.fetch(request);
  app.use(serveWithFaults(faults, { basePath, serve, busy: (c) => c.html("<h1>403 Forbidden</h1>", 403) }));
  app.use(async (c, next) => {
    const path = c.req.path.slice(basePath.length);
    if (path.startsWith("/control") || c.req.header("authorization") === `Token ${token}`) return next();
    return c.text("Login or API Key Required", 401);
  });
  app.get("/c/api/pin-codes/json/", (c) => c.json({ delivery_codes: listPins(c.req.query("filter_codes") ?? "") }));
  app.get("/api/dc/expected_tat", (c) => c.json({ success: true, msg: "", data: { tat: 3 } }));
  app.get("/api/kinko/v1/invoice/charges/.json", (c) => {
    const grams = Number(c.req.query("cgm"));
    const total = 38 + Math.ceil(grams / 500) * 12 + (c.req.query("pt") === "COD" ? 35 : 0);
    return c.json([{ total_amount: total, charged_weight: grams, zone: "D" }]);
  });
  app.post("/api/cmu/create.json", async (c) => create(c, book, { pickupPlace, faults }));
  app.get("/api/v1/packages/json/", (c) => {
    const named = (key: string) => (c.req.query(key) ?? "").split(",").filter(Boolean);
    const [waybills, references] = [named("waybill"), named("ref_ids")];
    const found = book.parcels.filter(({ awb, reference }) => waybills.includes(awb) || references.includes(reference));
    if (found.length === 0) return c.json({ Error: "No such waybill or Order Id found" });
    return c.json({
      ShipmentData: found.map((parcel) => ({
        Shipment: { AWB: parcel.awb, ReferenceNo: parcel.reference, Status: describe(parcel), Scans: [] },
      })),
    });
  });
  app.get("/api/p/packing_slip", (c) => {
    const parcel = book.find(({ awb }) => awb === c.req.query("wbns"));
    if (!parcel || faults.take("errorUnder200", { path: "/api/p/packing_slip" }))
      return c.json({ packages: [], packages_found: 0 });
    const link = `https://labels.example/${parcel.awb}.pdf`;
    return c.json({ packages: [{ wbn: parcel.awb, pdf_download_link: link }], packages_found: 1 });
  });
  app.post("/fm/request/new/", async (c) => {
    const given = (await c.req.json()) as { pickup_date: string; pickup_location: string };
    if (hasPickup)
      return c.json({ pr_exist: true, error: { code: 669, message: "Pickup request already exists for this date" } });
    hasPickup = true;
    return c.json({
      pickup_id: 5,
      pickup_location_name: given.pickup_location,
      pickup_date: given.pickup_date,
      pickup_time: "11:00:00",
    });
  });
  app.post("/api/p/edit", async (c) => {
    const { waybill, cancellation } = (await c.req.json()) as { waybill: string; cancellation?: string };
    const parcel = book.find(({ awb }) => awb === waybill);
    if (!parcel || cancellation !== "true") return c.json({ status: false, error: "Invalid waybill" });
    if (parcel.scan["status"] === "Delivered")
      return c.json({ status: false, remark: "Shipment is already delivered." });
    parcel.isCancelled = true;
    parcel.scan = { type: "CN", status: "Canceled", code: "", words: "Seller cancelled the order" };
    return c.json({ status: true, waybill, remark: "Shipment has been cancelled." });
  });

  const reset = () => {
    faults.clear();
    book.parcels.splice(0);
    hasPickup = false;
  };
  if (options.control)
    addControl(app, {
      basePath,
      title: "Delhivery stand-in",
      faults,
      above: () => html``,
      reads: { parcels: () => book.parcels },
      acts: {
        scan: async ({ awb, type, status, code, words }) =>
          scan(String(awb), {
            type: String(type),
            status: String(status),
            code: String(code ?? ""),
            words: String(words ?? ""),
          }),
        reset,
      },
    });
  return { fetch: async (request) => app.fetch(request), setFault: faults.set, book, scan, reset };
}

function listPins(pin: string) {
  if (pin === unserved || !/^[1-9]\d{5}$/.test(pin)) return [];
  const remarks = pin === embargo ? "Embargo" : "";
  return [
    { postal_code: { pin: Number(pin), pre_paid: "Y", cod: pin === withoutCash ? "N" : "Y", pickup: "Y", remarks } },
  ];
}

interface Shipment {
  order: string;
  pin: string;
  payment_mode: string;
  cod_amount: number;
  total_amount: number;
  weight: number;
  name: string;
  products_desc: string;
}

async function create(
  c: Context,
  book: ParcelBook,
  { pickupPlace, faults }: { pickupPlace: string; faults: CarrierFaults },
) {
  const form = new URLSearchParams(await c.req.text());
  const refuse = (remark: string, packages: unknown[] = []) =>
    c.json({ success: false, rmk: remark, package_count: packages.length, packages });
  if (form.get("format") !== "json") return refuse("format key missing in POST");
  const text = form.get("data") ?? "";
  const { shipments, pickup_location: place } = JSON.parse(text) as {
    shipments: Shipment[];
    pickup_location: { name: string };
  };
  const [given] = shipments;
  if (!given) return refuse("An internal Error has occurred, Please get in touch with client.support@delhivery.com");
  const failed = (remark: string, waybill = "") => {
    const failure = { status: "Fail", waybill, refnum: given.order, client: "STAND-IN", remarks: [remark] };
    return refuse("", [failure]);
  };
  if (/[&%#;\\]/.test(given.name + given.products_desc)) return failed("Special characters are not allowed");
  if (place.name !== pickupPlace) return failed("ClientWarehouse matching query does not exist.");
  if (given.pin === unserved) return failed("Pincode not serviceable");
  if (faults.take("errorUnder200", { path: "/api/cmu/create.json" })) return failed("Insufficient balance in wallet");
  const isSame = book.find((one) => one.reference === given.order) !== undefined;
  if (isSame && !faults.take("repeatMakesSecond")) return failed("Duplicate order id");
  const parcel = book.add({
    reference: given.order,
    awb: book.nextAwb("4"),
    courier: "Delhivery",
    pin: given.pin,
    collects: given.payment_mode === "COD" ? given.cod_amount : 0,
    grams: Number(given.weight),
    scan: { type: "UD", status: "Manifested", code: "X-UCI", words: "Manifest uploaded" },
  });
  if (faults.take("partiallySaved"))
    return failed("Crashing while saving package due to exception. Package might have been partially saved.");
  const made = {
    status: "Success",
    waybill: parcel.awb,
    refnum: parcel.reference,
    client: "STAND-IN",
    sort_code: "PNQ/MHP",
    remarks: [""],
  };
  return c.json({ success: true, rmk: "", upload_wbn: "UPL1", package_count: 1, packages: [made] });
}

function describe({ scan }: StandInParcel) {
  return {
    Status: scan["status"],
    StatusType: scan["type"],
    StatusCode: scan["code"],
    StatusDateTime: "2026-11-30T11:00:00.000",
    StatusLocation: "Pune_Hadapsar_H (Maharashtra)",
    Instructions: scan["words"],
    RecievedBy: "",
  };
}
