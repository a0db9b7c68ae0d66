/** The table of all background jobs with their intervals, and the loop that runs them. */
import { setTimeout as wait } from "node:timers/promises";

import { eraseUnpaidOrders } from "#shop/people/readers/erase-orders.server.ts";
import { beginLaterPrices } from "#shop/catalogue/editing/begin-later-prices.server.ts";
import { updateDrawingKeys } from "#shop/catalogue/import/update-drawing-keys.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { deleteOldCorrespondence } from "#shop/people/correspondence/delete-old.server.ts";
import { writeStartedIssues } from "#shop/people/correspondence/send-issue.server.ts";
import { deleteExpiredSessions } from "#shop/people/readers/sessions.server.ts";
import {
  processRefunds,
  expireReservations,
  findExternalRefunds,
  reconcilePayments,
} from "#shop/sales/payments/reconcile.server.ts";
import { chartSeconds, refreshRecentSales } from "#shop/catalogue/listings/recent-sales.server.ts";
import { countLongShelves } from "#shop/catalogue/shelves/shelf-counts.server.ts";
import { refreshStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { cutSitemaps } from "#shop/outlets/discovery/sitemap-shards.server.ts";
import { designNextShelves } from "#shop/catalogue/cover-designs/cover-designs.server.ts";
import { refreshBestKnown } from "#shop/catalogue/search/best-known.server.ts";
import { countSearchTerms } from "#shop/catalogue/search/counts/count-words.server.ts";
import { followBookings } from "#shop/sales/carriers/follow-bookings.server.ts";
import { askPins } from "#shop/sales/carriers/pin-service.server.ts";
import { deleteOldCodes } from "#shop/sales/orders/codes/receive-reports.server.ts";
import { remindToCollect } from "#shop/sales/orders/collection/keep-longer.server.ts";
import { readPayouts } from "#shop/sales/payments/read-payouts.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { sweepPictures } from "#shop/catalogue/pictures/sweep-pictures.server.ts";
import { askForReviews } from "#shop/people/reviews/review-letters.server.ts";
import { makeLongReports } from "#shop/office/back-office/long-reports.server.ts";
import { countOlderSales } from "#shop/office/reports/sales.server.ts";
import { countStock } from "#shop/office/reports/stock-report.server.ts";
import { forgetSearches } from "#shop/catalogue/search/counts/search-counts.server.ts";
import { inLogContext } from "#server/log/log-context.ts";
import type { Services } from "#shop/services.ts";
import { runStockJob, wantedSeconds } from "#shop/office/stock-room/stock-job.server.ts";
import { forgetOldChanges } from "#shop/office/undo/undo.server.ts";
import { writeDailyLetters } from "#shop/people/staff/daily-letters.server.ts";
import { deleteExpiredStaffSessions } from "#shop/people/staff/sessions.server.ts";
import { publishDueStorefronts } from "#shop/office/storefront/storefront-drafts.server.ts";
import { enqueueWishLetters } from "#shop/people/wishlist/wish-letters.server.ts";
import { describeError } from "#db/describe-error.ts";
import { deleteFullBuckets } from "#server/limits/shared-limits.ts";
import type { Job } from "./job.ts";
import { makeJobsDue, recordSuccess, renewRuns, takeDueRuns, type TakenRun } from "./job-runs.ts";
import { reportFailure } from "./report-failure.ts";

export const jobs: Record<string, Job> = {
  webhooks: {
    purpose: "processes what payment providers report",
    isInBatches: true,
    needs: "payments",
    run: (services) => processWebhooks(services),
  },
  listings: {
    purpose: "updates lists, search and counts after changes of books",
    isInBatches: true,
    run: ({ db }) => refreshStaleListings(db),
  },
  "best-sellers": {
    purpose: "counts recent sales, for the chart",
    everySeconds: chartSeconds,
    run: ({ db, now }) => refreshRecentSales(db, now()),
  },
  "wanted-books": {
    purpose: "counts what to order, and sets MRPs that waited for old copies to be sold",
    everySeconds: wantedSeconds,
    isHeavy: true,
    run: runStockJob,
  },
  "search-words": {
    purpose: "counts the words for the correction of spellings",
    everySeconds: 3_600,
    isHeavy: true,
    run: ({ db }) => countSearchTerms(db),
  },
  "shelf-counts": {
    purpose: "counts the filters of long shelves",
    everySeconds: 3_600,
    isHeavy: true,
    run: ({ db }) => countLongShelves(db),
  },
  "best-known": {
    purpose: "lists the best known works, which are the results of searches for common words",
    everySeconds: 300,
    isHeavy: true,
    run: ({ db }) => refreshBestKnown(db),
  },
  reservations: { purpose: "expires unpaid orders", needs: "payments", run: expireReservations },
  payments: {
    purpose: "asks payment providers about payments that they have not reported",
    needs: "payments",
    run: reconcilePayments,
  },
  refunds: { purpose: "sends refunds to the payment provider", needs: "payments", run: processRefunds },
  payouts: {
    purpose: "reads what payment providers have paid out, and compares it with the shop's records",
    everySeconds: 3_600,
    isInBatches: true,
    needs: "payments",
    run: readPayouts,
  },
  parcels: {
    purpose: "asks carriers about parcels that were booked with them",
    everySeconds: 60,
    run: followBookings,
  },
  "collection-reminders": {
    purpose: "reminds readers of the last day on which their order is kept at the shop",
    everySeconds: 900,
    run: remindToCollect,
  },
  codes: { purpose: "deletes old codes that were sent by message", everySeconds: 3_600, run: deleteOldCodes },
  "carrier-pins": {
    purpose: "asks carriers about the PIN codes of readers",
    everySeconds: 10,
    run: askPins,
  },
  documents: { purpose: "issues bills and credit notes", run: issueDocuments },
  "sales-lines": {
    purpose: "counts the books sold on bills of older versions of the shop",
    everySeconds: 86_400,
    isInBatches: true,
    run: ({ db }) => countOlderSales(db),
  },
  "stock-report": {
    purpose: "counts the value of the stock, and for how long no copy was sold",
    everySeconds: 86_400,
    isHeavy: true,
    run: ({ db }) => countStock(db),
  },
  reports: {
    purpose: "calculates long reports that the desk has requested",
    isInBatches: true,
    run: (services) => makeLongReports(services),
  },
  "back-in-stock": { purpose: "sends back-in-stock letters", run: sendStockLetters },
  correspondence: { purpose: "deletes old messages and letters", everySeconds: 3_600, run: deleteOldCorrespondence },
  newsletter: {
    purpose: "writes the letters of a newsletter to all subscribers",
    isInBatches: true,
    run: writeStartedIssues,
  },
  "later-prices": {
    purpose: "sets prices that imported files announced for a later day",
    everySeconds: 300,
    run: beginLaterPrices,
  },
  window: { purpose: "publishes versions of the home page that are due", run: publishDueStorefronts },
  letters: { purpose: "sends e-mail", isInBatches: true, run: (services) => sendDueLetters(services) },
  "daily-letters": { purpose: "writes the owners' daily letter", everySeconds: 300, run: writeDailyLetters },
  sessions: { purpose: "deletes expired sessions", run: ({ db, now }) => deleteExpiredSessions(db, now()) },
  "staff-sessions": {
    purpose: "deletes expired sessions of the desk",
    everySeconds: 60,
    run: ({ db, now }) => deleteExpiredStaffSessions(db, now()),
  },
  undos: {
    purpose: "deletes the data for undo of actions that are too old to be undone",
    everySeconds: 3_600,
    isInBatches: true,
    run: ({ db, now }) => forgetOldChanges(db, now()),
  },
  searches: {
    purpose: "deletes old searches, and the visitors of yesterday's searches",
    everySeconds: 60,
    run: forgetSearches,
  },
  covers: {
    purpose: "deletes pictures that no book has as its cover",
    everySeconds: "reconcileAfterSeconds",
    run: sweepPictures,
  },
  limits: {
    purpose: "deletes expired counts of rate limits",
    everySeconds: 60,
    run: ({ db }) => deleteFullBuckets(db),
  },
  sitemaps: {
    purpose: "splits sitemaps that have become too long",
    everySeconds: 3_600,
    isHeavy: true,
    run: ({ db }) => cutSitemaps(db),
  },
  drawings: {
    purpose: "renames covers and portraits that look different after an upgrade",
    everySeconds: 86_400,
    isInBatches: true,
    run: updateDrawingKeys,
  },
  "cover-designs": {
    purpose: "makes drawn covers that appear next to each other look different",
    everySeconds: 60,
    run: ({ db }) => designNextShelves(db),
  },
  "external-refunds": {
    purpose: "finds refunds made outside the shop",
    everySeconds: "reconcileAfterSeconds",
    needs: "payments",
    run: findExternalRefunds,
  },
  wishes: { purpose: "sends letters about wishlists", everySeconds: "reconcileAfterSeconds", run: enqueueWishLetters },
  "review-letters": {
    purpose: "asks readers for reviews",
    everySeconds: "reconcileAfterSeconds",
    isHeavy: true,
    run: askForReviews,
  },
  "unpaid-orders": {
    purpose: "erases readers' details from unpaid orders",
    everySeconds: "reconcileAfterSeconds",
    run: eraseUnpaidOrders,
  },
};

/** The polling interval in ms; the default interval of jobs in seconds; how long `stop` waits at most in ms. */
const usualPace = { pollMs: 1_000, usualEverySeconds: 2, stopMs: 6_000 };

/**
 * Runs each job when it is due. A new job, or a job whose last run failed, is due at once. If several processes are
 * open, each run is done by one of them. A failed job is logged, counted for `npm run shop -- jobs`, and retried with
 * increasing delay; the other jobs continue. `stop` waits at most six seconds; a run that is abandoned then is repeated
 * later.
 */
export async function startJobs(
  services: Services,
  table = jobs,
  { pollMs, usualEverySeconds, stopMs } = usualPace,
): Promise<{ stop: () => Promise<void> }> {
  const { db, settings } = services;
  const secondsBetweenRuns = ({ everySeconds = usualEverySeconds }: Job) =>
    everySeconds === "reconcileAfterSeconds" ? settings.reconcileAfterSeconds : everySeconds;
  const paces = () => Object.entries(table).map(([name, job]) => ({ name, everySeconds: secondsBetweenRuns(job) }));
  const running = new Map<string, { taken: TakenRun; ended: Promise<void> }>();
  const stopping = new AbortController();
  let isGivenUp = false;

  async function run(taken: TakenRun, job: Job) {
    try {
      let finished: unknown;
      do {
        const isIdle = job.needs !== undefined && settings.missingServices.includes(job.needs);
        finished = isIdle ? 0 : await job.run(services);
      } while (job.isInBatches && finished !== 0 && !stopping.signal.aborted);
      await recordSuccess(db, taken, secondsBetweenRuns(job));
    } catch (error) {
      if (!isGivenUp) await reportFailure(services, taken, error);
    }
  }

  async function poll() {
    const going = Array.from(running.values(), ({ taken }) => taken);
    if (going.length > 0) await renewRuns(db, going);
    const free = Object.keys(table).filter((name) => !running.has(name));
    const isHeavy = (name: string) => table[name]?.isHeavy === true;
    const isOneHeavy = [...running.keys()].some(isHeavy);
    const light = free.filter((name) => !isHeavy(name));
    for (const taken of await takeDueRuns(db, light, isOneHeavy ? [] : free.filter(isHeavy), paces())) {
      const { name } = taken;
      const job = table[name];
      if (!job) continue;
      const work = () => run(taken, job).finally(() => running.delete(name));
      const ended = inLogContext({ job: `${name}-${taken.run}` }, work);
      running.set(name, { taken, ended });
    }
  }

  async function pollUntilStopped() {
    let isCutOff = false;
    while (!stopping.signal.aborted) {
      try {
        await poll();
        if (isCutOff) console.error("Background jobs run again.");
        isCutOff = false;
      } catch (error) {
        if (!isCutOff) console.error(`Background jobs wait for the database: ${describeError(error)}`);
        isCutOff = true;
      }
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  await makeJobsDue(db, paces());
  const polling = pollUntilStopped();
  return {
    async stop() {
      stopping.abort();
      const end = polling.then(() => Promise.all(Array.from(running.values(), ({ ended }) => ended)));
      await Promise.race([end, wait(stopMs, undefined, { ref: false })]);
      isGivenUp = true;
      const left = [...running.keys()].join(", ");
      if (left) console.error(`The shop closes although these jobs have not ended: ${left}`);
    },
  };
}
