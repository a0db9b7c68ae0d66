import type { RazorpayContext, ReceiptMode } from "./context.ts";
import { createRazorpayFaults } from "./faults.ts";
import { openStore } from "./ledger/store.ts";
import { joinRoutes } from "./routes.ts";
import { type LedgerSnapshot, snapshot } from "./ledger/snapshot.ts";
import { createDiary } from "./ledger/tasks.ts";
import { performTask } from "./ledger/transitions.ts";
import { createWebhook, type WebhookAddress } from "./webhooks.ts";

/** How a stand-in is set up. */
export interface RazorpayStandInOptions {
  keyId: string;
  keySecret: string;
  webhook?: WebhookAddress;
  /** Path it is mounted under, such as "/stand-ins/razorpay", or "" on an origin of its own. */
  basePath: string;
  /** Origin the browser reaches it at. */
  publicOrigin: string;
  /** Ledger file; without one the ledger is in memory. */
  file?: string;
  /** The clock, in milliseconds. */
  now?: () => number;
  /** Makes ids the same on every run. */
  seed?: string | number;
  /** 1 is Razorpay's own retry ladder in seconds; tests use 0.001. */
  webhookRetryScale?: number;
  webhookTimeoutMilliseconds?: number;
  receiptMode?: ReceiptMode;
  /** How long a bank keeps silent before its payment fails; 600 as at Razorpay when not given. */
  bankSilenceSeconds?: number;
  /** Answers /control; off unless asked for. */
  control?: boolean;
  /** Delivers the webhooks. */
  fetch?: typeof fetch;
}

/** The other end of the wire. */
export interface RazorpayStandIn {
  /** Answers everything under basePath. */
  fetch(request: Request): Promise<Response>;
  /** A copy of all orders, payments, refunds, disputes and webhook events. */
  ledger(): LedgerSnapshot;
  configureWebhook(address: WebhookAddress): void;
  /** Turns a fault on (an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  /** Forgets everything but the webhook's address. */
  reset(): void;
  /**
   * How many webhook events there have been, and how much is under way: deliveries, and what a fault planned. What a
   * silent bank will do is not counted: its payment is `created` in the ledger.
   */
  traffic(): { events: number; underWay: number };
  /** Delivers now what waits for its next try, which on Razorpay's ladder is up to eleven hours away. */
  hurry(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Stops all timers. */
  close(): void;
}

/** A stand-in for Razorpay: REST API, checkout widget, mock bank, webhooks, and faults on demand. */
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
    retryScale: options.webhookRetryScale ?? 1,
    timeoutMs: options.webhookTimeoutMilliseconds ?? 5000,
    fetch: options.fetch ?? fetch,
  });
  const diary = createDiary({
    ledger,
    nowMs,
    perform(task) {
      performTask(context, task);
      context.commit();
    },
  });
  const context: RazorpayContext = {
    basePath: options.basePath,
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
