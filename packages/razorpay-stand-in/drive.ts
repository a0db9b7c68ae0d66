/** Functions for tests, which call the stand-in as a shop does and pay as a buyer does. */
import type { RazorpayStandIn } from "./razorpay.ts";

/** A mounted stand-in with its keys. */
export type Mount = { standIn: RazorpayStandIn; origin: string; basePath: string; keyId: string; keySecret: string };

/** The properties that a buyer's browser knows; without the secret. */
type BuyersMount = Omit<Mount, "standIn" | "keySecret"> & { standIn: Pick<RazorpayStandIn, "fetch"> };

/** A response with its parsed body. */
export type Read = { status: number; body: any; headers: Headers };

/** Calls the REST API as the shop does, with its keys. */
export async function callApi(
  mount: Mount,
  call: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Read> {
  const [method = "GET", path = ""] = call.split(" ");
  const authorization = `Basic ${Buffer.from(`${mount.keyId}:${mount.keySecret}`).toString("base64")}`;
  return send(mount, method, `/v1${path}`, body, { authorization, ...headers });
}

/** A payment method other than a card. */
export type OtherMethod =
  | { method: "upi"; vpa: string }
  | { method: "netbanking"; bank: string }
  | { method: "wallet"; wallet: string };

/** A payment by a buyer. The test card determines the reason for a failure. Contact and e-mail are filled in. */
export interface Purchase {
  orderId: string;
  card?: string;
  /** The payment method, if it is not a card. */
  by?: OtherMethod;
  choice?: "success" | "failure";
  otp?: string;
}

/** Pays as a buyer does in the card form (or by another method) and on the bank page, without a browser. */
export async function payByCard(mount: BuyersMount, purchase: Purchase): Promise<Read> {
  const begun = await beginPayment(mount, purchase);
  return begun.status === 200 ? answerBank(mount, begun.body, purchase) : begun;
}

/** Starts a payment, up to the bank page. */
export async function beginPayment(
  mount: BuyersMount,
  { orderId, by, card = "4100280000001007" }: Purchase,
): Promise<Read> {
  return send(mount, "POST", "/v1/checkout/payments", {
    key_id: mount.keyId,
    order_id: orderId,
    email: "reader@example.com",
    contact: "9000090000",
    ...(by ?? { card: { number: card, expiry: "12/99", cvv: "1234" } }),
  });
}

/** Pays a QR code as a buyer's UPI app does, with its fixed amount. The stand-in must have its control page. */
export async function payQrCode(mount: Omit<Mount, "keyId" | "keySecret">, codeId: string): Promise<Read> {
  return send({ ...mount, keyId: "" }, "POST", "/control/dashboard", { do: "pay-code", code_id: codeId });
}

/** Submits the choice on the bank page. */
export async function answerBank(
  mount: BuyersMount,
  { payment_id, token }: { payment_id: string; token: string },
  { choice = "success", otp = "1234" }: Pick<Purchase, "choice" | "otp"> = {},
): Promise<Read> {
  return send(mount, "POST", `/v1/checkout/payments/${payment_id}/bank`, { token, choice, otp });
}

async function send(
  mount: BuyersMount,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Read> {
  const response = await mount.standIn.fetch(
    new Request(mount.origin + mount.basePath + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}
