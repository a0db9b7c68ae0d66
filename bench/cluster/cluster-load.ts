/** The load on a cluster: readers who open pages, readers who buy, and the responses that they got. */

import { setTimeout as pause } from "node:timers/promises";

import { codeOf } from "#db/transaction.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import type { ClientLog } from "#proving-ground/cluster/fault-costs.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { delivery, newReader, type Answer } from "#bench/shop/reader.ts";
import type { ClusterStage } from "./open-cluster.ts";

/** The responses to readers so far. `paid` contains the numbers of orders that were reported as paid. */
export interface Seen extends ClientLog {
  /** Numbers of placed orders. */
  placed: Set<string>;
  /** The number of readers who gave up after one to two minutes of retries. The run waits for them at its end. */
  gaveUp: number;
}

/** The amount of load, which does not depend on the speed of the shops. */
export interface LoadSize {
  pagesPerSecond: number;
  buyers: number;
}

/** Load that continues until it is stopped. */
export interface Load {
  seen: Seen;
  /** Stops new load, and waits until the current purchases are finished. */
  stop: () => Promise<void>;
}

const maxTries = 60;
const tryAgainMs = 1_000;
const betweenPurchasesMs = 500;
const timeLimit = () => AbortSignal.timeout(15_000);

const pagesWith = (books: readonly string[]) => [
  "/",
  "/best-sellers",
  ...books.map((id) => `/books/${id}`),
  "/search?q=love",
];

/** Requests every page from each shop once, so that the run measures the fault and not a cold cache. */
export async function warmUp({ settings, shops }: ClusterStage, books: readonly string[]): Promise<void> {
  for (const place of shops.keys())
    for (const path of pagesWith(books))
      await sendRequest(`http://127.0.0.1:${Number(settings["PORT"]) + place}${path}`, { accept: "text/html" });
}

/** Sends page requests and purchases, which are retried on failure, to the shops behind HAProxy. */
export function startLoad(stage: ClusterStage, books: readonly string[], { pagesPerSecond, buyers }: LoadSize): Load {
  const seen: Seen = { requests: 0, failed: new Map(), placed: new Set(), paid: new Map(), gaveUp: 0 };
  const { publicUrl, standIns } = stage;
  const addresses = { publicUrl, pickShop: () => publicUrl, razorpayUrl: standIns.razorpayUrl, keyId: standIns.keyId };
  const pages = pagesWith(books);
  let isOver = false;
  let turn = 0;

  /** Returns the response; null if the request failed. Failed requests are counted. */
  async function note<Got extends Pick<Answer, "status">>(kind: string, asked: Promise<Got>): Promise<Got | null> {
    seen.requests += 1;
    try {
      const answer = await asked;
      if (answer.status < 500) return answer;
      countUp(seen.failed, `${answer.status} ${kind}`);
    } catch (error) {
      countUp(seen.failed, `${codeOf(error) ?? "cut off"} ${kind}`);
    }
    return null;
  }

  async function readPage() {
    turn += 1;
    const path = requiredItem(pages, turn % pages.length);
    const network = `10.200.${(turn >> 8) & 255}.${turn & 255}`;
    const headers = { accept: "text/html", "x-forwarded-for": network };
    const page = await note("GET a page", sendRequest(publicUrl + path, headers, undefined, timeLimit()));
    const files: string[] = page?.text.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    const file = files[turn % files.length];
    // During a rolling upgrade, the script may be requested from a shop of another version than the page.
    if (file) await noteFile(publicUrl + file, { "x-forwarded-for": network });
  }

  async function noteFile(url: string, headers: Record<string, string>) {
    const answer = await note("GET a script or style", sendRequest(url, headers, undefined, timeLimit()));
    if (answer && answer.status !== 200) countUp(seen.failed, `${answer.status} GET a script or style`);
  }

  async function buy(bookId: string) {
    const reader = newReader(addresses);
    async function ask(path: string, fields: Record<string, string>): Promise<Answer | null> {
      for (let tries = 1; tries <= maxTries; tries += 1) {
        const answer = await note(`POST ${path}`, reader.ask(path, fields));
        if (answer) return answer;
        await pause(tryAgainMs);
      }
      seen.gaveUp += 1;
      return null;
    }
    await ask("/cart/lines", { intent: "add", bookId });
    const checkout = await ask("/checkout", { ...delivery, email: `reader-${crypto.randomUUID()}@example.com` });
    if (!checkout?.body?.ok) return;
    const { orderNumber, options } = checkout.body;
    seen.placed.add(orderNumber);
    const proof = await reader.pay(options.order_id);
    if (!proof) return;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const answer = await ask("/checkout/verify", { order: orderNumber, ...proof });
      if (answer?.body?.state === "paid") seen.paid.set(orderNumber, performance.now());
      if (answer?.body?.state !== "confirming") return;
      await pause(tryAgainMs);
    }
    // The shop has not confirmed the payment after two minutes.
    seen.gaveUp += 1;
  }

  const timer = setInterval(() => void readPage(), 1000 / pagesPerSecond);
  const buying = Array.from({ length: buyers }, async (_, place) => {
    for (let round = place; !isOver; round += buyers) {
      // The stand-in has no faults here: if it does not answer, a request of the shop failed.
      await buy(requiredItem(books, round % books.length)).catch(() =>
        countUp(seen.failed, "a purchase that could not continue"),
      );
      await pause(betweenPurchasesMs);
    }
  });
  return {
    seen,
    async stop() {
      isOver = true;
      clearInterval(timer);
      await Promise.all(buying);
    },
  };
}
