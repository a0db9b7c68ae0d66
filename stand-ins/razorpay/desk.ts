import type { Task } from "./entities.ts";
import type { Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Webhook } from "./webhooks.ts";

/** How a reused receipt is met: refused, answered with the first order, or allowed. */
export type ReceiptMode = "unique" | "same" | "loose";

/** What every part of the stand-in works with. */
export type Desk = {
  keyId: string;
  keySecret: string;
  receiptMode: ReceiptMode;
  ledger: Ledger;
  faults: Faults;
  webhook: Webhook;
  nowMs(): number;
  plan(task: Omit<Task, "id" | "atMs">, seconds: number): void;
  /** Writes the books and sends the events that came up since the last commit. */
  commit(): void;
};

/** Now, in Unix seconds. */
export function nowSeconds(desk: Desk): number {
  return Math.floor(desk.nowMs() / 1000);
}
