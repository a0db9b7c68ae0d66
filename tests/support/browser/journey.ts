import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type WebError,
} from "@playwright/test";

import { openDatabase, type Db } from "#db/connect.ts";
import { razorpayStandInPath } from "#server/config/razorpay-config.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { compareWithLedger, type Ledger } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";

/** Names trouble that a journey brings about on purpose, such as the 404 of a page that is not there. */
type ExpectTrouble = (trouble: RegExp) => void;

interface JourneyFixtures {
  expectTrouble: ExpectTrouble;
  /** Another reader's browser, watched like the first. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  watch: (context: BrowserContext) => void;
  /** The records of the shop that the journey visits. */
  db: Db;
  soundRecords: void;
}

interface ShopFixtures {
  /** The records of the shop that the journeys share. */
  sharedDb: Db;
}

/** The shop that is open as long as the journeys go. */
export const sharedShop = { url: process.env.JOURNEY_URL, dataDir: process.env.JOURNEY_DATA_DIR };

/**
 * A test in the journeys' shop: fails on any error the browser reports (console, page, content security policy) that
 * it did not expect, and on records that are not sound afterwards or do not agree with the payment stand-in's books.
 */
export const test = base.extend<JourneyFixtures, ShopFixtures>({
  sharedDb: [async ({}, use) => withRecords(sharedShop.dataDir!, use), { scope: "worker" }],

  baseURL: async ({}, use) => use(sharedShop.url),

  db: async ({ sharedDb }, use) => use(sharedDb),

  expectTrouble: async ({}, use, testInfo) => {
    const expected: RegExp[] = [];
    await use((trouble) => expected.push(trouble));
    const troubles = testInfo.annotations
      .filter(({ type }) => type === "trouble")
      .map(({ description }) => description!);
    expect(troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)))).toEqual([]);
  },

  watch: async ({ expectTrouble: _ }, use, testInfo) => {
    const note = (description: string) => testInfo.annotations.push({ type: "trouble", description });
    const recordConsole = (message: ConsoleMessage) => {
      // Chromium reports what a content security policy stops as an error of the console.
      if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
    };
    const recordError = (error: WebError) => {
      // React Router leaves it unhandled when a view transition is cut short by the next navigation.
      if (!String(error.error()).startsWith("AbortError: Transition was skipped")) note(String(error.error()));
    };
    const watched: BrowserContext[] = [];
    await use((context) => {
      context.on("console", recordConsole).on("weberror", recordError);
      watched.push(context);
    });
    // A context may serve the next test too.
    for (const context of watched) context.off("console", recordConsole).off("weberror", recordError);
  },

  context: async ({ context, watch }, use) => {
    watch(context);
    await use(context);
  },

  openContext: async ({ browser, baseURL, watch }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options });
      watch(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },

  soundRecords: [
    async ({ db }, use) => {
      await use();
      await expectSoundRecords(db, process.env.JOURNEY_URL!);
    },
    { auto: true },
  ],
});

async function withRecords(dataDir: string, use: (db: Db) => Promise<void>): Promise<void> {
  const { db, pool } = await openDatabase({ dataDir, report: () => {} });
  await use(db);
  await pool.end();
}

/** Says that a shop's records are sound, and agree with the books of its payment stand-in. */
export async function expectSoundRecords(db: Db, url: string): Promise<void> {
  expect(await findBreaches(db)).toEqual([]);
  const records = await readMoneyRecords(db);
  const books = await fetch(`${url}${razorpayStandInPath}/control/ledger`);
  const ledger = (await books.json()) as Ledger;
  expect(compareWithLedger({ ledger, records, now: new Date() }).breaches).toEqual([]);
}

export { expect };
