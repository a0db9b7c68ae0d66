/** Checks the shop's invariants, and its payments against the ledger of the stand-in. The exit code is the result. */
import { existsSync } from "node:fs";

import { openDatabase, type Database, type Db } from "#db/connect.ts";
import { wasMigrated } from "#db/migrate.ts";
import { readConfig, type Config } from "#server/config/config.ts";
import { SettingsError } from "#server/config/settings-error.ts";
import type { Breach } from "#shop/office/invariants/breach.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { compareWithLedger } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { UsageError } from "./command.ts";
import { hasStandInLedger, readStandInLedger } from "./payment-ledger.ts";

const exitCodes = { well: 0, wrong: 1, unknown: 2, "no shop": 3 };

try {
  const found = await checkShop(readConfig(process.env));
  if (found === "no shop") console.log("This shop has never been open: there is nothing to check yet.");
  process.exitCode = exitCodes[found];
} catch (error) {
  const isPlain = error instanceof UsageError || error instanceof SettingsError;
  console.error(isPlain ? error.message : error);
  process.exitCode = exitCodes.unknown;
}

async function checkShop(config: Config): Promise<"well" | "wrong" | "no shop"> {
  if (config.databaseUrl === undefined && !existsSync(config.dataDir)) return "no shop";
  const database = await openDatabase({ ...config, report: console.log }).catch((error: Error) => {
    throw new UsageError(error.message, { cause: error });
  });
  try {
    return await checkDatabase(config, database);
  } finally {
    await database.close();
  }
}

async function checkDatabase(config: Config, { db, pool }: Database) {
  if (!(await wasMigrated(pool))) return "no shop";
  const breaches = [...(await checkRecords(db)), ...(await checkLedger(config, db))];
  return breaches.length === 0 ? "well" : "wrong";
}

async function checkRecords(db: Db): Promise<Breach[]> {
  const breaches = await findBreaches(db);
  tell(breaches);
  if (breaches.length === 0) console.log("Orders, payments, stock and letters agree with each other.");
  return breaches;
}

async function checkLedger(config: Config, db: Db): Promise<Breach[]> {
  if (!hasStandInLedger(config)) {
    console.log("Payments are real: only the shop's records were checked, not those of the payment provider.");
    return [];
  }
  // Read the records first, then the ledger. A payment made in between then appears only in the ledger, as a recent
  // one, and not as missing from it.
  const records = await readMoneyRecords(db);
  const ledger = await readStandInLedger(config);
  const { breaches, sums } = compareWithLedger({ ledger, records, now: new Date() });
  tell(breaches);
  if (breaches.length > 0) return breaches;
  const parts = [
    `${formatPaise(sums.paidOrders)} kept for paid orders`,
    `${formatPaise(sums.givenBack)} refunded`,
    ...(sums.refundDue > 0 ? [`${formatPaise(sums.refundDue)} to be refunded`] : []),
    ...(sums.justNow > 0 ? [`${formatPaise(sums.justNow)} from the last minutes, not processed yet`] : []),
  ];
  console.log(
    `They agree with the records of the payment service: ${formatPaise(sums.captured)} taken, ${parts.join(", ")}.`,
  );
  return [];
}

function tell(breaches: Breach[]) {
  for (const { id, rule, what } of breaches) console.error(`${id}: ${rule}. Not true of ${what}.`);
}
