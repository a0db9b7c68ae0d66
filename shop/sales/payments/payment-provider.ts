/** The interface of payment providers, in the shop's terms; each provider implements it in a folder of its own. */
import type { WidgetOpening } from "./payment-widget.ts";
import { nameProvider, type ProviderId } from "./provider-names.ts";
import type { QrCodeProvider } from "./qr-code-provider.ts";

/** One of the shop's words, or the provider's own for an unknown value, which is stored and shown without effect. */
type Reported<Known extends string> = Known | (string & {});

/** An order of the shop as opened at the provider; a row of `payment_attempts`. */
export interface ProviderOrder {
  provider: ProviderId;
  id: string;
  amountPaise: number;
  paidPaise: number;
  currency: string;
  /** `created`, `attempted` or `paid`; other words of the provider have no effect. */
  status: string;
}

export interface ProviderCard {
  network: string;
  last4: string;
}

export interface ProviderPayment {
  provider: ProviderId;
  id: string;
  /** The id of the provider's order. */
  orderId: string | null;
  amountPaise: number;
  refundedPaise: number;
  currency: string;
  /** `authorized`: the bank has agreed, but the money is not captured yet. */
  status: Reported<"created" | "failed" | "authorized" | "captured" | "refunded">;
  /** `card`, `upi`, `netbanking`, `wallet` and others; may be empty. */
  method: string;
  /** Whether it was made with a card. If `card` is null, the card can be read with `readCard`. */
  isByCard: boolean;
  card: ProviderCard | null;
  upiHandle: string;
  /** The provider's offer that reduced the payment below the order's total; may be empty. */
  offerId: string;
  errorReason: string;
  errorDescription: string;
}

export interface ProviderRefund {
  provider: ProviderId;
  id: string;
  paymentId: string;
  amountPaise: number;
  /** The idempotency key of the shop's request; null if the refund was made elsewhere. */
  receipt: string | null;
  /** `pending` also for statuses that the shop does not know. */
  state: "pending" | "processed" | "failed";
  /** The provider's status, if the shop does not know it. */
  remark: string;
}

/** A payment by the provider's ids: of its order, and of the payment itself. */
export interface PaymentKey {
  orderId: string;
  paymentId: string;
}

/** A refund to be made; the idempotency key ensures that it is made once. */
export interface RefundRequest extends PaymentKey {
  amountPaise: number;
  /** Also the receipt, by which a refund is found after the provider has forgotten the idempotency key. */
  idempotencyKey: string;
  reason: string;
}

/** A payment, a refund or another item of a payout. `feePaise` includes `taxPaise`. */
export interface SettledItem {
  /** The provider's id of the payment, refund or other item. */
  entityId: string;
  kind: Reported<"payment" | "refund" | "transfer" | "adjustment">;
  payoutId: string;
  /** When the payout was sent to the bank, in Unix seconds. */
  settledAt: number;
  /** The bank's number of the transfer (unique transaction reference); may be empty. */
  utr: string;
  currency: string;
  amountPaise: number;
  creditPaise: number;
  debitPaise: number;
  feePaise: number;
  taxPaise: number;
  description: string;
}

/** The items paid out on a day, and the number of unreadable rows. */
export interface SettledDay {
  items: SettledItem[];
  unreadable: number;
}

/** The part of a webhook that is parsed before it is stored. */
export interface ProviderEvent {
  /** The provider's id of the event; not signed, so for information only. */
  id: string;
  /** The provider's event type; `unreadable` if the format is unknown. */
  type: string;
  /** The provider's order or QR code to check; a payment without either, whose code is asked for; null for other events. */
  orderId: string | null;
}

/** A successful payment that a webhook names. What it says of the payment is not believed, only asked about. */
export interface ReportedPayment extends PaymentKey {
  /** Whether the order is said to be paid and no other payment was ever begun for it. */
  isOnly: boolean;
}

/** A dispute (chargeback): the reader's bank demands money back. */
export interface ProviderDispute {
  id: string;
  paymentId: string;
  amountPaise: number | null;
  /** May be empty. */
  reason: string;
  state: Reported<"to-answer" | "under-review" | "won" | "lost" | "closed">;
  /** Deadline of the answer. */
  respondBy: Date | null;
}

/** The provider's signed proof of an authorised payment, which came through the reader's browser. */
export interface PaymentProof {
  orderId: string;
  /** Null if the provider proves only the order. */
  paymentId: string | null;
  /** The fields as received. */
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

/** An order of the shop to be opened at the provider; each provider sends what its API asks for. */
export interface OrderOpening {
  amountPaise: number;
  /** Identifies the order at the provider: the same receipt opens no second order. */
  receipt: string;
  /** The number of the order. */
  shopOrder: string;
  reader: Payer;
  /** Where to redirect the browser after the payment, if the provider's page replaces the shop's. */
  returnUrl: string;
  /** End of the reservation of the copies. */
  expiresAt: Date;
}

/** What a provider may learn of the person who pays. */
export interface Payer {
  name: string;
  email: string;
  phone: string;
}

/** An order for which the widget is opened. */
export interface WidgetOrder {
  number: string;
  /** The id of the provider's order. */
  providerOrderId: string;
  totalPaise: number;
  reader: Payer;
  shopName: string;
  publicUrl: string;
  timeoutSeconds: number;
  /** Where to redirect the browser if the widget cannot call back the page that opened it; null if it can. */
  returnUrl: string | null;
}

/**
 * A request to a provider failed: `unreachable` if the result is unknown, `refused` if the provider rejected it.
 * Rejected API keys are `unreachable`, because they say nothing about the request.
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

/** The shop's side of a provider's API. Every method that sends a request throws ProviderError. */
export interface PaymentProvider {
  readonly id: ProviderId;
  /** Public name. */
  readonly name: string;
  /** `live` keys take real money. */
  readonly keys: "stand-in" | "test" | "live";
  readonly apiBase: string;
  /** Smallest total of an order. */
  readonly leastPaise: number;
  /** Advice to the bookseller where to compare the keys. */
  readonly keysAdvice: string;
  /** Advice to the bookseller where to set up webhooks to this address. */
  adviseOnWebhooks: (url: string) => string;

  /** Opens an order of this amount; idempotent by receipt. */
  createOrder: (opening: OrderOpening) => Promise<ProviderOrder>;
  readOrder: (orderId: string) => Promise<ProviderOrder>;
  /** The payments of an order; unreadable ones are logged and omitted. */
  listPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** One payment, with its card. */
  readPayment: (payment: PaymentKey) => Promise<ProviderPayment>;
  /** The card of a payment; null if the provider does not return it within two seconds. */
  readCard: (payment: PaymentKey) => Promise<ProviderCard | null>;
  /** Captures an authorized payment; one that is already captured is returned unchanged. */
  capturePayment: (payment: PaymentKey, amountPaise: number) => Promise<ProviderPayment>;
  createRefund: (request: RefundRequest) => Promise<ProviderRefund>;
  /** The refunds of a payment; unreadable ones are logged and omitted. */
  listRefunds: (payment: PaymentKey) => Promise<ProviderRefund[]>;
  /** The refund with this receipt, or null; throws if one is unreadable, because it may be the wanted one. */
  findRefund: (payment: PaymentKey, receipt: string) => Promise<ProviderRefund | null>;
  /** The readable refunds of all payments since `since`, newest first. */
  listRefundsSince: (since: Date) => Promise<ProviderRefund[]>;
  /** The items paid out on a day (India), such as `2026-11-20`. */
  listSettled: (day: string) => Promise<SettledDay>;
  /** Advice to the bookseller how to avoid payments like this one, which differs from the order's total. */
  adviseOnAmount: (payment: ProviderPayment, totalPaise: number) => string;

  /** The proof in the fields from a browser: null if absent, `forged` if the signature is wrong. */
  readProof: (field: (name: string) => string | null) => PaymentProof | "forged" | null;
  /** Checks the signature over the raw bytes of a webhook's body. */
  isSignedWebhook: (rawBody: Buffer, headers: Headers) => boolean;
  readWebhook: (body: string, headers: Headers) => ProviderEvent;
  /** The successful payment that a stored event names; null if it is about something else or unreadable. */
  readReportedPayment: (type: string, body: string) => ReportedPayment | null;
  /** The dispute in a stored event, null if it is about something else; throws if it is unreadable. */
  readDispute: (type: string, body: string) => ProviderDispute | null;

  /** Null if the provider has none. An order of a code is read and refunded like any other, by the code's id. */
  readonly qrCodes: QrCodeProvider | null;

  /** URL of the widget's script. */
  readonly checkoutSrc: string;
  describeWidget: (order: WidgetOrder) => WidgetOpening | Promise<WidgetOpening>;
  findWidgetHosts: () => WidgetHosts;
  /** Origin whose frames may use the Payment Request API (`payment` of the Permissions-Policy). */
  readonly paymentOrigin: string;
}

/** The providers with keys in the settings. The first takes new payments, the others serve the payments they took. */
export type PaymentProviders = readonly [PaymentProvider, ...PaymentProvider[]];

/**
 * Runs a task for each provider, one after another, and adds up its results. Continues with the others after an error,
 * and at the end throws the first error that is not a ProviderError, or else the first. Other errors are logged.
 */
export async function sumOverProviders(
  providers: PaymentProviders,
  task: (provider: PaymentProvider) => Promise<number>,
): Promise<number> {
  let sum = 0;
  const failures: { provider: PaymentProvider; error: unknown }[] = [];
  for (const provider of providers) {
    try {
      sum += await task(provider);
    } catch (error) {
      failures.push({ provider, error });
    }
  }
  const thrown = failures.find(({ error }) => !(error instanceof ProviderError)) ?? failures[0];
  for (const failure of failures)
    if (failure !== thrown) console.error(`${failure.provider.name} failed`, failure.error);
  if (thrown) throw thrown.error;
  return sum;
}

/** The provider of a payment. Throws ProviderError if the settings have no keys for it. */
export function providerOf(providers: PaymentProviders, id: string): PaymentProvider {
  const found = providers.find((provider) => provider.id === id);
  if (!found) throw new ProviderError(id, "unreachable", `The shop has no keys for ${nameProvider(id)}.`);
  return found;
}

/** The proof of any provider in the fields from a browser; see `readProof`. */
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
