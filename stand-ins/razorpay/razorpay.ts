import { htmlAnswer } from "./answers.ts";
import { answerBrowserFile } from "./browser-files.ts";
import { answerCheckout } from "./checkout-api.ts";
import { answerControl } from "./control.ts";
import type { RazorpayContext, ReceiptMode } from "./context.ts";
import { createFaults } from "./faults.ts";
import { answerFrame } from "./frame-page.ts";
import { openStore } from "./store.ts";
import { answerRest } from "./rest.ts";
import { type LedgerSnapshot, snapshot } from "./snapshot.ts";
import { createDiary } from "./tasks.ts";
import { performTask } from "./transitions.ts";
import { createWebhook, type WebhookAddress } from "./webhooks.ts";

/** How a stand-in is set up. */
export type RazorpayStandInOptions = {
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
  /** Answers /control; off unless asked for. */
  control?: boolean;
  /** Delivers the webhooks. */
  fetch?: typeof fetch;
};

/** The other end of the wire. */
export type RazorpayStandIn = {
  /** Answers everything under basePath. */
  fetch(request: Request): Promise<Response>;
  /** A copy of all orders, payments, refunds, disputes and webhook events. */
  ledger(): LedgerSnapshot;
  configureWebhook(address: WebhookAddress): void;
  /** Turns a fault on (an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  /** Forgets everything but the webhook's address. */
  reset(): void;
  /** Resolves when no webhook is waiting or under way and nothing a fault planned is still to come. */
  settled(): Promise<void>;
  /** Stops all timers. */
  close(): void;
};

const checkoutPrefix = "/v1/checkout/";

/** A stand-in for Razorpay: REST API, checkout widget, mock bank, webhooks, and faults on demand. */
export function createRazorpayStandIn(options: RazorpayStandInOptions): RazorpayStandIn {
  if (options.keyId.startsWith("rzp_live_")) throw new Error("A stand-in does not take live keys");
  const nowMs = options.now ?? Date.now;
  const ledger = openStore(options);
  const faults = createFaults();
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
    keyId: options.keyId,
    keySecret: options.keySecret,
    receiptMode: options.receiptMode ?? "unique",
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

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`${options.basePath}/`)) return notFound();
    const path = pathname.slice(options.basePath.length);
    diary.performDue();
    if (path === "/v1/checkout.js") return answerScript(path);
    if (path === "/v1/checkout/public" && request.method === "GET") return answerFrame(options.basePath);
    if (path.startsWith("/v1/checkout/files/")) return answerBrowserFile(path.slice(19)) ?? notFound();
    if (path.startsWith(checkoutPrefix) && request.method === "POST") return answerCheckout(context, request, path);
    if (path.startsWith("/v1/")) return answerRest(context, request, path);
    if (options.control && /^\/control(\/|$)/.test(path)) {
      return answerControl({ context, basePath: options.basePath, reset }, request, path);
    }
    return notFound();
  }

  /** The script obeys faults aimed at its own path, so that a shop can meet a widget that will not load. */
  function answerScript(path: string): Response {
    const isBroken = faults.current().serverError?.path === path && faults.take("serverError", { path });
    return isBroken ? notFound() : (answerBrowserFile("checkout.js") ?? notFound());
  }

  function isBusy(): boolean {
    return webhook.isBusy() || Object.values(ledger.books.tasks).some((task) => task.isAwaited);
  }

  return {
    fetch: answer,
    ledger: () => snapshot(ledger),
    configureWebhook: webhook.configure,
    setFault: faults.set,
    reset,
    async settled() {
      while (isBusy()) await new Promise((wake) => setTimeout(wake, 2));
    },
    close() {
      diary.close();
      webhook.close();
    },
  };
}

function notFound(): Response {
  return htmlAnswer("<!doctype html><title>Not found</title><h1>Not found</h1>", {}, 404);
}
