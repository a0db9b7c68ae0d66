import type { Task } from "./ledger/entities.ts";
import type { RazorpayFaults } from "./faults.ts";
import type { Store } from "./ledger/store.ts";
import type { Webhook } from "./webhooks.ts";

/** The response to a reused receipt: rejected, the first order, or a new order. */
export type ReceiptMode = "unique" | "same" | "loose";

/** The state that all parts of the stand-in share. */
export interface RazorpayContext {
  /** The path it is mounted under, or "" for an origin of its own. */
  basePath: string;
  keyId: string;
  keySecret: string;
  receiptMode: ReceiptMode;
  /** Seconds without an answer from the bank after which a payment fails. */
  bankSilenceSeconds: number;
  ledger: Store;
  faults: RazorpayFaults;
  webhook: Webhook;
  nowMs(): number;
  plan(task: Omit<Task, "id" | "atMs">, seconds: number): void;
  /** Saves the ledger, and sends the events emitted since the last commit. */
  commit(): void;
}

/** The current time in Unix seconds. */
export function nowSeconds(context: RazorpayContext): number {
  return Math.floor(context.nowMs() / 1000);
}
