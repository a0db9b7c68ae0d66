/** Bench of searches: response times and CPU time by kind of query and size of the catalogue. */

import { mkdir, readdir } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import { openDatabase, openPool, jobLimits } from "#db/connect.ts";
import { migrateAsOwner } from "#db/migrate.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { refreshBestKnown } from "#shop/catalogue/search/best-known.server.ts";
import { countSearchTerms } from "#shop/catalogue/search/counts/count-words.server.ts";
import { findWorks } from "#shop/catalogue/search/find-works.server.ts";
import { findPostmaster, makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { cpuSecondsOf } from "#proving-ground/processes/cpu-time.ts";
import { seededRandomOf } from "#proving-ground/faults/seeded-random.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { addGeneratedBooks } from "./shop/add-generated-books.ts";
import { noteRows, rowOfWaits } from "./table/rows.ts";
import { makeQuestion, questionKinds, type Question, type QuestionKind } from "./search-questions.ts";

/*
 * Searches arrive at a fixed rate, even if earlier ones have no result yet. Goal at a million books, in the database:
 * p50 5 ms, p99 25 ms. `--books 10000,100000` are the sizes; `--keep FOLDER` keeps the generated shops in this folder
 * and reuses them; `--rate 20` is the number of searches per second for `--seconds 30`; `--http` also requests the page
 * from a complete shop.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    books: { type: "string", default: "10000" },
    keep: { type: "string" },
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "30" },
    http: { type: "boolean", default: false },
  },
});
const sizes = values.books.split(",").map(Number);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
if (![...sizes, rate, seconds].every((number) => Number.isInteger(number) && number > 0))
  throw new Error("--books, --rate and --seconds must be whole numbers above 0.");
const shopPort = 3904;
const cpuQuestions = 40;
const limit = 1_001;

for (const books of sizes) {
  const { folder, remove } = await openFolder(books);
  try {
    await measure(folder, books);
  } finally {
    await remove();
  }
}

async function openFolder(books: number): Promise<{ folder: string; remove: () => Promise<void> }> {
  if (!values.keep) return makeDataFolder();
  const folder = join(values.keep, String(books));
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if ((await readdir(folder)).length > 0) console.log(`Using the shop in ${folder}.`);
  return { folder, remove: async () => {} };
}

async function measure(folder: string, books: number) {
  const database = await openDatabase({ dataDir: folder, report: () => {}, limits: jobLimits });
  try {
    await migrateAsOwner(database);
    await fill(database.db, books);
    const server = (await findPostmaster(folder))!;
    // CPU time is measured with one connection, one kind after another. The searches at a fixed rate use a pool like
    // that of the shop.
    const cpu = await measureCpu(database.url, server);
    const { db } = database;
    await arrive("warm", 3, (question) => search(db, question));
    const inDatabase = await arrive("database", seconds, (question) => search(db, question));
    report(`${books.toLocaleString("en-IN")} books, function and database`, inDatabase, cpu);
    if (values.http) await measureHttp(folder, books);
  } finally {
    await database.close();
  }
}

type Db = Awaited<ReturnType<typeof openDatabase>>["db"];

async function fill(db: Db, books: number) {
  const { rows } = await db.execute<{ isFilled: boolean }>(sql`select exists (select from listings) as is_filled`);
  if (!rows[0]!.isFilled) await addGeneratedBooks(db, books);
  await countSearchTerms(db);
  await refreshBestKnown(db);
}

async function search(db: Db, { text, facet }: Question) {
  await (facet
    ? findWorks(db, text, { where: sql`l.facets @> array[${facet}]`, limit })
    : findWorks(db, text, { limit }));
}

/** PostgreSQL's CPU time per search in milliseconds, by kind. */
async function measureCpu(url: string, server: number): Promise<Map<QuestionKind, number>> {
  const pool = openPool(url, 1);
  const db = queriesOver(pool, pool);
  const found = new Map<QuestionKind, number>();
  for (const kind of questionKinds) {
    const random = seededRandomOf(1, kind);
    await search(db, makeQuestion(kind, random));
    const before = cpuSecondsOf(server);
    for (let number = 0; number < cpuQuestions; number += 1) await search(db, makeQuestion(kind, random));
    found.set(kind, ((cpuSecondsOf(server) - before) * 1_000) / cpuQuestions);
  }
  await pool.end();
  return found;
}

/**
 * Sends searches at a fixed rate. Returns the times from when each search was due until its result, in milliseconds, by
 * kind.
 */
async function arrive(purpose: string, forSeconds: number, ask: (question: Question) => Promise<unknown>) {
  const random = seededRandomOf(2, purpose);
  const taken = new Map<QuestionKind, number[]>(questionKinds.map((kind) => [kind, []]));
  const waiting: Promise<void>[] = [];
  const begun = performance.now();
  for (let number = 0; number < forSeconds * rate; number += 1) {
    const due = begun + (number * 1_000) / rate;
    await wait(Math.max(0, due - performance.now()));
    const kind = questionKinds[number % questionKinds.length]!;
    waiting.push(
      ask(makeQuestion(kind, random)).then(() => {
        taken.get(kind)!.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(waiting);
  return taken;
}

async function measureHttp(folder: string, books: number) {
  const shop = startChildShop({ PORT: String(shopPort), DATA_DIR: folder, CATALOGUE: "none", TRUST_PROXY: "1" });
  await shop.opened;
  let network = 0;
  const ask = async ({ text }: Question) => {
    network += 1;
    const headers = { "x-forwarded-for": `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}` };
    const { status } = await sendRequest(`${shop.url}/search?q=${encodeURIComponent(text)}`, headers);
    if (status !== 200) throw new Error(`The search for “${text}” answered ${status}.`);
  };
  try {
    await arrive("warm", 5, ask);
    report(`${books.toLocaleString("en-IN")} books, page over HTTP`, await arrive("http", seconds, ask), null);
  } finally {
    await shop.stop();
  }
}

function report(title: string, taken: Map<QuestionKind, number[]>, cpu: Map<QuestionKind, number> | null) {
  console.log(`${title}; ${rate} a second for ${seconds} s, load ${loadavg()[0]!.toFixed(1)}; ms`);
  const rows: [string, number[], number | null][] = [...taken].map(([kind, ms]) => [kind, ms, cpu?.get(kind) ?? null]);
  const all = [...taken.values()].flat();
  const meanCpu = cpu && [...cpu.values()].reduce((a, b) => a + b) / cpu.size;
  rows.push(["all", all, meanCpu]);
  const goal = cpu ? "half within 5 ms, 99 of 100 within 25 at a million books" : null;
  noteRows([rowOfWaits(`${title}, ${rate} a second`, all, { cpuMs: meanCpu, goal })]);
  console.table(
    Object.fromEntries(
      rows.map(([kind, ms, cpuMs]) => {
        const sorted = ms.toSorted((a, b) => a - b);
        const at = (part: number) =>
          Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1));
        const times = { asked: ms.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
        return [kind, cpuMs === null ? times : { ...times, "CPU of PostgreSQL": Number(cpuMs.toFixed(1)) }];
      }),
    ),
  );
}
