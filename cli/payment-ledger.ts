import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import type { Config } from "#server/config/config.ts";
import type { PaymentConfig } from "#server/config/payment-config.ts";
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

/** Parses a list: the API of the stand-in returns an array, and its file contains an object of entries by id. */
const listOf = <T extends z.ZodType>(of: T) =>
  z.union([z.array(of), z.record(z.string(), of).transform((entries) => Object.values(entries))]);
const ledger = z.object({ payments: listOf(payment), refunds: listOf(refund) });

/**
 * Whether all payments go to stand-ins: those of the shop itself, or those on this machine that several shops share.
 */
export function hasStandInLedger({ payments }: Config): boolean {
  return payments.every(({ standInUrl }) => standInUrl !== null);
}

/** Reads all payments and refunds of the stand-ins. */
export async function readStandInLedger({ dataDir, payments }: Config): Promise<Ledger> {
  const read = await Promise.all(payments.map((config) => readLedger(config, dataDir)));
  return { payments: read.flatMap(({ payments }) => payments), refunds: read.flatMap(({ refunds }) => refunds) };
}

/**
 * Reads the ledger of a stand-in. The ledger of the shop's own stand-in is requested while the shop runs, and read from
 * a file otherwise. A shared stand-in must be running.
 */
async function readLedger({ id, isStandIn, standInUrl, apiBase }: PaymentConfig, dataDir: string): Promise<Ledger> {
  const answer = await askForLedger(`${standInUrl}/control/ledger`);
  if (answer === null && !isStandIn)
    throw new UsageError(`The payment service at ${apiBase} does not show its ledger.`);
  return ledger.parse(answer ?? (await readLedgerFile(join(dataDir, `${id}-stand-in.json`))));
}

async function askForLedger(address: string): Promise<unknown> {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // the stand-in is not running
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
