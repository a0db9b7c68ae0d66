/** Delivers webhook events to the shop as Razorpay does: signed, one request for each event, with retries. */
import type { WebhookDelivery, WebhookEvent } from "./ledger/entities.ts";
import type { RazorpayFaults } from "./faults.ts";
import type { Store } from "./ledger/store.ts";
import { webhookSignature } from "./signature.ts";
import { disableAfterSeconds, retryWaitSeconds } from "./webhook-ladder.ts";

/** The shop's webhook URL and the shared secret. `previousSecret` is the secret before the last rotation. */
export type WebhookAddress = { url: string; secret: string; previousSecret?: string };

export interface Webhook {
  configure(address: WebhookAddress): void;
  address(): { url: string; isDisabled: boolean } | null;
  /** Stores an event; the next `flush` sends it. */
  emit(event: string, entities: Record<string, unknown>): void;
  flush(): void;
  /** Resumes deliveries that a restart interrupted. */
  resume(): void;
  replay(eventId: string): boolean;
  /** The number of batches of events that are being delivered or are waiting. */
  underWay(): number;
  /** Delivers now the events that wait for a retry. */
  hurry(): void;
  forget(): void;
  close(): void;
}

interface WebhookParts {
  address?: WebhookAddress;
  ledger: Store;
  faults: RazorpayFaults;
  retryScale: number;
  timeoutMs: number;
  nowMs(): number;
  fetch: typeof fetch;
}

/** Creates a webhook sender; without an address it only stores events. */
export function createWebhook(parts: WebhookParts): Webhook {
  const { ledger, faults, nowMs } = parts;
  let address = parts.address ?? null;
  let isDisabled = false;
  let lastSuccessMs = 0;
  let batch: WebhookEvent[] = [];
  let running = 0;
  let era = 0;
  const sleepers = createSleepers();

  /** Stops all deliveries in progress: waiting ones wake up, find that `era` has changed, and return. */
  function endEra(): void {
    era += 1;
    batch = [];
    sleepers.wakeAll();
  }

  async function deliverOnce(event: WebhookEvent): Promise<boolean> {
    if (!address) return false;
    const delivery = await postEvent(parts, address.url, event);
    event.deliveries.push(delivery);
    const isAccepted = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
    if (isAccepted) lastSuccessMs = nowMs();
    return isAccepted;
  }

  async function deliverUntilAccepted(event: WebhookEvent): Promise<void> {
    const startedMs = performance.now();
    const startedAtMs = nowMs();
    const myEra = era;
    while (!isDisabled && era === myEra) {
      if (await deliverOnce(event)) {
        event.state = "delivered";
        return ledger.save();
      }
      ledger.save();
      const waitSeconds = retryWaitSeconds(event.event, event.deliveries.length);
      if (waitSeconds === null) break;
      await sleepers.sleep(waitSeconds * 1000 * parts.retryScale);
    }
    if (era !== myEra) return;
    const restMs = disableAfterSeconds * 1000 * parts.retryScale - (performance.now() - startedMs);
    if (!isDisabled) await sleepers.sleep(Math.max(0, restMs));
    if (era !== myEra) return;
    event.state = "given-up";
    if (lastSuccessMs < startedAtMs) isDisabled = true;
    ledger.save();
  }

  async function send(event: WebhookEvent): Promise<void> {
    const subject = { event: event.event };
    const myEra = era;
    const delay = faults.take("webhookDelay", subject);
    const duplicate = faults.take("webhookDuplicate", subject);
    if (delay) await sleepers.sleep(delay.seconds * 1000);
    if (era !== myEra) return;
    await deliverUntilAccepted(event);
    for (let copy = 0; copy < (duplicate?.copies ?? 0) && era === myEra; copy += 1) await deliverOnce(event);
    if (duplicate) ledger.save();
  }

  async function start(events: readonly WebhookEvent[], isOneByOne: boolean): Promise<void> {
    running += 1;
    try {
      if (isOneByOne) for (const event of events) await send(event);
      else await Promise.all(events.map(send));
    } finally {
      running -= 1;
    }
  }

  function willLeave(event: WebhookEvent): boolean {
    if (!address || isDisabled) event.state = "unsent";
    else if (faults.take("webhookDrop", { event: event.event })) event.state = "dropped";
    return event.state === "waiting";
  }

  return {
    configure(next) {
      address = next;
      isDisabled = false;
    },
    address() {
      return address && { url: address.url, isDisabled };
    },
    emit(name, entities) {
      const usesPrevious = address?.previousSecret && faults.take("webhookPreviousSecret", { event: name });
      const secret = (usesPrevious ? address?.previousSecret : address?.secret) ?? "";
      const event = newEvent({ id: ledger.newId(""), name, entities, secret, atMs: nowMs() });
      ledger.books.events[event.id] = event;
      batch.push(event);
    },
    flush() {
      const leaving = batch.filter(willLeave);
      batch = [];
      if (leaving.length === 0) return;
      const isReordered = leaving.length > 1 && faults.take("webhookReorder") !== null;
      void start(isReordered ? leaving.toReversed() : leaving, isReordered);
    },
    resume() {
      const waiting = Object.values(ledger.books.events).filter((event) => event.state === "waiting");
      if (address) void start(waiting, false);
    },
    replay(eventId) {
      const event = ledger.books.events[eventId];
      if (!event || !address) return false;
      if (event.secret === "") event.secret = address.secret;
      void start([event], false);
      return true;
    },
    underWay() {
      return running;
    },
    hurry: sleepers.wakeAll,
    forget() {
      endEra();
      isDisabled = false;
    },
    close: endEra,
  };
}

/** Posts the signed event once. A connection error is recorded in the delivery. */
async function postEvent(parts: WebhookParts, url: string, event: WebhookEvent): Promise<WebhookDelivery> {
  const startedMs = performance.now();
  const delivery: WebhookDelivery = { at: parts.nowMs(), status: null, problem: null, milliseconds: 0 };
  try {
    const response = await parts.fetch(url, {
      method: "POST",
      body: event.body,
      redirect: "manual",
      signal: AbortSignal.timeout(parts.timeoutMs),
      headers: {
        "content-type": "application/json",
        "user-agent": "Razorpay-Webhook/v1",
        "x-razorpay-signature": webhookSignature(event.body, event.secret),
        "x-razorpay-event-id": event.id,
        "request-id": event.id,
      },
    });
    delivery.status = response.status;
    await response.body?.cancel();
  } catch (problem) {
    delivery.problem = problem instanceof Error ? problem.message : String(problem);
  }
  delivery.milliseconds = Math.round(performance.now() - startedMs);
  return delivery;
}

interface NewEvent {
  id: string;
  name: string;
  entities: Record<string, unknown>;
  secret: string;
  atMs: number;
}

function newEvent({ id, name, entities, secret, atMs }: NewEvent): WebhookEvent {
  const body = {
    entity: "event",
    account_id: "acc_SandboxBooks01",
    event: name,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([kind, entity]) => [kind, { entity }])),
    created_at: Math.floor(atMs / 1000),
  };
  return {
    id,
    event: name,
    body: JSON.stringify(body),
    secret,
    created_at_ms: atMs,
    state: "waiting",
    deliveries: [],
  };
}

/** Creates timers that can all be ended at once, and that do not keep the process alive. */
function createSleepers(): { sleep(milliseconds: number): Promise<void>; wakeAll(): void } {
  const sleepers = new Map<NodeJS.Timeout, () => void>();
  return {
    sleep(milliseconds) {
      return new Promise((wake) => {
        const timer = setTimeout(() => {
          sleepers.delete(timer);
          wake();
        }, milliseconds).unref();
        sleepers.set(timer, wake);
      });
    },
    wakeAll() {
      for (const [timer, wake] of sleepers) {
        clearTimeout(timer);
        wake();
      }
      sleepers.clear();
    },
  };
}
