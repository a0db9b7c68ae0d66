import { sendRequest } from "#proving-ground/load/send-request.ts";

/** The addresses of the shop and of the payment window. */
export interface ShopAddresses {
  /** The public address, which is the same for all processes of the shop. */
  publicUrl: string;
  /** Returns the address of the process that gets the next request, such as `http://127.0.0.1:3001`. */
  pickShop: () => string;
  razorpayUrl: string;
  keyId: string;
}

/** A response of the shop. `body` is null if the response is not JSON. */
export interface Answer {
  status: number;
  body: any;
  location: string | null;
  /** The message that the next page will show. */
  flash: string | null;
}

/** A reader without a browser: sends requests with one cookie, and pays as in the payment window. */
export interface Reader {
  /** Requests a page or posts a form. Throws if there is no response. */
  ask: (path: string, fields?: Record<string, string>) => Promise<Answer>;
  /**
   * Enters a card and chooses success or failure on the bank page. Returns the proof of payment for the shop, or null
   * if the bank or Razorpay refused.
   */
  pay: (providerOrderId: string, choice?: "success" | "failure") => Promise<Record<string, string> | null>;
  /** Enters a card, and leaves at the bank page. */
  beginPayment: (providerOrderId: string) => Promise<{ payment_id: string; token: string } | null>;
  /** How long the shop has kept this reader waiting, in milliseconds; excludes the payment form and the bank. */
  shopMs: () => number;
}

/** The delivery address of every order. */
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

/** Creates a reader who has not visited the shop before. */
export function newReader({ publicUrl, pickShop, razorpayUrl, keyId }: ShopAddresses): Reader {
  let cookie = "";
  let shopMs = 0;
  // If the shop trusts its proxy, each reader comes from a network of their own.
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
