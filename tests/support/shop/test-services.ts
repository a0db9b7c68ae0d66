/** Opens the shop's services for a test file: its own database, the stand-ins, and a check of the money at the end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect } from "vitest";

import { createGoogle } from "#shop/people/readers/google.server.ts";
import { compareWithLedger } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";
import { createRazorpay, type RazorpaySettings } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import type { Services } from "#shop/services.ts";
import { createBackgroundJobs } from "#shop/catalogue/uploads/background-jobs.server.ts";
import { createMailer } from "#shop/kernel/mail/mailer.server.ts";
import { createShopBackups } from "#server/backup/shop-backups.ts";
import { readConfig } from "#server/config/config.ts";
import { examineRunningShop } from "#server/doctor/examine-services.ts";
import { defaultGrams } from "#shop/catalogue/books/parcel-weight.ts";
import { defaultLook } from "#shop/kernel/look/look.ts";
import { createCredentials } from "#server/credentials.ts";
import { createMailboxStandIn, type MailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import type { Mount } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { openOutsideGoogle, type OutsideGoogle } from "./outside-google.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";

export const publicUrl = "http://shop.test";
export const keySecret = "request_tests_secret";
export const webhookSecret = "request_tests_webhook_secret";
const keyId = "rzp_test_RequestTests";
const linkKey = "request_tests_link_key";

/** The connection from the shop to Razorpay; a test may change responses. */
export interface Wire {
  /** Receives the path and the JSON of the response; returns what the shop reads instead. */
  change: ((path: string, answer: any) => unknown) | null;
}

/** The services of a test file, with its own database and Razorpay's stand-in over HTTP. */
export interface TestServices extends TestDatabase, Mount {
  services: Services;
  razorpay: RazorpaySettings;
  wire: Wire;
  /** The letters that were sent. */
  mailbox: MailboxStandIn;
  google: OutsideGoogle;
}

/**
 * Opens services for one test file. Webhooks are not delivered automatically: a test delivers the webhooks that it
 * needs. At the end the file's payments must agree with the stand-in's ledger. `now` is the clock of both.
 */
export async function openTestServices(
  settings: Partial<Services["settings"]> = {},
  { connections = 10, now = () => new Date() } = {},
): Promise<TestServices> {
  const database = await openTestDatabase({ connections });
  const wire: Wire = { change: null };
  const { origin, close } = await openServer(async (request) => onWire(wire, request, await standIn.fetch(request)));
  const standIn = createRazorpayStandIn({
    keyId,
    keySecret,
    basePath: "",
    publicOrigin: origin,
    control: true,
    now: () => now().getTime(),
  });
  afterAll(async () => {
    standIn.close();
    await close();
  });
  afterAll(async () => {
    const records = await readMoneyRecords(database.db);
    const { breaches } = compareWithLedger({ ledger: standIn.ledger(), records, now: new Date() });
    expect(breaches).toEqual([]);
  });
  const mailbox = await createMailboxStandIn({ basePath: "", control: true });
  afterAll(() => mailbox.close());
  const redirectUri = `${settings.publicUrl ?? publicUrl}/auth/google/callback`;
  const deskUris = settings.deskUrl ? [`${settings.deskUrl}/auth/google/callback`] : [];
  const google = await openOutsideGoogle({ redirectUris: [redirectUri, ...deskUris] });
  afterAll(() => google.close());
  const coversFolder = await mkdtemp(join(tmpdir(), "endpaper-covers-"));
  afterAll(() => rm(coversFolder, { recursive: true, force: true }));
  const backgroundJobs = createBackgroundJobs();
  afterAll(() => backgroundJobs.stop(60_000));
  const checkoutSrc = `${origin}/v1/checkout.js`;
  const razorpay: RazorpaySettings = { apiBase: `${origin}/v1`, checkoutSrc, keyId, keySecret, webhookSecret };
  const config = () =>
    readConfig(
      {
        DATA_DIR: coversFolder,
        // The settings refuse http, except on this machine.
        ...(settings.deskUrl?.endsWith(".localhost")
          ? { PUBLIC_URL: settings.publicUrl ?? publicUrl, DESK_URL: settings.deskUrl }
          : {}),
        RAZORPAY_API_BASE: `${origin}/v1`,
        GOOGLE_ISSUER: google.issuer,
      },
      null,
    );
  const coverStore = createFolderStore(coversFolder);
  const uploads = { folder: join(coversFolder, "imports"), work: backgroundJobs };
  const services: Services = {
    db: database.db,
    coverStore,
    uploads,
    mailer: createMailer({ smtpUrl: mailbox.smtpUrl, from: "books@shop.test", shopName: "Endpaper", publicUrl }),
    google: createGoogle({ ...google, redirectUri }),
    credentials: createCredentials(config, linkKey),
    backups: createShopBackups({ db: database.db, coverStore, uploads, now }, database.url, config),
    selfCheck: () => examineRunningShop(services, config()),
    applyChanges: async () => {},
    linkKey,
    paymentProviders: [createRazorpay(razorpay)],
    carriers: [],
    messengers: [],
    settings: {
      name: "Endpaper",
      publicUrl,
      deskUrl: null,
      look: defaultLook,
      numbers: { order: "EP", bill: "EP", "credit-note": "CN", billWords: null, signature: null },
      opening: { state: "open", closedUntil: null, words: null, takesOrders: false },
      shippingFeePaise: 0,
      deliveryRates: null,
      usualGrams: defaultGrams,
      onDelivery: null,
      collection: null,
      confirmationCodes: { by: null, mostPerDay: 100 },
      quotations: { discounts: [], validDays: 30, paymentDays: 10, bankAccount: [] },
      counter: { upiId: null, hasCodes: false, mostPercent: 20 },
      freeShippingFromPaise: null,
      feedsDrawnCovers: false,
      reservationMinutes: 25,
      refundLimitPaise: 5_000_00,
      refundDayLimitPaise: 1_000_000_00,
      fromEnvironment: {},
      reconcileAfterSeconds: 900,
      paidThrough: "Razorpay",
      isTestPayments: true,
      socialLinks: [],
      policies: {
        supportHours: "Mon-Fri 9-6 EST",
        grievanceOfficer: { name: "The bookseller", email: "complaints@shop.test", phone: "+91 80 4000 0001" },
        returnDays: 10,
        delivery: {
          packingDays: 2,
          cities: [2, 4],
          rest: [4, 8],
          far: [7, 12],
          cutOffHour: 24,
          packsOn: [1, 2, 3, 4, 5],
          carriersOn: [1, 2, 3, 4, 5],
          daysOff: [],
        },
      },
      words: { home: null, footer: null },
      isTestSignIn: true,
      missingServices: [],
      seller: {
        legalName: "Endpaper Books",
        addressLines: ["12 Church Street", "Bengaluru 560001"],
        gstin: null,
        stateCode: "KA",
        email: "help@shop.test",
        phone: "+91 80 4000 0000",
      },
      ...settings,
    },
    now,
  };
  return { ...database, services, razorpay, mailbox, google, wire, standIn, origin, basePath: "", keyId, keySecret };
}

/** The environment for another process of the shop with the same database and Razorpay. */
export function settingsOf(testServices: TestServices): Record<string, string> {
  return {
    DATABASE_URL: testServices.url,
    RAZORPAY_API_BASE: `${testServices.origin}/v1`,
    RAZORPAY_KEY_ID: testServices.keyId,
    RAZORPAY_KEY_SECRET: testServices.keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  };
}

async function onWire(wire: Wire, request: Request, response: Response): Promise<Response> {
  if (!wire.change || !response.headers.get("content-type")?.includes("json")) return response;
  const { pathname } = new URL(request.url);
  return Response.json(wire.change(pathname, await response.json()), { status: response.status });
}
