import { PgBoss } from "pg-boss";

import { applicationName } from "#db/embedded.ts";
import { forgetUnpaidOrders } from "#shop/account/erase-orders.server.ts";
import { issuePapers } from "#shop/after-sale/issue-papers.server.ts";
import { sendDueLetters, tellWaitingReaders } from "#shop/after-sale/send-letters.server.ts";
import { forgetOldCorrespondence } from "#shop/correspondence/forget.server.ts";
import { forgetOldSessions } from "#shop/identity/sessions.server.ts";
import {
  carryRefunds,
  endReservations,
  findRefundsElsewhere,
  reconcilePayments,
} from "#shop/payments/reconcile.server.ts";
import { processWebhooks } from "#shop/payments/webhooks.server.ts";
import { askForReviews } from "#shop/reviews/review-letters.server.ts";
import type { Services } from "#shop/services.ts";
import { writeWishLetters } from "#shop/wishlist/wish-letters.server.ts";

/** One kind of work that nobody waits for at a page. It finds what is due in the records, so it may run twice or late. */
type Chore = (services: Services) => Promise<unknown>;

const chores: Record<string, Chore> = {
  webhooks: (services) => processWebhooks(services),
  reservations: endReservations,
  payments: reconcilePayments,
  refunds: carryRefunds,
  papers: issuePapers,
  restock: tellWaitingReaders,
  correspondence: forgetOldCorrespondence,
  letters: (services) => sendDueLetters(services),
  sessions: ({ db, now }) => forgetOldSessions(db, now()),
};

/**
 * What looks through whole lists (Razorpay's refunds, readers' wishes, orders that came) is done when the shop opens, and as rarely as
 * Razorpay is asked about single orders.
 */
const rareChores: Record<string, Chore> = {
  "refunds-elsewhere": findRefundsElsewhere,
  wishes: writeWishLetters,
  "review-letters": askForReviews,
  "unpaid-orders": forgetUnpaidOrders,
};
const allChores = { ...chores, ...rareChores };

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
  // Its errors carry the whole connection, which nobody can read.
  boss.on("error", (error) => console.error(`The shop's queue has trouble and goes on: ${String(error)}`));
  await boss.start();
  await boss.createQueue(failedQueue, { retentionSeconds: 14 * 24 * 3600 });
  for (const [name, chore] of Object.entries(allChores)) {
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
  const ring = (some: Record<string, Chore>) => () => {
    for (const name of Object.keys(some)) boss.send(name).catch(() => {}); // the next bell is near
  };
  const bells = [
    setInterval(ring(chores), everyMs),
    setInterval(ring(rareChores), services.settings.reconcileAfterSeconds * 1000),
  ];
  ring(rareChores)();
  return {
    async stop() {
      for (const bell of bells) clearInterval(bell);
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

/** Everything that is due now, once. */
export async function runChores(services: Services): Promise<void> {
  for (const chore of Object.values(allChores)) await chore(services);
}
