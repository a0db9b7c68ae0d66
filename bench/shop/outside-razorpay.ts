/** Runs the Razorpay stand-in in another process, for load and chaos runs, and controls it over HTTP. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { Ledger, LedgerPayment } from "#shop/office/invariants/ledger.ts";
import type { ReceiptMode } from "#razorpay-stand-in/context.ts";
import { pidOf } from "./pid-of.ts";

/** Options sent to the stand-in's process. */
export interface RazorpayOpening {
  port: number;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** The ports of the shop's processes, which receive the webhooks. */
  shopPorts: number[];
  /** A factor for Razorpay's retry delays of webhooks; with 1, all retries take a day. */
  webhookDelayFactor: number;
  bankSilenceSeconds: number;
  receiptMode: ReceiptMode;
}

/** The ledger of the stand-in: payments and refunds. */
export interface StandInLedger extends Ledger {
  payments: readonly (LedgerPayment & { order_id: string; status: string })[];
}

/** The stand-in, running in another process. */
export interface OutsideRazorpay {
  url: string;
  keyId: string;
  pid: number;
  /** The settings of a shop that uses the stand-in. */
  settings: Record<string, string>;
  /** Turns faults on (an object) or off (null). */
  setFaults: (faults: Record<string, unknown>) => Promise<void>;
  /** Reads the active faults, and how many more times each will occur. */
  readFaults: () => Promise<Record<string, { times: number | "always" }>>;
  /**
   * Reads the number of webhook events so far (`events`), and of deliveries and planned faults in progress
   * (`underWay`).
   */
  readTraffic: () => Promise<{ events: number; underWay: number }>;
  /** Delivers now the webhooks that wait for a retry. */
  hurry: () => Promise<void>;
  readLedger: () => Promise<StandInLedger>;
  /** Reads the ids of all webhook events that the shop has acknowledged. */
  readTakenEvents: () => Promise<string[]>;
  /** Refunds a payment as on Razorpay's dashboard: `amountPaise` of it, or all of it. */
  refundOnDashboard: (paymentId: string, amountPaise?: number) => Promise<void>;
  close: () => Promise<void>;
}

const keys = { keyId: "rzp_test_UnderLoad", keySecret: "under_load_key_secret" };
const webhookSecret = "under_load_webhook_secret";

/** Starts the stand-in on a port of the loopback interface. It sends webhooks to the ports of the shops in turn. */
export async function openOutsideRazorpay(
  port: number,
  shopPorts: number[],
  { webhookDelayFactor = 1, bankSilenceSeconds = 600, receiptMode = "unique" }: Partial<RazorpayOpening> = {},
): Promise<OutsideRazorpay> {
  const url = `http://127.0.0.1:${port}`;
  const child = fork(join(import.meta.dirname, "razorpay-process.ts"), { stdio: ["ignore", "inherit", "pipe", "ipc"] });
  // Drop lines about responses that are lost on purpose.
  child.stderr?.on("data", (chunk: Buffer) => {
    if (!chunk.includes("lost on purpose")) process.stderr.write(chunk);
  });
  const times = { webhookDelayFactor, bankSilenceSeconds };
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
    pid: pidOf(child),
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
