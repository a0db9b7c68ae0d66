import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { Ledger, LedgerPayment } from "#shop/office/invariants/ledger.ts";
import type { ReceiptMode } from "#razorpay-stand-in/context.ts";

/** What the process of the stand-in is told. */
export interface RazorpayOpening {
  port: number;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Where the shop's processes listen for webhooks. */
  shopPorts: number[];
  /** 1 is Razorpay's own ladder of retries, which takes a day. */
  webhookRetryScale: number;
  bankSilenceSeconds: number;
  receiptMode: ReceiptMode;
}

/** The stand-in's books. */
export interface StandInLedger extends Ledger {
  payments: readonly (LedgerPayment & { order_id: string; status: string })[];
}

/** Razorpay's stand-in, running in another process. */
export interface OutsideRazorpay {
  url: string;
  keyId: string;
  pid: number;
  /** What a shop must be told to use it. */
  settings: Record<string, string>;
  /** Turns faults on (an object) or off (null). */
  setFaults: (faults: Record<string, unknown>) => Promise<void>;
  /** The faults that are on, and how often each still strikes. */
  readFaults: () => Promise<Record<string, { times: number | "always" }>>;
  /** How many webhook events there have been, and how much is under way: deliveries, and what a fault planned. */
  readTraffic: () => Promise<{ events: number; underWay: number }>;
  /** Delivers now what waits for its next try. */
  hurry: () => Promise<void>;
  readLedger: () => Promise<StandInLedger>;
  /** The ids of all webhook events that the shop has said it has. */
  readTakenEvents: () => Promise<string[]>;
  /** What a person does on Razorpay's dashboard: gives back so many paise of a payment, all when not given. */
  refundOnDashboard: (paymentId: string, amountPaise?: number) => Promise<void>;
  close: () => Promise<void>;
}

const keys = { keyId: "rzp_test_UnderLoad", keySecret: "under_load_key_secret" };
const webhookSecret = "under_load_webhook_secret";

/** Opens the stand-in on this port of the loopback; it sends its webhooks to the shops' ports in turn. */
export async function openOutsideRazorpay(
  port: number,
  shopPorts: number[],
  { webhookRetryScale = 1, bankSilenceSeconds = 600, receiptMode = "unique" }: Partial<RazorpayOpening> = {},
): Promise<OutsideRazorpay> {
  const url = `http://127.0.0.1:${port}`;
  const child = fork(join(import.meta.dirname, "razorpay-process.ts"), { stdio: ["ignore", "inherit", "pipe", "ipc"] });
  // What is lost on purpose need not be told.
  child.stderr?.on("data", (chunk: Buffer) => {
    if (!chunk.includes("lost on purpose")) process.stderr.write(chunk);
  });
  const times = { webhookRetryScale, bankSilenceSeconds };
  child.send({ port, ...keys, webhookSecret, shopPorts, ...times, receiptMode } satisfies RazorpayOpening);
  await once(child, "message");

  async function ask<T>(path: string, body?: unknown): Promise<T> {
    const post = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(url + path, body === undefined ? {} : post);
    if (!response.ok) throw new Error(`The stand-in answered ${response.status} to ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  return {
    url,
    keyId: keys.keyId,
    pid: child.pid!,
    settings: {
      RAZORPAY_API_BASE: `${url}/v1`,
      RAZORPAY_CHECKOUT_SRC: `${url}/v1/checkout.js`,
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    },
    setFaults: async (faults) => void (await ask("/control/faults", faults)),
    readFaults: async () =>
      (await ask<{ faults: Record<string, { times: number | "always" }> }>("/control/faults")).faults,
    readTraffic: () => ask<{ events: number; underWay: number }>("/traffic"),
    hurry: async () => void (await ask("/hurry", {})),
    readLedger: () => ask<StandInLedger>("/books"),
    readTakenEvents: () => ask<string[]>("/taken"),
    refundOnDashboard: async (paymentId, amount) =>
      void (await ask("/control/dashboard", { do: "refund", payment_id: paymentId, ...(amount ? { amount } : {}) })),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
