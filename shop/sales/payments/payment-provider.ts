/** What the shop asks of a payment provider, in its own terms; each provider implements it in a folder of its own. */
import type { WidgetOpening } from "./payment-widget.ts";
import { nameProvider, type ProviderId } from "./provider-names.ts";

/** A word of the shop's, or the provider's own where the shop has none: it is kept and shown, and says nothing of money. */
type Reported<Known extends string> = Known | (string & {});

/** An order of the shop's as it is opened at the provider; a payment attempt in the records. */
export interface ProviderOrder {
  provider: ProviderId;
  id: string;
  amountPaise: number;
  paidPaise: number;
  currency: string;
  /** `created`, `attempted` or `paid`; another word of the provider's says nothing of money. */
  status: string;
}

export interface ProviderCard {
  network: string;
  last4: string;
}

export interface ProviderPayment {
  provider: ProviderId;
  id: string;
  /** The provider's order that it is for. */
  orderId: string | null;
  amountPaise: number;
  refundedPaise: number;
  currency: string;
  /** `authorized`: the bank has agreed, and the money is not the shop's yet. */
  status: Reported<"created" | "failed" | "authorized" | "captured" | "refunded">;
  /** `card`, `upi`, `netbanking`, `wallet` and others; may be empty. */
  method: string;
  /** It was made with a card; one that `card` does not name may be asked for. */
  isByCard: boolean;
  card: ProviderCard | null;
  upiHandle: string;
  /** An offer of the provider's that made the payment smaller than its order; may be empty. */
  offerId: string;
  errorReason: string;
  errorDescription: string;
}

export interface ProviderRefund {
  provider: ProviderId;
  id: string;
  paymentId: string;
  amountPaise: number;
  /** The idempotency key that the shop asked with; null when the shop did not ask for it. */
  receipt: string | null;
  /** Until the provider says in a word that the shop knows how a refund ended, it is pending. */
  state: "pending" | "processed" | "failed";
  /** What the provider calls it, when that is no word the shop knows. */
  remark: string;
}

/** A refund to be made: the idempotency key makes it happen once, however often it is asked for. */
export interface RefundRequest {
  paymentId: string;
  amountPaise: number;
  /** Also the receipt, by which a refund is found again after the provider has forgotten the idempotency key. */
  idempotencyKey: string;
  reason: string;
}

/** A payment, a refund or another item in a payout. `feePaise` includes `taxPaise`. */
export interface SettledItem {
  /** The provider's number of the payment, the refund or whatever it is. */
  entityId: string;
  kind: Reported<"payment" | "refund" | "transfer" | "adjustment">;
  payoutId: string;
  /** When the payout was sent to the bank, in seconds since 1970. */
  settledAt: number;
  /** The bank's number of the payout; may be empty. */
  utr: string;
  currency: string;
  amountPaise: number;
  creditPaise: number;
  debitPaise: number;
  feePaise: number;
  taxPaise: number;
  description: string;
}

/** What was paid out on a day, and how many rows of it could not be read. */
export interface SettledDay {
  items: SettledItem[];
  unreadable: number;
}

/** What a webhook reports, as far as it is read before it is stored. */
export interface ProviderEvent {
  /** The provider's number of the event; not signed, so it is information only. */
  id: string;
  /** The provider's name of it; `unreadable` when it is in an unknown form. */
  type: string;
  /** The provider's order to look at, if the event names one. */
  orderId: string | null;
}

/** A reader's bank asks for money back. */
export interface ProviderDispute {
  id: string;
  paymentId: string;
  amountPaise: number | null;
  /** May be empty. */
  reason: string;
  state: Reported<"to-answer" | "under-review" | "won" | "lost" | "closed">;
  /** The answer is due by then. */
  respondBy: Date | null;
}

/** The provider's signed proof that a payment was authorised, as it came through the reader's browser. */
export interface PaymentProof {
  orderId: string;
  paymentId: string;
  /** As it was sent. */
  fields: Record<string, string>;
}

/** Hosts that the widget uses on the page that opens it, by directive of the Content-Security-Policy. */
export interface WidgetHosts {
  script: string[];
  frame: string[];
  connect: string[];
  image: string[];
  form: string[];
}

/** An order to open the widget for. */
export interface WidgetOrder {
  number: string;
  /** The provider's order. */
  providerOrderId: string;
  totalPaise: number;
  reader: { name: string; email: string; phone: string };
  shopName: string;
  publicUrl: string;
  timeoutSeconds: number;
  /** Where the browser is sent when the widget cannot call back the page that opened it; null where it can. */
  returnUrl: string | null;
}

/**
 * Why a provider gave no usable answer: nobody knows what happened, or it said no. That it does not take the shop's keys
 * says nothing about what was asked, and is `unreachable`.
 */
export class ProviderError extends Error {
  readonly provider: string;
  readonly kind: "unreachable" | "refused";

  constructor(provider: string, kind: "unreachable" | "refused", message: string) {
    super(message);
    this.name = `${nameProvider(provider)}Error`;
    this.provider = provider;
    this.kind = kind;
  }
}

/** The shop's side of a provider's API. Every verb that asks the provider throws a ProviderError. */
export interface PaymentProvider {
  readonly id: ProviderId;
  /** What people call it. */
  readonly name: string;
  readonly privacyPolicyUrl: string;
  /** `live` takes real money. */
  readonly keys: "stand-in" | "test" | "live";
  readonly apiBase: string;
  /** The smallest order that it takes. */
  readonly leastPaise: number;
  /** Names of the settings that have its keys, in a phrase. */
  readonly keysSettings: string;
  /** Where its keys are compared, as advice to the bookseller. */
  readonly keysAdvice: string;
  /** Where webhooks to this address are set up, as advice to the bookseller. */
  adviseOnWebhooks: (url: string) => string;

  /** Opens an order of this amount; the same receipt never opens two. */
  createOrder: (opening: { amountPaise: number; receipt: string; shopOrder: string }) => Promise<ProviderOrder>;
  readOrder: (orderId: string) => Promise<ProviderOrder>;
  /** Every payment of an order that can be read. One that cannot is named in the log and left out. */
  listPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** The card of a payment; null when the provider does not tell, for whatever reason, within two seconds. */
  readCard: (paymentId: string) => Promise<ProviderCard | null>;
  /** Captures an authorized payment; one that was captured meanwhile is returned as it is. */
  capturePayment: (paymentId: string, amountPaise: number) => Promise<ProviderPayment>;
  createRefund: (request: RefundRequest) => Promise<ProviderRefund>;
  /** Every refund of a payment that can be read. */
  listRefunds: (paymentId: string) => Promise<ProviderRefund[]>;
  /** The refund with this receipt, null when there is none; throws when one cannot be read, as it may be this one. */
  findRefund: (paymentId: string, receipt: string) => Promise<ProviderRefund | null>;
  /** Every refund made since then that can be read, of whatever payment, newest first. */
  listRefundsSince: (since: Date) => Promise<ProviderRefund[]>;
  /** What was paid out to the shop's bank on a day in India, `2026-11-20`. */
  listSettled: (day: string) => Promise<SettledDay>;
  /** How to avoid payments like this one, which is not of its order's total; for the bookseller. */
  adviseOnAmount: (payment: ProviderPayment, totalPaise: number) => string;

  /** The proof among fields that a browser sent: null when there is none, `forged` when its signature does not match. */
  readProof: (field: (name: string) => string | null) => PaymentProof | "forged" | null;
  /** Over the raw bytes of a webhook's body. */
  isSignedWebhook: (rawBody: Buffer, headers: Headers) => boolean;
  readWebhook: (body: string, headers: Headers) => ProviderEvent;
  /** Types of events that say no more than that a payment succeeded. */
  readonly successEvents: readonly string[];
  /** The dispute that a stored event is about, null when it is about none; throws when it cannot be read. */
  readDispute: (type: string, body: string) => ProviderDispute | null;

  /** The widget's script. */
  readonly checkoutSrc: string;
  describeWidget: (order: WidgetOrder) => WidgetOpening;
  findWidgetHosts: () => WidgetHosts;
  /** Whose frames may ask the browser to pay (`payment` of the Permissions-Policy). */
  readonly paymentOrigin: string;
}

/** The providers that the shop has keys for. The first one takes new payments; the others know the payments they took. */
export type PaymentProviders = readonly [PaymentProvider, ...PaymentProvider[]];

/** The provider at which something was paid. Throws a ProviderError when the shop has no keys for it. */
export function providerOf(providers: PaymentProviders, id: string): PaymentProvider {
  const found = providers.find((provider) => provider.id === id);
  if (!found) throw new ProviderError(id, "unreachable", `The shop has no keys for ${nameProvider(id)}.`);
  return found;
}

/** Any provider's proof among fields that a browser sent; see `readProof` of a provider. */
export function findProof(providers: PaymentProviders, fields: FormData | URLSearchParams) {
  for (const provider of providers) {
    const proof = provider.readProof((name) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : null;
    });
    if (proof !== null) return proof;
  }
  return null;
}
