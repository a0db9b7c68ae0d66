/** Shiprocket as a carrier of the shop. It measures in kilograms, centimetres and rupees. */
import { z } from "zod";

import { createCarrierApi, nameMoment, shorten } from "#shop/sales/carriers/ask-carrier.server.ts";
import {
  CarrierError,
  isCarrierError,
  nameCarrier,
  type Carrier,
  type CarrierBooking,
  type QuoteQuestion,
  type ParcelToBook,
} from "#shop/sales/carriers/carrier.ts";
import * as answers from "./answers.ts";
import { newsOfCode } from "./scan-codes.ts";

export interface ShiprocketAccess {
  /** Such as `https://apiv2.shiprocket.in/v1/external`. */
  apiBase: string;
  /** The login of an API user. */
  email: string;
  password: string;
  /** Shiprocket's nickname of the pickup address, and its PIN code. */
  pickupPlace: string;
  pickupPin: string;
  answerWithinMs?: number;
}

/** A token is valid for ten days. */
const tokenMs = 9 * 86_400_000;

const kilograms = (grams: number) => Math.max(grams, 10) / 1000;
const centimetres = (mm: number) => Math.max(mm / 10, 0.6);
const rupees = (paise: number) => paise / 100;

export function createShiprocket(access: ShiprocketAccess): Carrier {
  const { apiBase, email, password, pickupPlace, pickupPin, answerWithinMs } = access;
  const name = nameCarrier("shiprocket");
  const common = { name, apiBase, readReason: answers.readReason, busyStatuses: [429], answerWithinMs };
  const askLogin = createCarrierApi({ ...common, headers: async () => ({}) });
  let token: { text: Promise<string>; endsAt: number } | null = null;

  /** One login at a time: all requests of this process wait for the same one. */
  function readToken(): Promise<string> {
    if (!token || token.endsAt < Date.now()) {
      const text = askLogin(answers.login, "/auth/login", { body: { email, password } }).then((given) => given.token);
      token = { text, endsAt: Date.now() + tokenMs };
      text.catch(() => (token = null));
    }
    return token.text;
  }

  const ask = createCarrierApi({
    ...common,
    headers: async () => ({ authorization: `Bearer ${await readToken()}` }),
    renew() {
      token = null;
      return true;
    },
  });

  async function askCouriers(question: Pick<QuoteQuestion, "pin" | "grams" | "collectPaise"> & Partial<QuoteQuestion>) {
    const { pin, grams, collectPaise, valuePaise, lengthMm, widthMm, heightMm } = question;
    const query = new URLSearchParams({
      pickup_postcode: pickupPin,
      delivery_postcode: pin,
      weight: String(kilograms(grams)),
      cod: collectPaise > 0 ? "1" : "0",
    });
    if (lengthMm && widthMm && heightMm) {
      query.set("length", String(centimetres(lengthMm)));
      query.set("breadth", String(centimetres(widthMm)));
      query.set("height", String(centimetres(heightMm)));
    }
    if (valuePaise) query.set("declared_value", String(rupees(valuePaise)));
    const found = await ask(answers.couriers, `/courier/serviceability/?${query}`, { alsoReads: 404 });
    return found.filter(({ isBlocked }) => !isBlocked);
  }

  /** The latest order with this reference: a repeated one may have made two. */
  async function find(reference: string): Promise<CarrierBooking | null> {
    const { data } = await ask(answers.foundOrders, `/orders?search=${encodeURIComponent(reference)}`);
    const same = data.filter((one) => one.reference === reference).map(({ booking }) => booking);
    return same.find(({ trackingNumber }) => trackingNumber !== "") ?? same[0] ?? null;
  }

  async function createOrder(parcel: ParcelToBook): Promise<CarrierBooking> {
    const body = describeOrder(parcel, pickupPlace);
    try {
      const created = await ask(answers.createdOrder, "/orders/create/adhoc", { body });
      const ids = { order: created.order_id, shipment: created.shipment_id };
      return { ids, trackingNumber: "", courier: "", isCancelled: false };
    } catch (error) {
      // Shiprocket refuses a reference that it has: an earlier request was processed although its answer was lost.
      const found = isCarrierError(error) && error.kind === "refused" ? await find(parcel.reference) : null;
      if (found && !found.isCancelled) return found;
      throw error;
    }
  }

  /** Asks for a tracking number. A refusal may be an error, or an answer under status 200. */
  async function assignNumber(body: unknown): Promise<{ number: string; courier: string; why: string }> {
    try {
      const { message, response } = await ask(answers.assigned, "/courier/assign/awb", { body });
      const { awb_code: number = "", courier_name: courier = "", awb_assign_error: error = "" } = response?.data ?? {};
      return { number, courier, why: `${name}: ${shorten(error || message || "no number was given.")}` };
    } catch (error) {
      if (!isCarrierError(error) || error.kind !== "refused") throw error;
      return { number: "", courier: "", why: error.message };
    }
  }

  async function cancelOrder({ ids }: CarrierBooking) {
    await ask(answers.anything, "/orders/cancel", { body: { ids: [Number(ids.order)] } });
  }

  return {
    id: "shiprocket",
    name,
    trackingUrl: (number) => `https://shiprocket.co/tracking/${encodeURIComponent(number)}`,

    async findService(pin) {
      const found = await askCouriers({ pin, grams: 500, collectPaise: 0 });
      const days = found.flatMap((one) => one.days ?? []);
      return {
        isServed: found.length > 0,
        collectsCash: found.some(({ collectsCash }) => collectsCash),
        days: days.length > 0 ? Math.min(...days) : null,
      };
    },

    async findQuotes(question) {
      const found = await askCouriers(question);
      return found
        .filter(({ collectsCash }) => collectsCash || question.collectPaise === 0)
        .map(({ option, name: courier, chargePaise, days }) => ({ option, name: courier, chargePaise, days }))
        .toSorted((a, b) => (a.chargePaise ?? Infinity) - (b.chargePaise ?? Infinity));
    },

    find,

    async book(parcel, begun) {
      const order = begun ?? (await createOrder(parcel));
      if (order.trackingNumber !== "") return order;
      const { shipment = "" } = order.ids;
      const body = { shipment_id: Number(shipment), ...(parcel.option && { courier_id: Number(parcel.option) }) };
      const { number, courier, why } = await assignNumber(body);
      if (number) return { ...order, trackingNumber: number, courier };
      // A second request for a number of the same shipment may find that it has one already.
      const now = await find(parcel.reference);
      if (now && now.trackingNumber !== "" && !now.isCancelled) return now;
      await cancelOrder(order).catch(() => {});
      throw new CarrierError("refused", why);
    },

    async findLabel({ ids }) {
      const body = { shipment_id: [Number(ids.shipment)] };
      const made = await ask(answers.label, "/courier/generate/label", { body });
      if (made.label_created === 1 && made.label_url.startsWith("https:")) return made.label_url;
      const why = typeof made.response === "string" ? made.response : "it made no label.";
      throw new CarrierError("refused", `${name}: ${shorten(why)}`);
    },

    // Without a day Shiprocket takes the next possible one.
    async requestPickup({ ids }) {
      const body = { shipment_id: [Number(ids.shipment)] };
      const answer = await ask(answers.pickup, "/courier/generate/pickup", { body });
      const { response } = answer;
      if (answer.pickup_status !== 1)
        throw new CarrierError(
          "refused",
          `${name}: ${shorten(answer.message || (typeof response === "string" ? response : "no pickup was planned."))}`,
        );
      return typeof response === "object" && response?.pickup_scheduled_date
        ? `Pickup planned for ${nameMoment(response.pickup_scheduled_date)}.`
        : "Pickup asked for.";
    },

    async track(trackingNumbers) {
      const found = await ask(answers.trackings, "/courier/track/awbs", { body: { awbs: trackingNumbers } });
      return trackingNumbers.flatMap((trackingNumber) => {
        const scanned = found[trackingNumber]?.tracking_data;
        if (!scanned?.shipment_status || scanned.track_status === 0) return [];
        const words = scanned.shipment_track?.[0]?.current_status || `code ${scanned.shipment_status}`;
        return [{ trackingNumber, news: newsOfCode(scanned.shipment_status), words: shorten(words) }];
      });
    },

    cancel: cancelOrder,

    readHint(body) {
      const read = z.object({ awb: z.union([z.string(), z.number()]) }).safeParse(body);
      return read.success ? String(read.data.awb) : null;
    },

    async findTrouble() {
      try {
        const { data } = await ask(answers.pickupPlaces, "/settings/company/pickup");
        const place = data.shipping_address.find((one) => one.pickup_location === pickupPlace);
        const known = data.shipping_address.map((one) => one.pickup_location).join(", ");
        if (!place) return `Shiprocket knows no pickup address “${pickupPlace}”. It has: ${known || "none"}.`;
        return place.pin_code === pickupPin
          ? null
          : `Shiprocket’s “${pickupPlace}” has the PIN code ${place.pin_code}.`;
      } catch (error) {
        if (isCarrierError(error)) return error.message;
        throw error;
      }
    },
  };
}

/** The order as Shiprocket wants it. What it collects follows from its sums: see docs/carriers.md. */
function describeOrder(parcel: ParcelToBook, pickupPlace: string) {
  const { addressLines } = parcel;
  const [first = "", ...others] = parcel.name.split(" ");
  return {
    order_id: parcel.reference,
    order_date: indianTime(parcel.orderedAt),
    pickup_location: pickupPlace,
    billing_customer_name: first,
    billing_last_name: others.join(" "),
    billing_address: addressLines[0] ?? "",
    billing_address_2: addressLines.slice(1).join(", "),
    billing_city: parcel.city.slice(0, 30),
    billing_pincode: Number(parcel.pin),
    billing_state: parcel.state,
    billing_country: "India",
    billing_email: parcel.email,
    billing_phone: parcel.phone.slice(-10),
    shipping_is_billing: true,
    order_items: parcel.books.map(({ title, sku, copies, pricePaise }) => ({
      name: title,
      sku,
      units: copies,
      selling_price: rupees(pricePaise),
      hsn: 4901,
    })),
    payment_method: parcel.collectPaise > 0 ? "COD" : "Prepaid",
    sub_total: rupees(parcel.collectPaise > 0 ? parcel.collectPaise : parcel.valuePaise),
    length: centimetres(parcel.lengthMm),
    breadth: centimetres(parcel.widthMm),
    height: centimetres(parcel.heightMm),
    weight: kilograms(parcel.grams),
  };
}

/** Such as `2026-11-30 15:30`, in India. */
function indianTime(at: Date): string {
  return new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
}
