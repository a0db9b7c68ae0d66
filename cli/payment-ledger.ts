import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import type { Config } from "#server/config/config.ts";
import { razorpayStandInPath } from "#server/config/razorpay-config.ts";
import { isLoopback } from "#server/network/loopback.ts";
import type { Ledger } from "#shop/office/invariants/ledger.ts";
import { codeOf } from "#db/transaction.ts";
import { UsageError } from "./command.ts";

const payment = z.object({
  id: z.string(),
  amount: z.number(),
  amount_refunded: z.number(),
  captured: z.boolean(),
  created_at: z.number(),
});
const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number(),
  status: z.enum(["pending", "processed", "failed"]),
  receipt: z.string().nullable(),
  created_at: z.number(),
});

/** A list as the stand-in's API returns it, or an object of entries by id as in its file. */
const listOf = <T extends z.ZodType>(of: T) =>
  z.union([z.array(of), z.record(z.string(), of).transform((entries) => Object.values(entries))]);
const ledger = z.object({ payments: listOf(payment), refunds: listOf(refund) });

/** Whether payments use a stand-in: the shop's own, or one on this machine that several shops share. */
export function hasStandInLedger({ razorpay }: Config): boolean {
  return razorpay.isStandIn || isLoopback(razorpay.apiBase);
}

/**
 * Reads all payments and refunds of the stand-in. The shop's own stand-in is asked while the shop runs, and read from
 * its file otherwise; a shared one must be running.
 */
export async function readStandInLedger({ port, dataDir, razorpay }: Config): Promise<Ledger> {
  if (!razorpay.isStandIn) {
    const answer = await askForLedger(razorpay.apiBase.replace(/\/v1$/, ""));
    if (answer === null) throw new UsageError(`The payment service at ${razorpay.apiBase} does not show its books.`);
    return ledger.parse(answer);
  }
  const answer = await askForLedger(`http://127.0.0.1:${port}${razorpayStandInPath}`);
  return ledger.parse(answer ?? (await readLedgerFile(join(dataDir, "razorpay-stand-in.json"))));
}

async function askForLedger(standIn: string): Promise<unknown> {
  try {
    const response = await fetch(`${standIn}/control/ledger`);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // not running
  }
}

async function readLedgerFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    // There were no payments yet.
    if (codeOf(error) === "ENOENT") return { payments: [], refunds: [] };
    throw error;
  }
}
