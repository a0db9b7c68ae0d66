import type { Task } from "./ledger/entities.ts";
import type { RazorpayFaults } from "./faults.ts";
import type { Store } from "./ledger/store.ts";
import type { Webhook } from "./webhooks.ts";

/** How a reused receipt is met: refused, answered with the first order, or allowed. */
export type ReceiptMode = "unique" | "same" | "loose";

/** What every part of the stand-in works with. */
export interface RazorpayContext {
  /** The path it is mounted under, or "" on an origin of its own. */
  basePath: string;
  keyId: string;
  keySecret: string;
  receiptMode: ReceiptMode;
  /** A payment whose bank has said nothing for so long fails. */
  bankSilenceSeconds: number;
  ledger: Store;
  faults: RazorpayFaults;
  webhook: Webhook;
  nowMs(): number;
  plan(task: Omit<Task, "id" | "atMs">, seconds: number): void;
  /** Writes the books and sends the events that came up since the last commit. */
  commit(): void;
}

/** Now, in Unix seconds. */
export function nowSeconds(context: RazorpayContext): number {
  return Math.floor(context.nowMs() / 1000);
}
