import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import type { Config } from "#server/config/config.ts";
import { razorpayStandInPath } from "#server/config/razorpay-config.ts";
import type { Ledger } from "#shop/invariants/ledger.ts";

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

/** A list as the stand-in tells it, or entries by their id as it keeps them. */
const listOf = <T extends z.ZodType>(of: T) =>
  z.union([z.array(of), z.record(z.string(), of).transform((entries) => Object.values(entries))]);
const ledger = z.object({ payments: listOf(payment), refunds: listOf(refund) });

/** The stand-in's own books: asked for while the shop is open, read from its file when it is closed. */
export async function readStandInLedger({ port, dataDir }: Config): Promise<Ledger> {
  const answer = await askOpenShop(port);
  return ledger.parse(answer ?? (await readLedgerFile(join(dataDir, "razorpay-stand-in.json"))));
}

async function askOpenShop(port: number): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${razorpayStandInPath}/control/ledger`);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // closed
  }
}

async function readLedgerFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    // Nothing was ever paid.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { payments: [], refunds: [] };
    throw error;
  }
}
