/** Opens and closes the shop: database, services, pages, stand-ins, jobs, metrics and port. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { openDatabase, openPool, jobLimits, type Database, type Db } from "#db/connect.ts";
import { openReplica } from "#db/replica.ts";
import { migrateAsOwner } from "#db/migrate.ts";
import { batchedReadsOver, queriesOver } from "#db/queries.ts";
import type { Google } from "#shop/people/readers/google.server.ts";
import { createGoogleStandIn } from "#stand-ins/google/google.ts";
import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { mailboxPath, type Config } from "./config/config.ts";
import { mountPaymentStandIns } from "./stand-ins/payment-stand-ins.ts";
import { countStaleListings, refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { subscribeToCatalogueChanges, type CatalogueChanges } from "./pages/catalogue-changes.ts";
import { createCdnPurge, purgeJob } from "./cdn/cdn-purge.ts";
import { fillCatalogue } from "./fill-catalogue.ts";
import { googleCallbackPath, googleStandInPath } from "./config/google-config.ts";
import { clearFailures } from "./jobs/job-runs.ts";
import { jobs, startJobs } from "./jobs/jobs.ts";
import { Admission, checkoutConnections, readConnections, watchEventLoop } from "./http/load/admission.ts";
import { createHealth, proxyNoticeMs } from "./http/health.ts";
import { createIsForDesk } from "./http/desk-host.ts";
import { listen } from "./http/listen.ts";
import { rejectUnencryptedInBucket } from "./config/backup-settings.ts";
import { createBackupJob } from "./backup/nightly.ts";
import { refuseLost, useOtherCredentials, withDeskCredentials } from "./credentials.ts";
import { openDeskGoogle, replaceOutsideServices } from "./outside-services.ts";
import { createServices, rereadSettings } from "./services.ts";
import { keepWordsOfEnvironment } from "./words-of-environment.ts";
import type { Services } from "#shop/services.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { consoleLog, type ShopLog } from "./log/open-log.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { Traffic } from "./metrics/traffic.ts";
import { watchRequests } from "./metrics/watch-requests.ts";
import { SharedLimits } from "./limits/shared-limits.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { googleStandInPages, isDemonstration, mailboxPages } from "./http/guards/stand-in-guard.ts";

/** How long requests, jobs and imports may continue after a stop, in ms. Then they are abandoned. */
const endsWithinMs = 6_000;
/** How long each resource may then take to close, in ms; most close at once. */
const closesWithinMs = 1_000;
/** How long connections that are still in use may take to end, in ms. */
const givesUpConnectionsMs = 100;
/** How long a page of the desk waits for a change that it made to be applied, in ms. */
const appliesWithinMs = 2_000;
/** The number of database connections of jobs. They are separate from those of pages, so that jobs never take them. */
const workConnections = 5;

const report = (line: string) => console.log(line);

/** A running shop. */
export interface OpenShop {
  services: Services;
  close: () => Promise<void>;
}

/**
 * Opens the shop. `close` closes everything again. Work that still runs after six seconds is abandoned: a transaction
 * is rolled back, a job runs again later, and an import can be resumed.
 */
export async function openShop(
  config: Config,
  makePages: CreatePageHandler,
  log: ShopLog = consoleLog,
): Promise<OpenShop> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    const endsAt = performance.now() + endsWithinMs;
    const [closeDatabase, ...others] = closers.splice(0);
    for (const closer of others.reverse()) {
      const leftMs = Math.max(endsAt - performance.now(), 0) + closesWithinMs;
      await Promise.race([closer(), wait(leftMs, undefined, { ref: false })]);
    }
    await closeDatabase?.();
  };
  try {
    return { services: await openInto(config, makePages, log, closers), close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

async function openInto(
  environment: Config,
  makePages: CreatePageHandler,
  log: ShopLog,
  closers: (() => Promise<void>)[],
): Promise<Services> {
  if (environment.backup.days !== null) rejectUnencryptedInBucket(environment.backup, environment.backup.folder);
  const database = await openDatabase({ ...environment, report, isForPages: true });
  closers.push(() => database.close(givesUpConnectionsMs));
  const claim = await lockDataFolder(database, environment.dataDir);
  closers.push(claim.release);
  const work = openPool(database.url, workConnections, jobLimits);
  closers.push(() => work.endWithin(givesUpConnectionsMs));
  const workDb = queriesOver(work, work);
  const db = { ...database.db, sessions: work };
  await prepareTables(database, workDb);
  for (const page of await keepWordsOfEnvironment(workDb, environment.pageWords, new Date()))
    report(`Wrote the words of the environment into the page /${page}; change them at the desk, under Pages`);
  // Other than the rest of `config`, credentials change while the shop runs.
  const config = await withDeskCredentials(environment, workDb, refuseLost);
  if (await fillCatalogue(database.db, config)) report("Loaded the demonstration catalogue");
  let changes: CatalogueChanges | undefined;
  const replica = config.databaseReadUrl
    ? openReplica(config.databaseReadUrl, database.pool, () => changes?.neededPosition() ?? null)
    : null;
  if (replica) closers.push(replica.close);
  const openReads = () => {
    const reads = database.openPlannedPool(readConnections);
    closers.push(() => reads.endWithin(givesUpConnectionsMs));
    return batchedReadsOver(reads);
  };

  const mailbox =
    config.smtpUrl === null && !config.missing.includes("mail") ? await openMailbox(config, closers) : null;
  let inUse = config;
  const services = await createServices(config, db, {
    databaseUrl: database.url,
    mailbox: mailbox?.smtpUrl ?? null,
    publicDb: replica?.db ?? openReads(),
    current: () => inUse,
    applyChanges: () => Promise.race([applyChanges(), wait(appliesWithinMs, undefined, { ref: false })]),
  });
  const deskGoogle = config.desk.isDisabled ? null : openDeskGoogle(config);
  const standIns = [
    ...mountPaymentStandIns(config, () => inUse, closers),
    ...(config.google.isStandIn ? [{ ...openGoogleStandIn(config), isInUse: () => inUse.google.isStandIn }] : []),
    ...(mailbox
      ? [{ path: mailboxPath, readersPages: mailboxPages, fetch: mailbox.fetch, isInUse: () => inUse.smtpUrl === null }]
      : []),
  ];
  closers.push(async () => services.mailer.close());
  // Only one shop can use an embedded database.
  const sharedLimits = database.isEmbedded ? undefined : new SharedLimits(database.db);
  if (sharedLimits) closers.push(() => sharedLimits.close());
  const checkout = database.openPlannedPool(checkoutConnections);
  closers.push(() => checkout.endWithin(givesUpConnectionsMs));
  const eventLoop = watchEventLoop();
  closers.push(async () => eventLoop.close());
  const imagesFolder = join(config.dataDir, "images");
  const { cdnPurgeUrl, cdnPurgeSecret: secret } = config;
  const cdn = cdnPurgeUrl ? createCdnPurge(workDb, { url: cdnPurgeUrl, secret }) : null;
  if (cdn) closers.push(cdn.close);
  const pages = await makePages({
    services,
    cdn,
    checkoutDb: { ...queriesOver(checkout, checkout), sessions: work },
    admission: new Admission(eventLoop.lagMs),
    imagesFolder,
    drawsAhead: true,
    imagesMaxBytes: config.drawnPicturesGigabytes * 1e9,
    buildFilesFolder: join(config.dataDir, "build-files"),
    standIns,
    sharedLimits,
    desk:
      config.desk.isDisabled || !deskGoogle ? undefined : { url: config.desk.url, google: deskGoogle, sharedLimits },
  });
  closers.push(pages.close);
  // Settings are reread one after another, so that the last ones read are applied last.
  let settingsRead = Promise.resolve();
  const drop = (bookIds: string[] | null) => {
    pages.drop(bookIds);
    cdn?.purge(bookIds);
  };
  /** Reads what an owner changed at the desk; returns whether anything did. */
  const readAgain = async () => {
    const read = await withDeskCredentials(environment, services.db, refuseLost);
    const isReplaced = useOtherCredentials(read, inUse);
    if (isReplaced) {
      inUse = read;
      replaceOutsideServices(services, deskGoogle, read, mailbox?.smtpUrl ?? null);
    }
    // After the credentials, because a shop that lacks some is not open.
    const isChanged = await rereadSettings(services.db, services.settings);
    return isReplaced || isChanged;
  };
  const closing = new AbortController();
  closers.push(async () => closing.abort());
  const applyChanges = () => (settingsRead = settingsRead.then(() => followSettings(readAgain, drop, closing.signal)));
  const heard = await subscribeToCatalogueChanges(database.url, drop, () => void applyChanges());
  changes = heard;
  closers.push(heard.close);

  const traffic = config.watch.metrics && new Traffic();
  const isDesks = createIsForDesk(services.settings.deskUrl);
  const watch = watchRequests({ log, proxies: config.proxies, traffic, isForDesk: isDesks });
  const noticeMs = config.proxies.count > 0 ? proxyNoticeMs : 0;
  const health = createHealth(database.pool, noticeMs);
  const listener = await listen({
    host: config.host,
    port: config.port,
    proxies: config.proxies,
    before: (request, response, next) => {
      health.before(request, response, () => {
        if (!isDesks(request)) heard.noteRequest();
        watch(request, response, (pass) => pages.before(request, response, pass), next);
      });
    },
    app: (request, { network, isLocal }) => pages.fetch(request, network, isLocal),
    times: { drain: endsWithinMs - noticeMs },
  });
  // Requests and jobs end in parallel, so that closing takes only as long as the slower of the two.
  const stops = [() => health.close().then(listener.drain)];
  closers.push(async () => void (await Promise.all(stops.map((stop) => stop()))));
  if (!config.google.isStandIn && !config.missing.includes("sign-in")) void warnOfGoogleTrouble(services.google);
  const backup = createBackupJob(database.url, () => inUse.backup);
  const table = { ...jobs, ...(mayBackUp(config) && { backup }), ...(cdn && { [purgeJob]: cdn.job }) };
  if (!mayBackUp(config)) await clearFailures(workDb, "backup", database.isEmbedded ? 0 : 25);
  if (!cdn) await clearFailures(workDb, purgeJob, database.isEmbedded ? 0 : 1);
  const running = await startJobs({ ...services, db: workDb }, table);
  stops.push(running.stop, () => services.uploads.work.stop(endsWithinMs));
  if (config.watch.metrics && traffic) {
    const metrics = await openMetrics({
      config,
      at: config.watch.metrics,
      databaseUrl: database.url,
      pools: { pages: database.pool, checkout, jobs: work, ...(replica && { replica: replica.pool }) },
      isListening: heard.isListening,
      replica,
      keptPages: pages.kept,
      traffic,
      log,
      jobNames: Object.keys(table),
      services,
    });
    stops.push(metrics.close);
  }
  return services;
}

/**
 * Applies settings that an owner changed at the desk, and marks all cached pages as stale. Retries until this succeeds,
 * because there is no second notification.
 */
async function followSettings(readAgain: () => Promise<boolean>, drop: (bookIds: null) => void, closing: AbortSignal) {
  for (let isFirst = true; !closing.aborted; isFirst = false) {
    try {
      if (await readAgain()) drop(null);
      return;
    } catch (error) {
      if (isFirst) console.warn(`Reloading the settings failed and will be retried: ${messageOf(error)}`);
      await wait(1_000, undefined, { ref: false, signal: closing }).catch(() => {});
    }
  }
}

/** Warns if Google is unreachable; the shop opens without waiting for it. */
async function warnOfGoogleTrouble(google: Google) {
  const trouble = await google.findTrouble();
  if (trouble) console.warn(`Sign-in does not work yet; the shop is open. ${trouble}`);
}

async function prepareTables(database: Database, workDb: Db) {
  const applied = await migrateAsOwner(database);
  if (applied.length > 0) report(`Migrating the database (${applied.join(", ")})`);
  await refreshListingsAtStart(workDb);
}

/** Refreshes stale listings; after an interrupted import or an update there may be very many. */
async function refreshListingsAtStart(db: Db) {
  const works = await countStaleListings(db);
  let told = works;
  await refreshAllStaleListings(db, (left) => {
    if (told - left < 10_000) return;
    report(`Refreshing listings: ${left} of ${works} works left`);
    told = left;
  });
}

/** Whether this process makes nightly backups, or will once an owner chooses their place at the desk. */
const mayBackUp = ({ backup, credentials }: Config) =>
  backup.days !== null || (!backup.isOff && credentials.backup.source !== "environment");

/** Whether stand-ins may simulate faults: not in a public demonstration. */
const hasControl = ({ publicUrl }: Config) => !isDemonstration(publicUrl);

/** Opens the mailbox that receives letters while no mail server is set, and shows them on a page of the shop. */
async function openMailbox(config: Config, closers: (() => Promise<void>)[]) {
  const file = join(config.dataDir, "mailbox-stand-in.jsonl");
  const mailbox = await createMailboxStandIn({ basePath: mailboxPath, file, control: hasControl(config) });
  closers.push(async () => mailbox.close());
  return mailbox;
}

/** Opens the Google stand-in. The settings reject it for a public address, unless the shop is a demonstration. */
function openGoogleStandIn(config: Config) {
  const { issuer, clientId, clientSecret } = config.google;
  const redirectUris = [
    config.publicUrl + googleCallbackPath,
    ...(config.desk.isDisabled ? [] : [config.desk.url + googleCallbackPath]),
  ];
  const standIn = createGoogleStandIn({ issuer, clientId, clientSecret, redirectUris, control: hasControl(config) });
  return { path: googleStandInPath, readersPages: googleStandInPages, fetch: standIn.fetch };
}
