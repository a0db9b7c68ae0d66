/**
 * Attacks by a stranger, or with a stolen session of the desk, on a shop in its own process behind a proxy. Each must
 * take bounded time and memory, and afterwards the shop serves others as before.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";

import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startEmbedded } from "#db/embedded.ts";
import { findFreePort } from "#db/free-port.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { coverWidths } from "#covers/cover-widths.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import { addStaff, addStaffSession } from "#tests/support/desk/desk.ts";

const stranger = "203.0.113.66";
const visitor = "198.51.100.7";
let shop: ChildShop;
let port = 0;
let token = "";
let covers: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const closers: (() => Promise<unknown> | void)[] = [() => agent.destroy()];

beforeAll(async () => {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  port = await findFreePort();
  shop = startChildShop({ PORT: String(port), DATA_DIR: folder, TRUST_PROXY: "1" });
  closers.push(() => shop.stop());
  await shop.opened;
  const { ownerUrl } = await startEmbedded({ dataDir: folder, report: () => {} });
  const pool = new pg.Pool({ connectionString: ownerUrl, application_name: "test", max: 2 });
  pool.on("error", () => {});
  closers.push(() => pool.end());
  const db = queriesOver(pool, pool);
  token = await addStaffSession({ db }, await addStaff({ db }, "bookseller"));
  const { rows } = await db.execute<{ key: string }>(
    sql`select distinct cover_key as key from books order by 1 limit 60`,
  );
  covers = rows.flatMap(({ key }) => coverWidths.map((width) => `/covers/${key}-${width}.webp`));
}, 120_000);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

interface Sent {
  path: string;
  method?: string;
  /** The client address that the proxy reports; null for a request from the shop's own machine. */
  from?: string | null;
  host?: string;
  headers?: Record<string, string>;
  body?: string | Iterable<Buffer>;
}

/** Sends a request and returns its status, or 0 if the connection was cut before an answer. */
async function send({ path, method = "GET", from = stranger, host = `localhost:${port}`, headers = {}, body }: Sent) {
  const asking = request({
    host: "127.0.0.1",
    port,
    path,
    method,
    agent,
    headers: { host, ...(from === null ? {} : { "x-forwarded-for": from }), ...headers },
  });
  const answered = once(asking, "response").then(
    ([answer]) => answer as IncomingMessage,
    () => null,
  );
  if (body === undefined || typeof body === "string") asking.end(body);
  else {
    for (const part of body) {
      if (asking.destroyed || asking.writableEnded) break;
      if (!asking.write(part)) await Promise.race([once(asking, "drain"), answered]);
    }
    asking.end();
  }
  const answer = await answered;
  answer?.resume();
  if (answer) await once(answer, "end").catch(() => {});
  return answer?.statusCode ?? 0;
}

/** Sends requests `times` times, `atOnce` at a time, and counts the statuses of the answers. */
async function flood(sent: (time: number) => Sent, times: number, atOnce = 12) {
  const statuses = new Map<number, number>();
  let next = 0;
  const one = async () => {
    while (next < times) {
      const status = await send(sent(next++));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return Object.fromEntries(statuses);
}

/** CPU time of the shop's process so far, in seconds. */
function secondsUsed(): number {
  const fields = readFileSync(`/proc/${shop.process.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMegabytes(): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${shop.process.pid}/status`, "utf8"))![1]) / 1024;
}

/**
 * Runs `work` and measures the longest time that another visitor waits for an uncached page meanwhile, in milliseconds.
 */
async function slowestMeanwhile<Done>(work: Promise<Done>): Promise<{ done: Done; slowest: number }> {
  let isDone = false;
  let slowest = 0;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const began = performance.now();
    expect(await send({ path: `/search?q=river${Math.floor(began)}`, from: visitor })).toBe(200);
    slowest = Math.max(slowest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { done: await done, slowest };
}

test("covers that nobody has drawn yet: one network draws as many as it may, and others read meanwhile", async () => {
  const before = secondsUsed();
  const { done, slowest } = await slowestMeanwhile(
    flood((time) => ({ path: covers[time % covers.length]!, headers: { accept: "image/avif,image/webp" } }), 360, 16),
  );
  expect(done[200]).toBeGreaterThan(20);
  expect((done[429] ?? 0) + (done[503] ?? 0)).toBeGreaterThan(100);
  expect(Object.keys(done).filter((status) => !["200", "429", "503"].includes(status))).toEqual([]);
  expect(secondsUsed() - before).toBeLessThan(60);
  expect(slowest).toBeLessThan(3_000);
  // The covers already drawn are available to all, and another network can have more drawn.
  expect(await send({ path: covers[0]!, from: visitor })).toBe(200);
  expect(await send({ path: covers.at(-1)!, from: visitor })).toBe(200);
});

test("forged payment reports and returns are refused, soon without a look at them, and a true one is not held up", async () => {
  const large = JSON.stringify({ event: "payment.captured", notes: "a".repeat(60_000) });
  const before = secondsUsed();
  const { done: reports } = await slowestMeanwhile(
    flood(
      () => ({
        path: "/webhooks/razorpay",
        method: "POST",
        headers: { "content-type": "application/json", "x-razorpay-signature": "0".repeat(64) },
        body: large,
      }),
      600,
    ),
  );
  expect(reports[401]).toBeLessThanOrEqual(30);
  expect(reports[429]).toBeGreaterThan(500);
  const returns = await flood(
    () => ({
      path: "/payments/return",
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "razorpay_order_id=order_1&razorpay_payment_id=pay_1&razorpay_signature=00",
    }),
    600,
  );
  expect(returns[429]).toBeGreaterThan(500);
  expect(secondsUsed() - before).toBeLessThan(15);
});

test("OPTIONS costs next to nothing, wherever it is sent", async () => {
  const before = secondsUsed();
  const statuses = await flood(
    (time) => ({ path: ["/", "/cart", "/checkout", "/books/godan"][time % 4]!, method: "OPTIONS" }),
    2_000,
  );
  expect(statuses).toEqual({ 204: 2_000 });
  expect(secondsUsed() - before).toBeLessThan(8);
});

test("a form of the desk with more fields than any has is refused while it comes, and the process holds none of it", async () => {
  const boundary = "----endpaper";
  function* fields() {
    for (let field = 0; field < 2_000; field += 1)
      yield Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="field${field}"\r\n\r\n${"a".repeat(65_000)}\r\n`,
      );
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  const before = residentMegabytes();
  const origin = `http://desk.localhost:${port}`;
  const status = await send({
    path: "/import",
    method: "POST",
    host: `desk.localhost:${port}`,
    from: null,
    headers: {
      origin,
      cookie: `desk=${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "transfer-encoding": "chunked",
    },
    body: fields(),
  });
  // The connection may be cut before the answer is read.
  expect([0, 400, 411, 413]).toContain(status);
  expect(residentMegabytes() - before).toBeLessThan(150);
  expect(await send({ path: "/about", from: visitor })).toBe(200);
});
