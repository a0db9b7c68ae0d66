/** Razorpay's `notes`: at most 15 pairs of at most 256 characters. */
export type Notes = Record<string, string>;

/** `paid` is final: it stays after refunds. */
export type OrderStatus = "created" | "attempted" | "paid";

/** When an authorised payment of the order is taken, and for how long it may wait. */
export type CapturePlan = { mode: "automatic" | "manual"; automaticMinutes: number; manualMinutes: number };

/** An order as stored; wire fields have Razorpay's names, amounts are paise, times are Unix seconds. */
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
 * `failed` is not final: the bank may still say yes (late authorisation). The stand-in itself uses "created", "failed",
 * "authorized", "captured" and "refunded"; a fault may write any other word.
 */
export type PaymentStatus = string;

/** Why an attempt failed, as in `error_*` of the payment and in the widget's event. */
export type PaymentError = { code: string; description: string; source: string; step: string; reason: string };

/** All that is stored of a card: never its number. */
export type Card = { id: string; last4: string; network: string; issuer: string; international: boolean };

/** What an attempt is paid with: the fields of the method that is used are filled, the others are null. */
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
  /** The offer that made the amount smaller than the order's. */
  offer_id: string | null;
  /** What the customer pays beyond the order's amount, when the fee is theirs. */
  customerFee: number;
  fee: number | null;
  tax: number | null;
  error: PaymentError | null;
  authCode: string | null;
  rrn: string | null;
  late_authorized: boolean;
  created_at: number;
  /** What this card fails with when the bank page says Failure. */
  failsWith: string;
  /** Known only to the frame that began the attempt. */
  frameToken: string;
};

/** Money going back; `pending` may end in `processed` or `failed`. */
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

/** A buyer's complaint to the bank about a captured payment. */
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

/** One try at handing an event to the shop. */
export type WebhookDelivery = { at: number; status: number | null; problem: string | null; milliseconds: number };

/** One webhook event and how its deliveries went. */
export interface WebhookEvent {
  id: string;
  event: string;
  body: string;
  secret: string;
  created_at_ms: number;
  state: "waiting" | "delivered" | "dropped" | "given-up" | "unsent";
  deliveries: WebhookDelivery[];
}

/** Something that will happen by itself, and whether `settled()` waits for it. */
export interface Task {
  id: string;
  atMs: number;
  kind: "bank-silence" | "late-authorization" | "authorization-expiry" | "refund-outcome";
  subject: string;
  outcome?: "processed" | "failed";
  isAwaited: boolean;
}
