/** A stand-in for Razorpay: REST API, checkout widget, mock bank, webhooks, and faults on demand. */
import type { RazorpayContext, ReceiptMode } from "./context.ts";
import { createRazorpayFaults } from "./faults.ts";
import { openStore } from "./ledger/store.ts";
import { joinRoutes } from "./routes.ts";
import { type LedgerSnapshot, snapshot } from "./ledger/snapshot.ts";
import { createScheduler } from "./ledger/tasks.ts";
import { performTask } from "./ledger/transitions.ts";
import { createWebhook, type WebhookAddress } from "./webhooks.ts";

/** Options of a stand-in. */
export interface RazorpayStandInOptions {
  keyId: string;
  keySecret: string;
  webhook?: WebhookAddress;
  /** The path that the stand-in is mounted under, such as "/stand-ins/razorpay", or "" for an origin of its own. */
  basePath: string;
  /** Origin that the browser uses. */
  publicOrigin: string;
  /** Ledger file; without one, the ledger is in memory. */
  file?: string;
  /** Returns the current time in ms. */
  now?: () => number;
  /** Makes ids deterministic. */
  seed?: string | number;
  /** A factor for Razorpay's retry delays; tests use 0.001. */
  webhookDelayFactor?: number;
  webhookTimeoutMilliseconds?: number;
  receiptMode?: ReceiptMode;
  /** After this many seconds without a choice on the bank page, a payment fails; default 600, as at Razorpay. */
  bankSilenceSeconds?: number;
  /** Enables /control; off by default. */
  control?: boolean;
  /** The function that sends webhooks; default `fetch`. */
  fetch?: typeof fetch;
}

/** A running stand-in. */
export interface RazorpayStandIn {
  /** Handles every request below basePath. */
  fetch(request: Request): Promise<Response>;
  /** A copy of all orders, payments, refunds, disputes and webhook events. */
  ledger(): LedgerSnapshot;
  configureWebhook(address: WebhookAddress): void;
  /** Turns a fault on (an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  /** Deletes everything except the address of the webhook. */
  reset(): void;
  /**
   * The number of webhook events so far (`events`), and the number of deliveries and planned faults in progress
   * (`underWay`). Payments that wait for a choice on the bank page are not counted; the ledger has them with the status
   * `created`.
   */
  traffic(): { events: number; underWay: number };
  /** Delivers now the webhooks that wait for a retry; Razorpay's longest delay is eleven hours. */
  hurry(): void;
  /** Resolves when no delivery or planned fault is left. */
  settled(): Promise<void>;
  /** Stops all timers. */
  close(): void;
}

export function createRazorpayStandIn(options: RazorpayStandInOptions): RazorpayStandIn {
  if (options.keyId.startsWith("rzp_live_")) throw new Error("A stand-in does not take live keys");
  const nowMs = options.now ?? Date.now;
  const ledger = openStore(options);
  const faults = createRazorpayFaults();
  const webhook = createWebhook({
    address: options.webhook,
    ledger,
    faults,
    nowMs,
    retryScale: options.webhookDelayFactor ?? 1,
    timeoutMs: options.webhookTimeoutMilliseconds ?? 5000,
    fetch: options.fetch ?? fetch,
  });
  const diary = createScheduler({
    ledger,
    nowMs,
    perform(task) {
      performTask(context, task);
      context.commit();
    },
  });
  const context: RazorpayContext = {
    basePath: options.basePath,
    publicOrigin: options.publicOrigin,
    keyId: options.keyId,
    keySecret: options.keySecret,
    receiptMode: options.receiptMode ?? "unique",
    bankSilenceSeconds: options.bankSilenceSeconds ?? 600,
    ledger,
    faults,
    webhook,
    nowMs,
    plan: diary.plan,
    commit() {
      webhook.flush();
      ledger.save();
    },
  };
  diary.arm();
  webhook.resume();

  function reset(): void {
    diary.close();
    webhook.forget();
    faults.clear();
    ledger.clear();
  }

  const app = joinRoutes(context, {
    hasControl: options.control ?? false,
    performDue: diary.performDue,
    reset,
  });

  function underWay(): number {
    return webhook.underWay() + Object.values(ledger.books.tasks).filter((task) => task.isAwaited).length;
  }

  return {
    fetch: async (request) => app.fetch(request),
    ledger: () => snapshot(ledger),
    configureWebhook: webhook.configure,
    setFault: faults.set,
    reset,
    traffic: () => ({ events: Object.keys(ledger.books.events).length, underWay: underWay() }),
    hurry: webhook.hurry,
    async settled() {
      while (underWay() > 0) await new Promise((wake) => setTimeout(wake, 2));
    },
    close() {
      diary.close();
      webhook.close();
    },
  };
}
