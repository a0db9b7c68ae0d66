import { openDatabase } from "#db/connect.ts";
import { readConfig } from "#server/config.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";

const config = readConfig(process.env);
const database = await openDatabase({ ...config, report: console.log });
try {
  const breaches = await findBreaches(database.db);
  for (const { id, says, what } of breaches) console.error(`${id}: ${says}. Not true of ${what}.`);
  if (breaches.length === 0) console.log("Orders, payments and stock agree with each other.");
  process.exitCode = breaches.length === 0 ? 0 : 1;
} finally {
  await database.close();
}
