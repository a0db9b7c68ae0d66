/**
 * The shop's self-check, for `npm run shop -- doctor`: examines the machine, the database, the records and the services
 * it depends on.
 */
import { existsSync } from "node:fs";

import { openDatabase } from "#db/connect.ts";
import { wasMigrated } from "#db/migrate.ts";
import { readNewestMade } from "#server/backup/nightly.ts";
import type { Config } from "#server/config/config.ts";
import { withDeskCredentials } from "#server/credentials.ts";
import { createServices } from "#server/services.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { Services } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { examineCluster } from "./examine-cluster.ts";
import { examineBackups, examineDisks } from "./examine-disks.ts";
import { examineAddresses } from "./examine-address.ts";
import { examineOpenShop } from "./examine-partners.ts";
import { examineDatabase } from "./examine-records.ts";
import { examineServices } from "./examine-services.ts";
import { broken, look, well, type Finding } from "#shop/office/back-office/finding.ts";

/**
 * Examines a shop, whether it is open or closed, without changing it; a picture that is written to test the store is
 * deleted again. `report` receives progress lines. With `withRecords` it also compares all records with each other,
 * which takes minutes in a large shop.
 */
export async function examineShop(
  config: Config,
  report: (line: string) => void,
  withRecords = false,
): Promise<Finding[]> {
  report("Checking the machine");
  const now = new Date();
  const backups = await examineBackups(config, now);
  const findings = [
    await examineOpenShop(config),
    ...(await examineAddresses(config)),
    ...(await examineDisks(config)),
    backups,
    ...(await examineCluster(config)),
  ];
  const noShop = look("Database", "It has no shop yet.", "The first start makes one: npm start");
  if (config.databaseUrl === undefined && !existsSync(config.dataDir)) return [...findings, noShop];
  report("Opening the records");
  try {
    const database = await openDatabase({ ...config, report });
    try {
      if (!(await wasMigrated(database.pool))) return [...findings, noShop];
      findings.push(...(await examineDatabase(database)));
      if (findings.at(-1)?.state !== "well") return findings;
      const made = await readNewestMade(database.db, now);
      const complete = await withDeskCredentials(config, database.db);
      findings[findings.indexOf(backups)] = await examineBackups(complete, now, made);
      const services = await createServices(complete, database.db);
      try {
        report("Checking the payment provider, Google, the mail server and the picture store");
        findings.push(...(await examineServices(services, complete)));
        if (withRecords) findings.push(await examineSoundness(services, report));
      } finally {
        services.mailer.close();
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    findings.push(
      broken("Database", messageOf(error), "Nothing else can be checked until the database responds again."),
    );
  }
  return findings;
}

async function examineSoundness({ db }: Services, report: (line: string) => void): Promise<Finding> {
  report("Comparing all records with each other");
  const about = "Records";
  const breaches = await findBreaches(db);
  return breaches.length === 0
    ? well(about, "All records agree with each other.")
    : broken(about, `They have ${formatCount(breaches.length, "fault")}.`, "See each: npm run check:invariants");
}
