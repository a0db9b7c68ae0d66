import { openDatabase } from "#db/connect.ts";
import { readConfig } from "#server/config.ts";
import type { Breach } from "#shop/invariants/breach.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { compareWithLedger } from "#shop/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/invariants/money-records.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import { readStandInLedger } from "./payment-ledger.ts";

const config = readConfig(process.env);
const database = await openDatabase({ ...config, report: console.log });
try {
  if (await hasRecords()) {
    const breaches = [...(await checkRecords()), ...(await checkLedger())];
    process.exitCode = breaches.length === 0 ? 0 : 1;
  } else {
    console.log("This shop has never been open: there is nothing to check yet.");
  }
} finally {
  await database.close();
}

async function hasRecords(): Promise<boolean> {
  const { rows } = await database.pool.query("select where to_regclass('orders') is not null");
  return rows.length > 0;
}

async function checkRecords(): Promise<Breach[]> {
  const breaches = await findBreaches(database.db);
  tell(breaches);
  if (breaches.length === 0) console.log("Orders, payments, stock and letters agree with each other.");
  return breaches;
}

async function checkLedger(): Promise<Breach[]> {
  if (!config.razorpay.isStandIn) {
    console.log("The payments are Razorpay's own: only the records were checked, not its books.");
    return [];
  }
  // In this order: what happens in between is young in the books, not missing from them.
  const records = await readMoneyRecords(database.db);
  const ledger = await readStandInLedger(config);
  const { breaches, sums } = compareWithLedger({ ledger, records, now: new Date() });
  tell(breaches);
  if (breaches.length > 0) return breaches;
  const parts = [
    `${formatPaise(sums.paidOrders)} for paid orders`,
    `${formatPaise(sums.givenBack)} given back`,
    ...(sums.refundDue > 0 ? [`${formatPaise(sums.refundDue)} about to go back`] : []),
    ...(sums.justNow > 0 ? [`${formatPaise(sums.justNow)} of the last minutes, still to be taken in`] : []),
  ];
  console.log(`They agree with the payment service's books: ${formatPaise(sums.captured)} taken, ${parts.join(", ")}.`);
  return [];
}

function tell(breaches: Breach[]) {
  for (const { id, says, what } of breaches) console.error(`${id}: ${says}. Not true of ${what}.`);
}
