/**
 * The base of all browser journeys: a Playwright test that fails on unexpected browser errors and on inconsistent data.
 */
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

/** Allows errors that a journey causes on purpose, such as the 404 of a missing page. */
type ExpectTrouble = (trouble: RegExp) => void;

interface JourneyFixtures {
  expectTrouble: ExpectTrouble;
  /** Opens the browser of another reader, watched for errors like the first. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  watch: (context: BrowserContext) => void;
  /** The database of the shop that the journey visits. */
  db: Db;
  soundRecords: void;
}

interface ShopFixtures {
  /** The database of the shop that the journeys share. */
  sharedDb: Db;
}

/**
 * React Router does not handle the rejection of a view transition that the next navigation or a change of the viewport
 * ends early. Readers do not see it.
 */
const endedTransition = /^(AbortError: Transition was skipped|InvalidStateError: Transition was aborted)/;

/** The shop that is open while the journeys run. */
export const sharedShop = { url: process.env.JOURNEY_URL, dataDir: process.env.JOURNEY_DATA_DIR };

/**
 * A test in the journeys' shop. Fails on every error that the browser reports (console, page, Content Security Policy)
 * and the test did not expect, and if afterwards the data breaks an invariant or differs from the ledger of the payment
 * stand-in.
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
      // Chromium reports violations of the Content Security Policy as console errors.
      if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
    };
    const recordError = (error: WebError) => {
      if (!endedTransition.test(String(error.error()))) note(String(error.error()));
    };
    const watched: BrowserContext[] = [];
    await use((context) => {
      context.on("console", recordConsole).on("weberror", recordError);
      watched.push(context);
    });
    // The next test may use the same context.
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

/** Expects that a shop's data breaks no invariant and matches the ledger of its payment stand-in. */
export async function expectSoundRecords(db: Db, url: string): Promise<void> {
  expect(await findBreaches(db)).toEqual([]);
  const records = await readMoneyRecords(db);
  const books = await fetch(`${url}${razorpayStandInPath}/control/ledger`);
  const ledger = (await books.json()) as Ledger;
  expect(compareWithLedger({ ledger, records, now: new Date() }).breaches).toEqual([]);
}

export { expect };
