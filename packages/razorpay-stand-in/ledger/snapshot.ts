import type { WebhookDelivery, Dispute, Order, Payment, QrCode, Refund, WebhookEvent } from "./entities.ts";
import type { Store } from "./store.ts";

/** An event without its secret, with a parsed body. */
export type EventSnapshot = Omit<WebhookEvent, "secret" | "body"> & { body: unknown };

/** A delivery with its event. */
export type DeliverySnapshot = WebhookDelivery & { eventId: string; event: string };

/** A copy of everything that happened, oldest first. */
export interface LedgerSnapshot {
  orders: readonly Order[];
  qrCodes: readonly QrCode[];
  payments: readonly Omit<Payment, "frameToken">[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  events: readonly EventSnapshot[];
  deliveries: readonly DeliverySnapshot[];
}

/** Copies the ledger for a test, without secrets. */
export function snapshot({ books }: Store): LedgerSnapshot {
  const copy = structuredClone(books);
  const events = Object.values(copy.events);
  return {
    orders: Object.values(copy.orders),
    qrCodes: Object.values(copy.qrCodes),
    payments: Object.values(copy.payments).map(({ frameToken: _secret, ...payment }) => payment),
    refunds: Object.values(copy.refunds),
    disputes: Object.values(copy.disputes),
    events: events.map(({ secret: _secret, body, ...event }) => ({ ...event, body: JSON.parse(body) })),
    deliveries: events
      .flatMap(({ id, event, deliveries }) => deliveries.map((delivery) => ({ ...delivery, eventId: id, event })))
      .toSorted((a, b) => a.at - b.at),
  };
}
