import type { Config } from "#server/config/config.ts";
import { readNewestMade } from "#server/backup/nightly.ts";
import type { Finding } from "#shop/office/back-office/finding.ts";
import type { Services } from "#shop/services.ts";
import { examineAddresses } from "./examine-address.ts";
import { examineCodes } from "./examine-codes.ts";
import { examineCluster } from "./examine-cluster.ts";
import { examineBackups, examineDisks } from "./examine-disks.ts";
import { examineGoogle, examineMail, examinePayments, examinePictures } from "./examine-partners.ts";
import {
  examineCatalogue,
  examineDesk,
  examineJobs,
  examineLetters,
  examineMoney,
  examineWebhooks,
} from "./examine-records.ts";
import { examineSender } from "./examine-sender.ts";

/** The self-checks that need the services of a shop. */
export async function examineServices(services: Services, config: Config): Promise<Finding[]> {
  return [
    await examineCatalogue(services),
    await examineJobs(services),
    await examineLetters(services),
    await examineMoney(services),
    ...(await examinePayments(services, config)),
    ...(await examineWebhooks(services, config)),
    await examineGoogle(services, config),
    await examineMail(services, config),
    ...(await examineSender(config)),
    await examinePictures(services),
    ...(await examineCodes(services)),
    await examineDesk(services, config),
  ];
}

/** The self-check of the shop that runs in this process. */
export async function examineRunningShop(services: Services, config: Config): Promise<Finding[]> {
  const now = services.now();
  return [
    ...(await examineAddresses(config)),
    ...(await examineDisks(config)),
    await examineBackups(config, now, await readNewestMade(services.db, now)),
    ...(await examineCluster(config)),
    ...(await examineServices(services, config)),
  ];
}
