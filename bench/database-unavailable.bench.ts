/**
 * Bench of an unreachable database: the responses to readers while it is unreachable for a minute, and how fast the
 * shop recovers.
 */

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { openDatabase } from "#db/connect.ts";
import { startEmbedded } from "#db/embedded.ts";
import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { sendRequest, type SentAnswer } from "#proving-ground/load/send-request.ts";
import { awayRows, countStatuses, type AwayAnswer } from "./database-unavailable-rows.ts";
import { fillShelves } from "./shop/fill-shelves.ts";
import { delivery } from "./shop/reader.ts";
import { noteRows } from "./table/rows.ts";

/*
 * Sends 20 requests per second before, during and after the outage, even if earlier requests have no response yet:
 * cached pages, pages that were never opened, and pages and forms of readers. Goal: cached pages are served; all other
 * responses say when to try again, and no form is lost; five seconds after the database's return there are no more
 * errors. BENCH_SECONDS is the duration of the outage.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const secondsBefore = seconds / 4;
const secondsAfter = 15;
const perSecond = 20;
/** Timeout of a request, in milliseconds. */
const patienceMs = 30_000;

/** The requests of each second: pages, and one form of each kind. */
const pages = ["kept", "personal", "kept", "new", "kept", "kept", "kept", "personal", "kept"] as const;
const mix = [...pages, "form", ...pages, "order"] as const;
const keptPages = ["/", "/best-sellers", "/categories", "/authors", "/special-offers", "/this-week", "/about"];
const personalPages = ["/cart", "/orders", "/account", "/wishlist"];
/** The number of book pages among the cached pages. */
const keptBooks = 13;

interface Form {
  path: string;
  fields: Record<string, string>;
  headers: Record<string, string>;
}

const { folder, remove } = await makeDataFolder();
const server = await startEmbedded({ dataDir: folder, report: () => {} });
const line = await openDatabaseProxy(server.ownerUrl);
const port = await findFreePort();
const shop = startChildShop({
  PORT: String(port),
  DATABASE_URL: line.url,
  DATA_DIR: join(folder, "shop"),
  TRUST_PROXY: "1",
});
try {
  await shop.opened;
  await measure();
} finally {
  await shop.stop();
  await line.close();
  await server.stopIfUnused();
  await remove();
}

async function measure() {
  const books = await listBooks();
  const kept = [...keptPages, ...books.splice(0, keptBooks).map((id) => `/books/${id}`)];
  const reader = await signIn();
  const requests = perSecond * (secondsBefore + seconds + secondsAfter);
  const carts: string[] = [];
  while (carts.length < requests / mix.length) carts.push(await fillCart(carts.length, books[0]!));
  for (const path of [...kept, ...personalPages]) await sendFor(carts.length, path, { cookie: reader });

  const answers: AwayAnswer[] = [];
  const failed: Form[] = [];
  const begun = performance.now();
  const moments = { cutAt: 0, mendedAt: 0 };
  const cutting = pause(secondsBefore * 1000).then(() => {
    moments.cutAt = performance.now();
    line.cut();
  });
  const mending = pause((secondsBefore + seconds) * 1000).then(() => {
    line.mend();
    moments.mendedAt = performance.now();
  });
  const asked: Promise<void>[] = [];
  for (let number = 0; number < requests; number += 1) {
    const due = begun + (number * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    asked.push(ask(number, due));
  }
  await Promise.all([...asked, cutting, mending]);

  const done = await Promise.all(failed.map(sendAgain));
  const rows = awayRows(answers, moments, { forms: done.length, done: done.filter(Boolean).length });
  console.log(
    `The database was away for ${seconds} s; ${perSecond} requests a second. How often each status was answered:`,
  );
  console.table(countStatuses(answers, moments));
  for (const { what, unit, median, high, goal, isMet } of rows)
    console.log(
      `${isMet === null ? " " : isMet ? "✓" : "✗"} ${what}: ${Number(median.toFixed(1))} ${unit}` +
        `${high === null ? "" : ` in the middle, ${Number(high.toFixed(1))} at p99`}${goal === null ? "" : ` (goal: ${goal})`}`,
    );
  noteRows(rows);

  async function ask(number: number, from: number) {
    const kind = mix[number % mix.length]!;
    const form = formOf(kind, number);
    const page = { kept: kept[number % kept.length]!, personal: personalPages[number % personalPages.length]! };
    const path = form?.path ?? (kind === "new" ? newPage(number) : page[kind as keyof typeof page]);
    const headers = kind === "personal" ? { cookie: reader } : (form?.headers ?? {});
    const answer = await sendFor(number, path, headers, form?.fields).catch(() => null);
    const status = answer?.status ?? 0;
    if (form && (status === 0 || status >= 500)) failed.push(form);
    const text = answer?.text ?? "";
    answers.push({
      kind,
      from,
      to: performance.now(),
      status,
      hasErrorPage: text.includes("catching its breath") && answer?.header("retry-after") !== undefined,
      hasStaleNote: text.includes("<html data-old"),
      isFilled:
        form !== null &&
        Object.entries(form.fields).every(([name, value]) => text.includes(`name="${name}" value="${value}"`)),
    });
  }

  /** A form with the cart of its reader; null for a page. */
  function formOf(kind: AwayAnswer["kind"], number: number): Form | null {
    const place = Math.floor(number / mix.length);
    const cookie = carts[place]!;
    if (kind === "form")
      return {
        path: "/cart/lines",
        fields: { intent: "add", bookId: books[place % books.length]! },
        headers: { cookie, accept: "text/html" },
      };
    if (kind === "order")
      return {
        path: "/checkout",
        fields: { ...delivery, email: `reader-${place}@example.com` },
        headers: { cookie, accept: "application/json" },
      };
    return null;
  }

  /** A page that is not cached: alternately a search, which is never cached, and a book opened for the first time. */
  function newPage(number: number): string {
    const place = Math.floor(number / (mix.length / 2));
    return place % 2 === 0 ? `/search?q=${encodeURIComponent(`the ${place}`)}` : `/books/${books.pop()!}`;
  }

  /** Sends a failed form again. Returns whether it succeeded: with a redirect, or with an order number for an order. */
  async function sendAgain({ path, fields, headers }: Form, number: number): Promise<boolean> {
    const { status, text } = await sendFor(number, path, headers, fields);
    return path === "/checkout" ? status === 200 && JSON.parse(text).ok === true : status === 303;
  }
}

/** Sends a request. Each request has another network address, as if a proxy forwarded it. */
function sendFor(
  number: number,
  path: string,
  headers: Record<string, string>,
  fields?: Record<string, string>,
): Promise<SentAnswer> {
  const network = { "x-forwarded-for": `10.${(number >> 8) & 255}.${number & 255}.7` };
  const form = fields && { origin: shop.url, "content-type": "application/x-www-form-urlencoded" };
  return sendRequest(
    shop.url + path,
    { accept: "text/html", ...network, ...form, ...headers },
    fields && new URLSearchParams(fields).toString(),
    AbortSignal.timeout(patienceMs),
  );
}

async function listBooks(): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: line.url, dataDir: folder, report: () => {} });
  try {
    await fillShelves(database.db);
    const { rows } = await database.db.execute<{ id: string }>(
      sql`select id from books where is_listed and is_main order by md5(id)`,
    );
    return rows.map(({ id }) => id);
  } finally {
    await database.close();
  }
}

/** Adds a book to a new cart. Returns the cookie of the cart. */
async function fillCart(number: number, bookId: string): Promise<string> {
  const { status, cookies } = await sendFor(
    number,
    "/cart/lines",
    { accept: "application/json" },
    { intent: "add", bookId },
  );
  const cart = cookies.find((cookie) => cookie.startsWith("cart="));
  if (status !== 200 || !cart) throw new Error(`A book could not be added to a cart: ${status}.`);
  return cart.split(";")[0]!;
}

/** Signs in a reader. Returns their cookies. */
async function signIn(): Promise<string> {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const visit = async (path: string) => {
    const answer = await sendFor(0, path, { cookie: cookies() });
    for (const cookie of answer.cookies)
      jar.set(cookie.slice(0, cookie.indexOf("=")), cookie.split(";")[0]!.slice(cookie.indexOf("=") + 1));
    return answer;
  };
  const back = await signInAtGoogle((await visit("/auth/google/start")).header("location")!);
  await visit(back.pathname + back.search);
  if (!jar.has("session")) throw new Error("A reader could not sign in.");
  return cookies();
}
