/**
 * Bench beside Next.js: CPU time of a home page, a list and a book, rendered for each request, compared with a small
 * shop on Next.js that reads the same database.
 */

import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import pg from "pg";

import { openDatabase, type Database } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { childrenOf, cpuMsOfThreads } from "#proving-ground/processes/cpu-time.ts";
import { findPostmaster, makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { countElements, getPage } from "./peers/get-page.ts";
import { openNextShop } from "./peers/open-next-shop.ts";
import { addGeneratedBooks } from "./shop/add-generated-books.ts";
import { pidOf } from "./shop/pid-of.ts";
import { waitForJobs } from "./shop/wait-for-jobs.ts";
import { at, noteRows, rowOfRounds } from "./table/rows.ts";

/*
 * Goal: at most 0.7 of the CPU time of Next.js. One reader requests one page after the other, and the shops take turns.
 * `--books` is the number of generated books that are added to the demonstration; `BENCH_ROUNDS` the number of rounds
 * after those that warm up the processes.
 */
const { values } = parseArgs({ args: process.argv.slice(3), options: { books: { type: "string", default: "10000" } } });
const books = Number(values.books);
if (!Number.isInteger(books) || books < 1_000) throw new Error("--books must be a whole number of at least 1000.");
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const warmRounds = 6;
/** Requests for each page in a round. */
const perRound = 40;
/** The number of lists and of books that are requested in turn. */
const addresses = 20;
const reviewsOfBook = 5;
const goal = 0.7;
/** After the last response, the processes may still work on it for this time, in milliseconds. */
const settleMs = 30;

interface Subject {
  name: "ours" | "Next.js";
  url: string;
  pid: number;
}

/** CPU time of a request in milliseconds. */
interface Cost {
  server: number;
  database: number;
}

const { folder, remove } = await makeDataFolder();
const shop = startChildShop(
  // As `npm start` runs it.
  {
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    NODE_OPTIONS: "--max-semi-space-size=8 --max-old-space-size=1024",
  },
  "bench/peers/uncached-shop.ts",
);
await shop.opened;
const database = await openDatabase({ dataDir: folder, report: () => {} });
try {
  const pages = await prepare(database);
  const next = await openNextShop(database.url, await findFreePort());
  try {
    const ours: Subject = { name: "ours", url: shop.url, pid: pidOf(shop.process) };
    await compare(pages, [ours, { name: "Next.js", url: next.url, pid: next.pid }]);
  } finally {
    await next.close();
  }
} finally {
  await database.pool.end();
  await shop.stop();
  await remove();
}

/** Fills the shop, and returns the addresses to request for each page. */
async function prepare({ db, ownerUrl }: Database): Promise<Record<string, string[]>> {
  console.log(`${books.toLocaleString("en-IN")} generated books are added to the demonstration.`);
  await addGeneratedBooks(db, books);
  const { rows } = await db.execute<{ id: string }>(sql`
    with shown as (
      select l.book_id, l.work_id from listings l join books b on b.id = l.book_id
      where b.source = 'generated' and l.facets @> array['available'] order by md5(l.work_id) limit ${addresses}),
    reviewed as (
      insert into reviews (work_id, name, rating, title, body, state, created_at)
      select work_id, 'Reader ' || n, 3 + n % 3, 'Read in one evening',
        repeat('The people stay with you, and the river is as real as they are. ', n), 'published',
        now() - n * interval '3 days'
      from shown, generate_series(1, ${reviewsOfBook}::int) n)
    select book_id as id from shown`);
  const { rows: shelves } = await db.execute<{ id: string }>(sql`
    select k.id from categories k join catalogue_counts c on c.name = 'category:' || k.id
    where c.number >= 100 and not exists (select from categories where parent_id = k.id)
    order by md5(k.id) limit ${addresses}`);
  await waitForJobs(database);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("vacuum analyze");
  await owner.end();
  return {
    home: ["/"],
    list: shelves.map(({ id }) => `/categories/${id}`),
    book: rows.map(({ id }) => `/books/${id}`),
  };
}

/** Measures all pages of both shops in turn, and prints what they cost and what they consist of. */
async function compare(pages: Record<string, string[]>, subjects: [ours: Subject, theirs: Subject]) {
  const postmaster = await findPostmaster(folder);
  if (postmaster === null) throw new Error(`There is no database in ${folder}.`);
  const load = loadavg()[0]!.toFixed(1);
  const costs = new Map<string, Cost[]>();
  for (let round = -warmRounds; round < rounds; round += 1)
    for (const [page, paths] of Object.entries(pages))
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        const cost = await measure(subject, paths, postmaster);
        const key = `${subject.name} ${page}`;
        if (round >= 0) costs.set(key, [...(costs.get(key) ?? []), cost]);
      }
  console.log(
    `Milliseconds of CPU time of a page, median of ${rounds} rounds of ${perRound} requests; load of the machine ${load} ` +
      `before and ${loadavg()[0]!.toFixed(1)} after`,
  );
  const table: Record<string, Record<string, string>> = {};
  for (const page of Object.keys(pages)) {
    const [ours, theirs] = subjects.map(({ name }) => requiredValue(costs, `${name} ${page}`)) as [Cost[], Cost[]];
    const ratios = ours.map((cost, round) => sum(cost) / sum(theirs[round]!));
    const [ourCost, theirCost] = [ours, theirs].map((rows) => at(rows.map(sum), 0.5)) as [number, number];
    const ratio = ourCost / theirCost;
    table[page] = {
      ours: describe(ours),
      "Next.js": describe(theirs),
      "ours / Next.js": `${ratio.toFixed(2)} (${at(ratios, 0).toFixed(2)}–${at(ratios, 1).toFixed(2)})`,
      goal: `${ratio <= goal ? "✓" : "✗"} ${goal}`,
    };
    noteRows([
      rowOfRounds(`${page}, rendered`, "ms CPU", ours.map(sum), { cpuMs: ourCost }),
      rowOfRounds(`${page}, rendered, compared with Next.js`, "×", ratios, { goal: `${goal} ×`, isMet: ratio <= goal }),
    ]);
  }
  console.table(table);
  console.log("The pages: elements, size of the HTML and size as sent (Brotli or gzip), mean");
  console.table(
    Object.fromEntries(
      await Promise.all(
        Object.entries(pages).map(async ([page, paths]) => [
          page,
          Object.fromEntries(
            await Promise.all(subjects.map(async (subject) => [subject.name, await describePages(subject, paths)])),
          ),
        ]),
      ),
    ),
  );
}

/** The CPU time of a request to this shop; the time of PostgreSQL counts for the shop that is asked. */
async function measure({ url, pid }: Subject, paths: string[], postmaster: number): Promise<Cost> {
  const readServer = () => cpuOf([pid]);
  const readDatabase = () => cpuOf([postmaster, ...childrenOf(postmaster)]);
  const before = { server: readServer(), database: readDatabase() };
  for (let number = 0; number < perRound; number += 1) await getPage(url + paths[number % paths.length]!);
  await wait(settleMs);
  return {
    server: increase(before.server, readServer()) / perRound,
    database: increase(before.database, readDatabase()) / perRound,
  };
}

function cpuOf(pids: number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, cpuMsOfThreads(pid)]));
}

/** By how much the CPU time grew, of the processes that still run. */
function increase(before: Map<number, number>, after: Map<number, number>): number {
  return Array.from(after, ([pid, ms]) => ms - (before.get(pid) ?? 0)).reduce((all, ms) => all + ms, 0);
}

function sum({ server, database }: Cost): number {
  return server + database;
}

function describe(costs: Cost[]): string {
  const median = (numbers: number[]) => at(numbers, 0.5).toFixed(1);
  return `${median(costs.map(({ server }) => server))} + ${median(costs.map(({ database }) => database))} PostgreSQL`;
}

async function describePages({ url }: Subject, paths: string[]): Promise<string> {
  const pages = [];
  for (const path of paths) pages.push(await getPage(url + path));
  const mean = (numbers: number[]) => Math.round(numbers.reduce((all, number) => all + number, 0) / numbers.length);
  const elements = mean(pages.map(({ html }) => countElements(html)));
  const [html, bytes] = [mean(pages.map(({ html }) => html.length)), mean(pages.map(({ bytes }) => bytes))];
  return `${elements} elements, ${(html / 1000).toFixed(0)} kB, ${(bytes / 1000).toFixed(1)} kB sent`;
}
