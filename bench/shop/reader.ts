import { sendRequest } from "#proving-ground/load/send-request.ts";

/** Where a reader finds the shop and the payment window. */
export interface ShopAddresses {
  /** The address of every process of the shop, as readers see it. */
  publicUrl: string;
  /** The process a request goes to, such as `http://127.0.0.1:3001`. */
  pickShop: () => string;
  razorpayUrl: string;
  keyId: string;
}

/** What the shop answered; `body` is null for what is not JSON. */
export interface Answer {
  status: number;
  body: any;
  location: string | null;
  /** What the next page is to say. */
  flash: string | null;
}

/** A reader's browser, without the browser: requests with one cookie, and the payment window. */
export interface Reader {
  /** Asks for a page or posts a form; throws when nobody answers. */
  ask: (path: string, fields?: Record<string, string>) => Promise<Answer>;
  /** Gives a card and answers the bank: the proof for the shop, or null when the bank or Razorpay said no. */
  pay: (providerOrderId: string, choice?: "success" | "failure") => Promise<Record<string, string> | null>;
  /** Gives a card and goes away from the bank's page. */
  beginPayment: (providerOrderId: string) => Promise<{ payment_id: string; token: string } | null>;
  /** How long the shop has kept this reader waiting, in milliseconds; the payment form and the bank are not its time. */
  shopMs: () => number;
}

/** Where every parcel goes. */
export const delivery = {
  email: "meera@example.com",
  name: "Meera Nair",
  phone: "9876543210",
  addressLine1: "12 Church Street",
  addressLine2: "",
  city: "Bengaluru",
  stateCode: "KA",
  pin: "560001",
};

const goodCard = "4100280000001007";

let readers = 0;

/** A reader who has not been here before. */
export function newReader({ publicUrl, pickShop, razorpayUrl, keyId }: ShopAddresses): Reader {
  let cookie = "";
  let shopMs = 0;
  // Where the shop trusts its proxy, each reader comes from a network of their own.
  const network = `10.${readers >> 16}.${(readers >> 8) & 255}.${readers & 255}`;
  readers += 1;

  async function ask(path: string, fields?: Record<string, string>): Promise<Answer> {
    const begun = performance.now();
    const { status, header, cookies, text } = await sendRequest(
      pickShop() + path,
      {
        accept: path.startsWith("/orders/") ? "text/html" : "application/json",
        origin: publicUrl,
        "x-forwarded-for": network,
        cookie,
        ...(fields ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      fields && new URLSearchParams(fields).toString(),
    );
    shopMs += performance.now() - begun;
    const token = cookies.find((line) => line.startsWith("cart="));
    if (token) cookie = token.replace(/;.*/, "");
    const flash = cookies.find((line) => line.startsWith("flash="));
    const isJson = header("content-type")?.includes("json");
    return {
      status,
      body: isJson ? JSON.parse(text) : null,
      location: header("location") ?? null,
      flash: flash?.slice("flash=".length).split(";")[0] ?? null,
    };
  }

  async function atRazorpay(path: string, body: unknown): Promise<any> {
    const { status, text } = await sendRequest(
      `${razorpayUrl}/v1/checkout/payments${path}`,
      { "content-type": "application/json" },
      JSON.stringify(body),
    );
    return status === 200 ? JSON.parse(text) : null;
  }

  function beginPayment(providerOrderId: string) {
    return atRazorpay("", {
      key_id: keyId,
      order_id: providerOrderId,
      email: delivery.email,
      contact: delivery.phone,
      card: { number: goodCard, expiry: "12/39", cvv: "123" },
    });
  }

  return {
    ask,
    beginPayment,
    async pay(providerOrderId, choice = "success") {
      const begun = await beginPayment(providerOrderId);
      if (!begun) return null;
      const bank = await atRazorpay(`/${begun.payment_id}/bank`, { token: begun.token, choice, otp: "1234" });
      return bank?.razorpay_signature ? bank : null;
    },
    shopMs: () => shopMs,
  };
}
