/** Delhivery (B2C, Delhivery One) as a carrier of the shop. It measures in grams, centimetres and rupees. */
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
import { readStatus } from "./read-status.ts";

export interface DelhiveryAccess {
  /** `https://track.delhivery.com`, or `https://staging-express.delhivery.com`. */
  apiBase: string;
  token: string;
  /** The name of the warehouse as registered, with its capitals, and its PIN code. */
  pickupPlace: string;
  pickupPin: string;
  answerWithinMs?: number;
}

/** `S` by road (Surface), the only mode that books need. */
const mode = "S";

export function createDelhivery(access: DelhiveryAccess): Carrier {
  const { apiBase, token, pickupPlace, pickupPin, answerWithinMs } = access;
  const name = nameCarrier("delhivery");
  const headers = async () => ({ authorization: `Token ${token}` });
  const { readReason } = answers;
  // A wrong token is answered with 401; 403 is the limit of requests.
  const ask = createCarrierApi({ name, apiBase, headers, readReason, busyStatuses: [403, 429], answerWithinMs });

  async function findPin(pin: string) {
    const { delivery_codes: found } = await ask(answers.pinCodes, `/c/api/pin-codes/json/?filter_codes=${pin}`);
    return found[0] ?? { isServed: false, collectsCash: false };
  }

  /** Null if Delhivery does not say: the wire format of this address is not certain. */
  async function findDays(pin: string): Promise<number | null> {
    const query = new URLSearchParams({ origin_pin: pickupPin, destination_pin: pin, mot: mode, pdt: "B2C" });
    return ask(answers.transitTime, `/api/dc/expected_tat?${query}`).then(
      ({ data }) => data.tat,
      () => null,
    );
  }

  async function findCharge({ pin, grams, collectPaise }: QuoteQuestion): Promise<number | null> {
    const query = new URLSearchParams({
      md: mode,
      cgm: String(grams),
      o_pin: pickupPin,
      d_pin: pin,
      ss: "Delivered",
      pt: collectPaise > 0 ? "COD" : "Pre-paid",
    });
    return ask(answers.charges, `/api/kinko/v1/invoice/charges/.json?${query}`).then(
      // The staging host answers 0 to everything.
      ([first]) => (first && first.total_amount > 0 ? Math.round(first.total_amount * 100) : null),
      () => null,
    );
  }

  async function askShipments(query: URLSearchParams) {
    try {
      return (await ask(answers.shipments, `/api/v1/packages/json/?${query}`)).ShipmentData ?? [];
    } catch (error) {
      if (isCarrierError(error) && /no such waybill|data does not exist/i.test(error.message)) return [];
      throw error;
    }
  }

  async function find(reference: string): Promise<CarrierBooking | null> {
    const found = await askShipments(new URLSearchParams({ ref_ids: reference }));
    const one = found.find(({ Shipment }) => Shipment.ReferenceNo === reference)?.Shipment;
    if (!one) return null;
    return { ids: {}, trackingNumber: one.AWB, courier: name, isCancelled: readStatus(one.Status) === "cancelled" };
  }

  return {
    id: "delhivery",
    name,
    trackingUrl: (number) => `https://www.delhivery.com/track-v2/package/${encodeURIComponent(number)}`,

    async findService(pin) {
      const [service, days] = await Promise.all([findPin(pin), findDays(pin)]);
      return { ...service, days: service.isServed ? days : null };
    },

    async findQuotes(question) {
      const [service, days, chargePaise] = await Promise.all([
        findPin(question.pin),
        findDays(question.pin),
        findCharge(question),
      ]);
      if (!service.isServed || (question.collectPaise > 0 && !service.collectsCash)) return [];
      return [{ option: "", name: `${name} Surface`, chargePaise, days }];
    },

    find,

    async book(parcel, begun) {
      if (begun) return begun;
      const data = JSON.stringify(describeShipment(parcel, pickupPlace));
      const form = new URLSearchParams({ format: "json", data });
      let why: string;
      try {
        const { packages, rmk } = await ask(answers.created, "/api/cmu/create.json", { form });
        const [made] = packages;
        if (made?.status.toLowerCase() === "success" && made.waybill !== "")
          return { ids: {}, trackingNumber: made.waybill, courier: name, isCancelled: false };
        const remarks = made?.remarks ?? "";
        why = [typeof remarks === "string" ? remarks : remarks.join(" "), rmk].filter(Boolean).join(" ");
      } catch (error) {
        if (!isCarrierError(error) || error.kind !== "refused") throw error;
        why = error.message.replace(`${name}: `, "");
      }
      // A failure may be "partially saved", which is a parcel, and a duplicate is refused.
      const saved = await find(parcel.reference);
      if (saved && !saved.isCancelled) return saved;
      throw new CarrierError(
        /partially saved/i.test(why) ? "unanswered" : "refused",
        `${name}: ${shorten(why || "the parcel was refused.")}`,
      );
    },

    async findLabel({ trackingNumber }) {
      const query = new URLSearchParams({ wbns: trackingNumber, pdf: "True" });
      const { packages } = await ask(answers.packingSlip, `/api/p/packing_slip?${query}`);
      const link = packages[0]?.pdf_download_link ?? "";
      if (link.startsWith("https:")) return link;
      throw new CarrierError("refused", `${name} has no label for ${trackingNumber} yet. Try again in a minute.`);
    },

    async requestPickup(_booking, day) {
      const body = {
        pickup_location: pickupPlace,
        pickup_date: day,
        pickup_time: "11:00:00",
        expected_package_count: 1,
      };
      try {
        const answer = await ask(answers.pickup, "/fm/request/new/", { body });
        if (!answer.pr_exist && answer.error) throw new CarrierError("refused", answer.error.message ?? "");
        return answer.pr_exist
          ? "A pickup is planned already."
          : `Pickup planned for ${nameMoment(answer.pickup_date || day)}.`;
      } catch (error) {
        // A warehouse has one open request, which takes along all parcels.
        if (isCarrierError(error) && /exist|already/i.test(error.message)) return "A pickup is planned already.";
        throw error;
      }
    },

    async track(trackingNumbers) {
      const found = await askShipments(new URLSearchParams({ waybill: trackingNumbers.join(",") }));
      return found.map(({ Shipment: { AWB: trackingNumber, Status: status } }) => ({
        trackingNumber,
        news: readStatus(status),
        words: shorten([status.Status, status.Instructions].filter(Boolean).join(": ")),
      }));
    },

    async cancel({ trackingNumber }) {
      const body = { waybill: trackingNumber, cancellation: "true" };
      const { status, remark, error } = await ask(answers.cancelled, "/api/p/edit", { body });
      if (String(status).toLowerCase() === "true") return;
      throw new CarrierError("refused", `${name}: ${shorten(error || remark || "it did not cancel the parcel.")}`);
    },

    readHint(body) {
      return answers.scan.safeParse(body).data?.Shipment.AWB ?? null;
    },

    async findTrouble() {
      try {
        const { isServed } = await findPin(pickupPin);
        return isServed ? null : `Delhivery does not serve the PIN code ${pickupPin}.`;
      } catch (error) {
        if (isCarrierError(error)) return error.message;
        throw error;
      }
    },
  };
}

/** The parcel as Delhivery wants it. It must not contain the characters `&`, `%`, `#`, `;` and `\`. */
function describeShipment(parcel: ParcelToBook, pickupPlace: string) {
  const { seller, books } = parcel;
  const clean = (text: string) =>
    text
      .replaceAll(/[&%#;\\]/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  return {
    shipments: [
      {
        name: clean(parcel.name),
        add: clean(parcel.addressLines.join(", ")),
        pin: parcel.pin,
        city: clean(parcel.city),
        state: parcel.state,
        country: "India",
        phone: parcel.phone.slice(-10),
        order: parcel.reference,
        payment_mode: parcel.collectPaise > 0 ? "COD" : "Prepaid",
        cod_amount: parcel.collectPaise / 100,
        total_amount: parcel.valuePaise / 100,
        products_desc: clean(books.map(({ title, copies }) => `${copies} x ${title}`).join(", ")).slice(0, 500),
        hsn_code: "4901",
        quantity: String(books.reduce((sum, { copies }) => sum + copies, 0)),
        weight: parcel.grams,
        shipment_length: Math.ceil(parcel.lengthMm / 10),
        shipment_width: Math.ceil(parcel.widthMm / 10),
        shipment_height: Math.ceil(parcel.heightMm / 10),
        shipping_mode: "Surface",
        order_date: parcel.orderedAt.toISOString(),
        waybill: "",
        seller_name: clean(seller.name),
        seller_add: clean(seller.address),
        ...(seller.gstin && { seller_gst_tin: seller.gstin }),
      },
    ],
    pickup_location: { name: pickupPlace },
  };
}
