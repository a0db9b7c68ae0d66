import type { Task } from "./ledger/entities.ts";
import type { RazorpayFaults } from "./faults.ts";
import type { Store } from "./ledger/store.ts";
import type { Webhook } from "./webhooks.ts";

/**
 * What happens if a receipt is used again: `unique` rejects the request, `same` returns the first order, `loose`
 * creates a new order.
 */
export type ReceiptMode = "unique" | "same" | "loose";

/** The state that all parts of the stand-in share. */
export interface RazorpayContext {
  /** The path that the stand-in is mounted under, or "" for an origin of its own. */
  basePath: string;
  /** The origin of pictures of QR codes. */
  publicOrigin: string;
  keyId: string;
  keySecret: string;
  receiptMode: ReceiptMode;
  /** After this many seconds without a choice on the bank page, a payment fails. */
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
