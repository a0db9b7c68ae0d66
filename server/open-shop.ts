import { join } from "node:path";

import { openDatabase, type Database } from "#db/connect.ts";
import { migrateAsOwner } from "#db/migrate.ts";
import type { Google } from "#shop/readers/google.server.ts";
import { createGoogleStandIn } from "#stand-ins/google/google.ts";
import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import { createRazorpayStandIn } from "#stand-ins/razorpay/razorpay.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { mailboxPath, type Config } from "./config/config.ts";
import { razorpayStandInPath } from "./config/razorpay-config.ts";
import { countStaleListings, refreshAllStaleListings } from "#shop/catalogue/refresh-listings.server.ts";
import { subscribeToCatalogueChanges } from "./pages/catalogue-changes.ts";
import { loadDemoCatalogue } from "./demo-catalogue.ts";
import { loadDemoChoices } from "./demo-choices.ts";
import { googleCallbackPath, googleStandInPath } from "./config/google-config.ts";
import { startJobs } from "./jobs/jobs.ts";
import { listen } from "./http/listen.ts";
import { createServices } from "./services.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { isDemonstration } from "./http/stand-in-guard.ts";

const report = (line: string) => console.log(line);

/** Opens the shop: database, catalogue, pages, port. Everything it opened is closed again when it is told to stop. */
export async function openShop(config: Config, makePages: CreatePageHandler): Promise<{ close: () => Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    await openInto(config, makePages, closers);
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  return { close };
}

async function openInto(config: Config, makePages: CreatePageHandler, closers: (() => Promise<void>)[]) {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, report });
  closers.push(database.close);
  const claim = await lockDataFolder(database, config.dataDir);
  closers.push(claim.release);
  await prepareRecords(database, config);

  const mailbox = config.smtpUrl === null ? await openMailbox(config, closers) : null;
  const services = await createServices(config, database.db, config.smtpUrl ?? mailbox!.smtpUrl);
  const standIns = [
    ...(config.razorpay.isStandIn ? [openRazorpayStandIn(config, closers)] : []),
    ...(config.google.isStandIn ? [openGoogleStandIn(config)] : []),
    ...(mailbox ? [{ path: mailboxPath, fetch: mailbox.fetch }] : []),
  ];
  closers.push(async () => services.mailer.close());
  const imagesFolder = join(config.dataDir, "images");
  const pages = await makePages({
    services,
    imagesFolder,
    imagesMaxBytes: config.drawnPicturesGigabytes * 1e9,
    standIns,
  });
  closers.push(pages.close);
  const changes = await subscribeToCatalogueChanges(database.url, pages.drop);
  closers.push(changes.close);

  const listener = await listen({
    host: config.host,
    port: config.port,
    proxies: config.proxies,
    before: (request, response, next) => {
      changes.noteRequest();
      pages.before(request, response, next);
    },
    app: (request, { network, isLocal }) => pages.fetch(request, network, isLocal),
  });
  // Requests and jobs end at the same time, so that closing takes no longer than the slower of them.
  const stops = [listener.drain];
  closers.push(async () => void (await Promise.all(stops.map((stop) => stop()))));
  if (!config.google.isStandIn) void tellGoogleTrouble(services.google);
  const jobs = await startJobs(services);
  stops.push(jobs.stop);
}

/** Nobody waits for Google: the shop is open meanwhile. */
async function tellGoogleTrouble(google: Google) {
  const trouble = await google.findTrouble();
  if (trouble) console.warn(`Nobody can sign in yet; the shop is open. ${trouble}`);
}

async function prepareRecords(database: Database, { hasDemonstration }: Config) {
  const applied = await migrateAsOwner(database);
  if (applied.length > 0) report(`Migrating the database (${applied.join(", ")})`);
  await putBooksOnLists(database.db);
  if (!hasDemonstration) await loadDemoChoices(database.db);
  else if (await loadDemoCatalogue(database.db)) report("Loaded the demonstration catalogue");
}

/** After an import that was cut off, or an update of the shop, very many rows of lists may wait to be made. */
async function putBooksOnLists(db: Database["db"]) {
  const works = await countStaleListings(db);
  let told = works;
  await refreshAllStaleListings(db, (left) => {
    if (told - left < 10_000) return;
    report(`Putting books on the lists: ${left} of ${works} are left`);
    told = left;
  });
}

/** Only a shop for trying out has switches that make its stand-ins misbehave. */
const hasControl = ({ publicUrl }: Config) => !isDemonstration(publicUrl);

/** Where letters go while no mail server is set: nowhere but to a page of the shop. */
async function openMailbox(config: Config, closers: (() => Promise<void>)[]) {
  const file = join(config.dataDir, "mailbox-stand-in.jsonl");
  const mailbox = await createMailboxStandIn({ basePath: mailboxPath, file, control: hasControl(config) });
  closers.push(async () => mailbox.close());
  return mailbox;
}

function openRazorpayStandIn(config: Config, closers: (() => Promise<void>)[]) {
  const standIn = createRazorpayStandIn({
    keyId: config.razorpay.keyId,
    keySecret: config.razorpay.keySecret,
    webhook: { url: `http://127.0.0.1:${config.port}/webhooks/razorpay`, secret: config.razorpay.webhookSecret },
    basePath: razorpayStandInPath,
    publicOrigin: config.publicUrl,
    file: join(config.dataDir, "razorpay-stand-in.json"),
    control: hasControl(config),
  });
  closers.push(async () => standIn.close());
  return { path: razorpayStandInPath, fetch: standIn.fetch };
}

/** The settings have already refused a public address, unless it is a demonstration. */
function openGoogleStandIn(config: Config) {
  const { issuer, clientId, clientSecret } = config.google;
  const redirectUris = [config.publicUrl + googleCallbackPath];
  const standIn = createGoogleStandIn({ issuer, clientId, clientSecret, redirectUris, control: hasControl(config) });
  return { path: googleStandInPath, fetch: standIn.fetch };
}
