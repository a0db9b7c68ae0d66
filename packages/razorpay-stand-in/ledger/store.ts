/** The ledger of the stand-in, in memory or in a file. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Dispute, Order, Payment, QrCode, Refund, Task, WebhookEvent } from "./entities.ts";

/** All data of the stand-in, in insertion order. */
export interface StoredData {
  idsIssued: number;
  orders: Record<string, Order>;
  qrCodes: Record<string, QrCode>;
  payments: Record<string, Payment>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  events: Record<string, WebhookEvent>;
  tasks: Record<string, Task>;
  /** Requests and their first responses, by `X-Refund-Idempotency` key. */
  refundKeys: Record<string, { request: string; answer: unknown }>;
}

/** The ledger: its data, ids, indexes, and file. */
export interface Store {
  books: StoredData;
  newId(prefix: string): string;
  addOrder(order: Order): void;
  addPayment(payment: Payment): void;
  /** Finds all attempts of an order by an index, the oldest first. */
  paymentsOf(orderId: string): readonly Payment[];
  /** Finds the oldest order with this receipt. */
  orderWithReceipt(receipt: string): Order | undefined;
  save(): void;
  clear(): void;
}

/** Opens the ledger in `file`, or in memory; a seed makes its ids deterministic. */
export function openStore({ file, seed }: { file?: string; seed?: string | number }): Store {
  const payments = new Map<string, Payment[]>();
  const receipts = new Map<string, Order>();
  const ledger: Store = {
    // A file of an older version has no QR codes.
    books: {
      ...emptyData(),
      ...(file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}),
    },
    newId(prefix) {
      ledger.books.idsIssued += 1;
      const source =
        seed === undefined
          ? randomBytes(32)
          : createHash("sha256").update(`${seed}:${ledger.books.idsIssued}`).digest();
      return prefix + fourteenLetters(source);
    },
    addOrder(order) {
      ledger.books.orders[order.id] = order;
      if (order.receipt !== null && !receipts.has(order.receipt)) receipts.set(order.receipt, order);
    },
    addPayment(payment) {
      ledger.books.payments[payment.id] = payment;
      const others = payments.get(payment.order_id);
      if (others) others.push(payment);
      else payments.set(payment.order_id, [payment]);
    },
    paymentsOf: (orderId) => payments.get(orderId) ?? [],
    orderWithReceipt: (receipt) => receipts.get(receipt),
    save() {
      if (file !== undefined) writeWhole(file, JSON.stringify({ ...ledger.books, events: trimEvents(ledger.books) }));
    },
    clear() {
      ledger.books = emptyData();
      payments.clear();
      receipts.clear();
      ledger.save();
    },
  };
  Object.values(ledger.books.orders).forEach(ledger.addOrder);
  Object.values(ledger.books.payments).forEach((payment) => ledger.addPayment({ ...cardPayment, ...payment }));
  return ledger;
}

/** The defaults of fields that are missing in older files, from before other payment methods were supported. */
const cardPayment = { method: "card", vpa: null, bank: null, wallet: null, offer_id: null, customerFee: 0 };

/** Returns the events to keep in the file: undelivered ones, and the newest 300, so that the file stays small. */
function trimEvents({ events }: StoredData): StoredData["events"] {
  const all = Object.entries(events);
  const firstKept = all.length - 300;
  return Object.fromEntries(all.filter(([, event], place) => event.state === "waiting" || place >= firstKept));
}

function emptyData(): StoredData {
  return {
    idsIssued: 0,
    orders: {},
    qrCodes: {},
    payments: {},
    refunds: {},
    disputes: {},
    events: {},
    tasks: {},
    refundKeys: {},
  };
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function fourteenLetters(source: Uint8Array): string {
  return Array.from(source.subarray(0, 14), (byte) => alphabet[byte % alphabet.length]).join("");
}

/** Writes a file atomically, so that after a crash it is either the old or the new one. Only its owner may read it. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
