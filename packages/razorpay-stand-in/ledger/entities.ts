/** The entities of the ledger: orders, QR codes, payments, refunds, disputes, webhook events and planned tasks. */
export type Notes = Record<string, string>;

/** The status of an order. `paid` is final: an order stays `paid` after refunds. */
export type OrderStatus = "created" | "attempted" | "paid";

/** Whether authorised payments of the order are captured automatically, and how many minutes they may wait. */
export type CapturePlan = { mode: "automatic" | "manual"; automaticMinutes: number; manualMinutes: number };

/** An order as stored. Field names are those of the API, amounts are in paise, times in Unix seconds. */
export interface Order {
  id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  receipt: string | null;
  status: OrderStatus;
  attempts: number;
  notes: Notes;
  created_at: number;
  capturePlan: CapturePlan;
}

/**
 * The status of a payment. `failed` is not final, because the bank may authorise the payment late. The stand-in uses
 * "created", "failed", "authorized", "captured" and "refunded"; a fault may set any other text.
 */
export type PaymentStatus = string;

/** Why an attempt failed, as in `error_*` of the payment and in the widget's event. */
export type PaymentError = { code: string; description: string; source: string; step: string; reason: string };

/** The stored data of a card, which never include its number. */
export type Card = { id: string; last4: string; network: string; issuer: string; international: boolean };

/** The payment method of an attempt. The fields of the method are set, the others are null. */
export interface Instrument {
  method: string;
  card: Card | null;
  /** The UPI address. */
  vpa: string | null;
  /** The bank's code, such as `HDFC`. */
  bank: string | null;
  wallet: string | null;
}

/** One attempt to pay an order. */
export type Payment = Instrument & {
  id: string;
  /** The order, or the QR code, that it pays. */
  order_id: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  captured: boolean;
  amount_refunded: number;
  description: string | null;
  email: string;
  contact: string;
  notes: Notes;
  /** The offer that reduced the amount. */
  offer_id: string | null;
  /** The fee in paise that the customer pays in addition, if fees are charged to customers. */
  customerFee: number;
  fee: number | null;
  tax: number | null;
  error: PaymentError | null;
  authCode: string | null;
  rrn: string | null;
  late_authorized: boolean;
  created_at: number;
  /** The reason for a failure that the bank page would report. */
  failsWith: string;
  /** A secret of the frame that began the attempt. */
  frameToken: string;
};

/** A QR code as stored. */
export interface QrCode {
  id: string;
  name: string;
  usage: "single_use" | "multiple_use";
  fixed_amount: boolean;
  payment_amount: number | null;
  description: string;
  customer_id: string | null;
  status: "active" | "closed";
  payments_amount_received: number;
  payments_count_received: number;
  close_by: number | null;
  closed_at: number | null;
  close_reason: "on_demand" | "paid" | null;
  notes: Notes;
  created_at: number;
}

/** A refund is `pending` until it is `processed` or has `failed`. */
export type RefundStatus = "pending" | "processed" | "failed";

/** One refund of one payment. */
export interface Refund {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  notes: Notes;
  receipt: string | null;
  status: RefundStatus;
  speed_requested: "normal" | "optimum";
  created_at: number;
}

/** A buyer's dispute of a captured payment. */
export interface Dispute {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  reason_code: string;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  respond_by: number;
  created_at: number;
}

/** One delivery attempt of an event. */
export type WebhookDelivery = { at: number; status: number | null; problem: string | null; milliseconds: number };

/** One webhook event with its deliveries. */
export interface WebhookEvent {
  id: string;
  event: string;
  body: string;
  secret: string;
  created_at_ms: number;
  state: "waiting" | "delivered" | "dropped" | "given-up" | "unsent";
  deliveries: WebhookDelivery[];
}

/** A planned change of state. If `isAwaited`, `settled()` waits for it. */
export interface Task {
  id: string;
  atMs: number;
  kind: "bank-silence" | "late-authorization" | "authorization-expiry" | "refund-outcome";
  subject: string;
  outcome?: "processed" | "failed";
  isAwaited: boolean;
}
