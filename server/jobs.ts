import { PgBoss } from "pg-boss";

import { applicationName } from "#db/embedded.ts";
import { issuePapers } from "#shop/after-sale/issue-papers.server.ts";
import { sendDueLetters, tellWaitingReaders } from "#shop/after-sale/send-letters.server.ts";
import { forgetOldSessions } from "#shop/identity/sessions.server.ts";
import { carryRefunds, endReservations, reconcilePayments } from "#shop/payments/reconcile.server.ts";
import { processWebhooks } from "#shop/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";

/** One kind of work that nobody waits for at a page. It finds what is due in the records, so it may run twice or late. */
type Chore = (services: Services) => Promise<unknown>;

const chores: Record<string, Chore> = {
  webhooks: (services) => processWebhooks(services),
  reservations: endReservations,
  payments: reconcilePayments,
  refunds: carryRefunds,
  papers: issuePapers,
  restock: tellWaitingReaders,
  letters: (services) => sendDueLetters(services),
  sessions: ({ db, now }) => forgetOldSessions(db, now()),
};

/** Where a chore goes that failed again and again; `npm run shop -- outbox` and the status page count it. */
const failedQueue = "failed-chores";
const everyMs = 2_000;

/**
 * Rings for the chores every two seconds, through a queue in the database: with several processes each bell is heard by
 * one. `stop` lets what is running end.
 */
export async function startJobs(services: Services, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: applicationName,
    max: 3,
    schedule: false,
    supervise: true,
  });
  boss.on("error", (error) => console.error("The shop's queue has trouble and goes on", error));
  await boss.start();
  await boss.createQueue(failedQueue, { retentionSeconds: 14 * 24 * 3600 });
  for (const [name, chore] of Object.entries(chores)) {
    // `short`: one bell waits at most, however many ring.
    await boss.createQueue(name, {
      policy: "short",
      retryLimit: 3,
      retryBackoff: true,
      expireInSeconds: 60,
      deleteAfterSeconds: 60,
      deadLetter: failedQueue,
    });
    await boss.work(name, { pollingIntervalSeconds: 1 }, async () => {
      await chore(services);
    });
  }
  const bell = setInterval(() => {
    for (const name of Object.keys(chores)) boss.send(name).catch(() => {}); // the next bell is near
  }, everyMs);
  return {
    async stop() {
      clearInterval(bell);
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

/** Everything that is due now, once. */
export async function runChores(services: Services): Promise<void> {
  for (const chore of Object.values(chores)) await chore(services);
}
