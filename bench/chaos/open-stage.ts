/**
 * Starts the shop for chaos runs: two processes on one database, with Razorpay, the mail server and the database
 * connection simulated outside them.
 */
import { join } from "node:path";

import pg from "pg";

import type { Db } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { startEmbedded } from "#db/embedded.ts";
import { queriesOver } from "#db/queries.ts";
import type { LetterStore, MailboxLetter } from "#stand-ins/mailbox/letter-store.ts";
import { openPostOffice, type PostOffice } from "#stand-ins/mailbox/post-office.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import type { ReceiptMode } from "#razorpay-stand-in/context.ts";
import { openDatabaseLine, type DatabaseLine } from "#proving-ground/faults/database-line.ts";
import { openOutsideRazorpay, type OutsideRazorpay } from "#bench/shop/outside-razorpay.ts";

/** One process of the shop, which can be killed and started again. */
export interface ShopSlot {
  url: string;
  isOpen: boolean;
  /** The process ended unexpectedly. */
  hasFallen: boolean;
  /** Kills the process with SIGKILL, like a power cut. */
  kill: () => Promise<void>;
  open: () => Promise<void>;
  stop: (signal: NodeJS.Signals) => Promise<void>;
  /** The output of all its processes so far. */
  output: () => string;
}

/** The parts of each received letter that are kept: enough to count letters without filling the memory. */
export interface StoredLetter extends Pick<MailboxLetter, "messageId" | "to" | "subject"> {
  /** Time by `performance.now()`, in ms. */
  at: number;
  /** The connection was broken on purpose before the shop received the confirmation. */
  isAnswerLost: boolean;
}

/** The running shop of two processes, and the outside services in processes of their own. */
export interface Stage {
  publicUrl: string;
  seats: ShopSlot[];
  razorpay: OutsideRazorpay;
  postOffice: PostOffice;
  letters: StoredLetter[];
  /** The proxy between the shops and the database. */
  line: DatabaseLine;
  /** A direct connection to the database, not through the proxy. */
  db: Db;
  pool: pg.Pool;
  /** Descriptions of unexpected ends of a shop process. */
  falls: string[];
  close: () => Promise<void>;
}

/** Shortened times, so that a run includes many expired orders and late payments. */
const hurry = { RESERVATION_MINUTES: "1", RECONCILE_AFTER_SECONDS: "10" };
const razorpaysHurry = { webhookRetryScale: 0.02, bankSilenceSeconds: 20 };
const maxOpenings = 5;

/** Starts everything on free ports with a temporary data folder; closes what was started if a step fails. */
export async function openStage(receiptMode: ReceiptMode): Promise<Stage> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await openInto(closers, receiptMode)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openInto(closers: (() => Promise<unknown>)[], receiptMode: ReceiptMode): Promise<Omit<Stage, "close">> {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const server = await startEmbedded({ dataDir: folder, report: () => {} });
  closers.push(server.stopIfUnused);
  // Another application name than the shop's, so that these connections are not cut.
  const pool = new pg.Pool({ connectionString: server.ownerUrl, max: 4, application_name: "chaos" });
  pool.on("error", () => {});
  closers.push(() => untilShopIsGone(pool).finally(() => pool.end()));
  const line = await openDatabaseLine(server.ownerUrl);
  closers.push(line.close);

  const letters: StoredLetter[] = [];
  const postOffice: PostOffice = await openPostOffice(storeAll(letters, () => postOffice.fault()?.loseAnswer === true));
  closers.push(postOffice.close);
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const [razorpayPort, ...shopPorts] = ports as [number, ...number[]];
  const razorpay = await openOutsideRazorpay(razorpayPort, shopPorts, { ...razorpaysHurry, receiptMode });
  closers.push(razorpay.close);

  const publicUrl = `http://localhost:${shopPorts[0]}`;
  const falls: string[] = [];
  const seats = shopPorts.map((port, place) =>
    seatFor(falls, {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATABASE_URL: line.url,
      DATA_DIR: join(folder, `shop-${place + 1}`),
      SMTP_URL: `smtp://127.0.0.1:${postOffice.port}`,
      ...razorpay.settings,
      ...hurry,
    }),
  );
  closers.push(() => Promise.all(seats.map((seat) => seat.stop("SIGKILL"))));
  await Promise.all(seats.map((seat) => seat.open()));
  return { publicUrl, seats, razorpay, postOffice, letters, line, pool, db: queriesOver(pool, pool), falls };
}

function seatFor(falls: string[], settings: Record<string, string>): ShopSlot {
  const before: string[] = [];
  let shop: ChildShop | null = null;

  async function end(signal: NodeJS.Signals) {
    const ending = shop;
    seat.isOpen = false;
    shop = null;
    if (!ending) return;
    await ending.stop(signal);
    before.push(ending.output());
  }

  function fall(fallen: ChildShop, how: number | NodeJS.Signals | "no success") {
    if (shop !== fallen) return; // a requested end
    falls.push(`A process of the shop ended with ${how}: ${fallen.output().trim().slice(-600)}`);
    before.push(fallen.output());
    shop = null;
    seat.isOpen = false;
    seat.hasFallen = true;
  }

  const seat: ShopSlot = {
    url: `http://127.0.0.1:${settings.PORT}`,
    isOpen: false,
    hasFallen: false,
    kill: () => end("SIGKILL"),
    stop: end,
    output: () => [...before, shop?.output() ?? ""].join("\n"),
    async open() {
      seat.hasFallen = false;
      // The database may be cut off while the process starts; then it exits, and is started again.
      for (let tries = 1; !seat.isOpen; tries += 1) {
        const opening = startChildShop(settings);
        shop = opening;
        try {
          await opening.opened;
          seat.isOpen = true;
          void opening.ended.then((how) => fall(opening, how));
        } catch (error) {
          before.push(opening.output());
          if (shop !== opening) throw error;
          if (tries === maxOpenings) return fall(opening, "no success");
        }
      }
    },
  };
  return seat;
}

function storeAll(letters: StoredLetter[], isAnswerLost: () => boolean): LetterStore {
  return {
    list: () => [],
    async add({ messageId, to, subject }) {
      letters.push({ messageId, to, subject, at: performance.now(), isAnswerLost: isAnswerLost() });
    },
    clear: async () => {},
    written: async () => {},
  };
}

/**
 * Waits until no connection of the shop is left, as the embedded server stops only when unused; those of killed
 * processes take a moment.
 */
async function untilShopIsGone(pool: pg.Pool) {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rows } = await pool.query("select from pg_stat_activity where application_name = 'endpaper' limit 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
