/**
 * Starts the shop for chaos runs: two processes on one database. Razorpay, the mail server and the connection to the
 * database are simulated outside these processes.
 */
import { join } from "node:path";

import pg from "pg";

import type { Db } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { startEmbedded } from "#db/embedded.ts";
import { queriesOver } from "#db/queries.ts";
import type { LetterStore, MailboxLetter } from "#stand-ins/mailbox/letter-store.ts";
import { openMailServer, type MailServer } from "#stand-ins/mailbox/post-office.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { readLinkKey } from "#shop/sales/orders/order-link.server.ts";
import type { ReceiptMode } from "#razorpay-stand-in/context.ts";
import { createServerSlot, type ServerSlot } from "#proving-ground/processes/server-slot.ts";
import { openDatabaseProxy, type DatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openCarriers, type Carriers } from "./carriers/open-carriers.ts";
import { openOutsideRazorpay, type OutsideRazorpay } from "#bench/shop/outside-razorpay.ts";

/** The parts of a received letter that are kept. They are enough to count letters without filling the memory. */
export interface StoredLetter extends Pick<MailboxLetter, "messageId" | "to" | "subject"> {
  /** When the letter arrived, by `performance.now()`, in ms. */
  at: number;
  /** Whether the connection was broken on purpose before the shop received the confirmation. */
  isAnswerLost: boolean;
}

/** The running shop of two processes, and the outside services in processes of their own. */
export interface Stage {
  publicUrl: string;
  slots: ServerSlot[];
  razorpay: OutsideRazorpay;
  mailServer: MailServer;
  letters: StoredLetter[];
  /** The paths of the links in the letters that ask for a confirmation, by order number. */
  confirmLinks: Map<string, string>;
  carriers: Carriers;
  /** The proxy between the shops and the database. */
  line: DatabaseProxy;
  /** A connection to the database that bypasses the proxy. */
  db: Db;
  pool: pg.Pool;
  /** Descriptions of unexpected ends of a shop process. */
  crashes: string[];
  close: () => Promise<void>;
}

/** Settings with shortened times, so that a run includes many expired orders and late payments. */
const hurry = { RESERVATION_MINUTES: "1", RECONCILE_AFTER_SECONDS: "10" };
const onDelivery = { ON_DELIVERY: "yes", ON_DELIVERY_UP_TO: "20000", ON_DELIVERY_OPEN: "4", ON_DELIVERY_REFUSED: "2" };
const collection = { COLLECTION: "yes", COLLECTION_PAY: "yes" };
const razorpayShortTimes = { webhookDelayFactor: 0.02, bankSilenceSeconds: 20 };

/** Starts all programs on free ports, with a temporary data folder. If a step fails, closes what was started. */
export async function openStage(receiptMode: ReceiptMode, random: SeededRandom): Promise<Stage> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await openInto(closers, receiptMode, random)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openInto(
  closers: (() => Promise<unknown>)[],
  receiptMode: ReceiptMode,
  random: SeededRandom,
): Promise<Omit<Stage, "close">> {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const server = await startEmbedded({ dataDir: folder, report: () => {} });
  closers.push(server.stopIfUnused);
  // Another application name than the shop's, so that the faults do not close these connections.
  const pool = new pg.Pool({ connectionString: server.ownerUrl, max: 4, application_name: "chaos" });
  pool.on("error", () => {});
  closers.push(() => untilShopIsGone(pool).finally(() => pool.end()));
  const line = await openDatabaseProxy(server.ownerUrl);
  closers.push(line.close);

  const letters: StoredLetter[] = [];
  const confirmLinks = new Map<string, string>();
  const mailServer: MailServer = await openMailServer(
    storeAll({ letters, confirmLinks }, () => mailServer.fault()?.loseAnswer === true),
  );
  closers.push(mailServer.close);
  const shopPorts = [await findFreePort(), await findFreePort()];
  const razorpay = await openOutsideRazorpay(await findFreePort(), shopPorts, { ...razorpayShortTimes, receiptMode });
  closers.push(razorpay.close);
  const carriers = await openCarriers(random);
  closers.push(carriers.close);

  const publicUrl = `http://localhost:${shopPorts[0]}`;
  const crashes: string[] = [];
  const slots = shopPorts.map((port, place) => {
    const settings = {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATABASE_URL: line.url,
      DATA_DIR: join(folder, `shop-${place + 1}`),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      ...razorpay.settings,
      ...carriers.settings,
      ...hurry,
      ...onDelivery,
      ...collection,
    };
    return createServerSlot(
      `http://127.0.0.1:${port}`,
      () => startChildShop(settings),
      (crash) => void crashes.push(`A process of the shop ${crash}`),
    );
  });
  closers.push(() => Promise.all(slots.map((slot) => slot.stop("SIGKILL"))));
  await Promise.all(slots.map((slot) => slot.open()));
  const db = queriesOver(pool, pool);
  carriers.reportTo({
    linkKey: await readLinkKey(db),
    pickShop: () => random.pick(slots.some(({ isOpen }) => isOpen) ? slots.filter(({ isOpen }) => isOpen) : slots).url,
  });
  return { publicUrl, slots, razorpay, carriers, mailServer, letters, confirmLinks, line, pool, db, crashes };
}

function storeAll(
  { letters, confirmLinks }: Pick<Stage, "letters" | "confirmLinks">,
  isAnswerLost: () => boolean,
): LetterStore {
  return {
    list: () => [],
    async add({ messageId, to, subject, text }) {
      const link = subject.startsWith("Please confirm")
        ? /https?:\/\/[^/\s]+(\/orders\/(EP-\w+)\?key=[\w.-]+)/.exec(text)
        : null;
      if (link) confirmLinks.set(requiredItem(link, 2), requiredItem(link, 1));
      letters.push({ messageId, to, subject, at: performance.now(), isAnswerLost: isAnswerLost() });
    },
    clear: async () => {},
    written: async () => {},
  };
}

/**
 * Waits until the shop has no connection left, because the embedded server stops only when it is not used. Connections
 * of killed processes take a moment to end.
 */
async function untilShopIsGone(pool: pg.Pool) {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rows } = await pool.query("select from pg_stat_activity where application_name = 'endpaper' limit 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
