import type { RazorpayStandIn } from "./razorpay.ts";

/** Where a stand-in is mounted and the keys it was given. */
export type Mount = { standIn: RazorpayStandIn; origin: string; basePath: string; keyId: string; keySecret: string };

/** What a buyer's browser knows of it: no secret. */
type BuyersMount = Omit<Mount, "standIn" | "keySecret"> & { standIn: Pick<RazorpayStandIn, "fetch"> };

/** An answer, read. */
export type Read = { status: number; body: any; headers: Headers };

/** For tests: the shop's side of the wire, one authorised call to the REST API. */
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

/** A way to pay that is no card. */
export type OtherMethod =
  | { method: "upi"; vpa: string }
  | { method: "netbanking"; bank: string }
  | { method: "wallet"; wallet: string };

/** How a buyer pays: the documented card decides what Failure means; contact and e-mail are filled in. */
export interface Purchase {
  orderId: string;
  card?: string;
  /** Instead of a card. */
  by?: OtherMethod;
  choice?: "success" | "failure";
  otp?: string;
}

/** For tests: a buyer who fills in the card form, or chooses another way, and answers the bank page, without a browser. */
export async function payByCard(mount: BuyersMount, purchase: Purchase): Promise<Read> {
  const begun = await beginPayment(mount, purchase);
  return begun.status === 200 ? answerBank(mount, begun.body, purchase) : begun;
}

/** For tests: the first half, up to the bank page. */
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

/** For tests: the second half, on the bank page. */
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
