import type { Config } from "#server/config/config.ts";
import { readDisks } from "#server/doctor/examine-disks.ts";
import { listJobs } from "#server/jobs/job-runs.ts";
import { listMoneyConcerns } from "#shop/office/back-office/money-concerns.server.ts";
import { readLetterState, readPurchaseState, readWebhookStates } from "#shop/office/back-office/shop-state.server.ts";
import type { Services } from "#shop/services.ts";
import { sample, type Sample } from "./metrics.ts";

/**
 * Reads metrics from the database in five queries. Each is bounded and uses an index. Rejects while the database is
 * unavailable.
 */
export async function readDatabaseSamples(
  services: Pick<Services, "db" | "now" | "paymentProviders">,
  jobNames: string[],
): Promise<Sample[]> {
  const now = services.now().getTime();
  const jobs = await listJobs(services.db, jobNames);
  const letters = await readLetterState(services);
  const purchases = await readPurchaseState(services);
  const webhooks = await readWebhookStates(services, services.paymentProviders);
  const concerns = await listMoneyConcerns(services);
  return [
    // The label is not called `job`, because Prometheus itself sets a label of that name.
    ...jobs.flatMap(({ name: task, runs, failures, failuresInARow, succeededAt, isLate }) => [
      sample("endpaper_job_runs_total", runs, { task }),
      sample("endpaper_job_failures_total", failures, { task }),
      sample("endpaper_job_failures_in_a_row", failuresInARow, { task }),
      ...(succeededAt === null
        ? []
        : [
            sample("endpaper_job_since_success_seconds", Math.max(0, (now - Date.parse(succeededAt)) / 1000), { task }),
          ]),
      sample("endpaper_job_late", isLate ? 1 : 0, { task }),
    ]),
    sample("endpaper_letters_due", letters.due),
    sample("endpaper_letters_oldest_seconds", letters.oldestSeconds),
    sample("endpaper_letters_given_up", letters.givenUp),
    ...Object.entries(purchases.payments).map(([status, count]) =>
      sample("endpaper_payments_last_hour", count, { status }),
    ),
    ...Object.entries(purchases.orders).map(([state, count]) => sample("endpaper_orders_waiting", count, { state })),
    ...Object.entries(purchases.refunds).map(([state, count]) => sample("endpaper_refunds_open", count, { state })),
    sample("endpaper_money_concerns", concerns.length),
    ...webhooks.flatMap(({ provider, lastSeconds }) =>
      lastSeconds === null ? [] : [sample("endpaper_webhook_since_last_seconds", lastSeconds, { provider })],
    ),
    ...webhooks.map(({ provider, paidWithout }) => sample("endpaper_paid_without_webhook", paidWithout, { provider })),
  ];
}

/** Free bytes of the disks; empty if they cannot be read. */
export async function readDiskSamples(config: Pick<Config, "dataDir" | "backup">): Promise<Sample[]> {
  const disks = await readDisks(config).catch(() => []);
  return disks.map(({ disk, freeBytes }) => sample("endpaper_disk_free_bytes", freeBytes, { disk }));
}
