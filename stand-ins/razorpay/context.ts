import type { Task } from "./entities.ts";
import type { Faults } from "./faults.ts";
import type { Store } from "./store.ts";
import type { Webhook } from "./webhooks.ts";

/** How a reused receipt is met: refused, answered with the first order, or allowed. */
export type ReceiptMode = "unique" | "same" | "loose";

/** What every part of the stand-in works with. */
export type RazorpayContext = {
  keyId: string;
  keySecret: string;
  receiptMode: ReceiptMode;
  ledger: Store;
  faults: Faults;
  webhook: Webhook;
  nowMs(): number;
  plan(task: Omit<Task, "id" | "atMs">, seconds: number): void;
  /** Writes the books and sends the events that came up since the last commit. */
  commit(): void;
};

/** Now, in Unix seconds. */
export function nowSeconds(context: RazorpayContext): number {
  return Math.floor(context.nowMs() / 1000);
}
