/** Bench of catalogue sizes: CPU time of each public page, of shop and PostgreSQL together, as the catalogue grows. */

import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import { openDatabase, type Database } from "#db/connect.ts";
import { migrateAsOwner } from "#db/migrate.ts";
import { sql } from "#db/sql.ts";
import { findPostmaster, makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { cpuSecondsOf } from "#proving-ground/processes/cpu-time.ts";
import { addGeneratedBooks } from "./shop/add-generated-books.ts";
import { waitForJobs } from "./shop/wait-for-jobs.ts";
import { noteRows, rowOf } from "./table/rows.ts";

/*
 * Goal: a page at a million titles costs at most 1.3 times as much as at 300. `--books 300,10000` are the sizes to
 * generate. `--data` names folders of existing shops instead, the smallest first; these shops are opened and migrated,
 * but not changed otherwise.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    books: { type: "string", default: "300,10000" },
    data: { type: "string", default: "" },
    port: { type: "string", default: "3902" },
  },
});
const rounds = 5;
/** After this time, in milliseconds, a stale page is not served from the cache any more, but rendered again. */
const staleMs = 11_000;
const single = {
  home: "/",
  "best sellers": "/best-sellers",
  categories: "/categories",
  authors: "/authors",
  "authors under S": "/authors?letter=s",
  "special offers": "/special-offers",
  "reading lists": "/reading-lists",
  about: "/about",
  shipping: "/shipping",
};

type Costs = Map<string, number>;
const sizes: { works: number; load: string; costs: Costs }[] = [];
if (values.data) for (const folder of values.data.split(",")) sizes.push(await measure(folder));
else
  for (const books of values.books.split(",").map(Number)) {
    if (!Number.isInteger(books) || books < 1) throw new Error("--books must be whole numbers.");
    const { folder, remove } = await makeDataFolder();
    await generate(folder, books);
    sizes.push(await measure(folder));
    await remove();
  }

const [first, last] = [sizes[0]!, sizes.at(-1)!];
console.log("Milliseconds of processor time for one page, rendered and packed: shop and PostgreSQL");
console.table(
  Object.fromEntries(
    [...first.costs].map(([name, cost]) => [
      name,
      {
        ...Object.fromEntries(sizes.map(({ works, costs }) => [`${works} works`, costs.get(name)!.toFixed(1)])),
        "last to first": (last.costs.get(name)! / cost).toFixed(2),
      },
    ]),
  ),
);
noteRows(
  [...last.costs].map(([name, cost]) => {
    const ratio = (cost / first.costs.get(name)!).toFixed(2);
    const goal = sizes.length > 1 ? `1.3 × at a million; here ${ratio} × ${first.works} works` : null;
    const what = `${name}, ${last.works.toLocaleString("en-IN")} works`;
    return rowOf(what, "ms CPU", cost, { cpuMs: cost, goal });
  }),
);
for (const { works, load } of sizes) console.log(`${works} works: load of the machine meanwhile ${load}`);

async function generate(dataDir: string, books: number) {
  const database = await openDatabase({ dataDir, report: () => {} });
  await migrateAsOwner(database);
  await addGeneratedBooks(database.db, books);
  await database.close();
}

async function measure(dataDir: string) {
  const shop = startChildShop({ PORT: values.port, DATA_DIR: dataDir, CATALOGUE: "none" });
  await shop.opened;
  const database = await openDatabase({ dataDir, report: () => {} });
  try {
    await waitForJobs(database);
    const many = await listAddresses(database);
    const alike = { ...single, ...(await listLargest(database)) };
    const { rows } = await database.db.execute<{ works: number }>(sql`select count(*)::int as works from listings`);
    const { works } = rows[0]!;
    const pids = [shop.process.pid!, (await findPostmaster(dataDir))!];
    const taken = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0) * 1000;
    const open = async (path: string) => {
      const response = await fetch(shop.url + path, { headers: { "accept-encoding": "br" } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    };
    const costs: Costs = new Map();
    // The first third of each kind warms up the processes.
    for (const paths of [Object.values(alike), ...Object.values(many).map((all) => all.splice(0, all.length / 3))])
      for (const path of paths) await open(path);
    const forget = async () => {
      await database.db.execute(sql`select pg_notify('catalogue_changed', '')`);
      await wait(staleMs);
    };
    for (const [name, paths] of Object.entries(many)) {
      // In a small catalogue a book is in several of the lists. Make the cache stale, so that the book's page is
      // rendered for each list.
      await forget();
      const before = taken();
      for (const path of paths) await open(path);
      costs.set(name, (taken() - before) / paths.length);
    }
    for (let round = 0; round < rounds; round += 1) {
      await forget();
      for (const [name, path] of Object.entries(alike)) {
        const before = taken();
        await open(path);
        costs.set(name, (costs.get(name) ?? 0) + (taken() - before) / rounds);
      }
    }
    const load = loadavg().map((part) => part.toFixed(1));
    return { works, load: load.join(", "), costs };
  } finally {
    await database.pool.end();
    await shop.stop();
  }
}

/**
 * Lists shelves that fill a page with every facet at any size of the catalogue, so that their pages can be compared.
 */
async function listLargest({ db }: Database): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ category: string | null; author: string | null }>(sql`
    select
      (select substr(name, 10) from catalogue_counts where name like 'category:%' order by number desc, name limit 1) as category,
      (select author_id from author_listings order by books desc, author_id limit 1) as author`);
  return {
    "the largest category": `/categories/${rows[0]!.category!}`,
    "the author of most": `/authors/${rows[0]!.author!}`,
  };
}

/** Lists pages across the catalogue; the bench requests each page once. In a small catalogue these are fewer books. */
async function listAddresses({ db }: Database): Promise<Record<string, string[]>> {
  const read = async (start: string, ids: typeof books) =>
    (await db.execute<{ id: string }>(ids)).rows.map(({ id }) => start + id);
  const books = sql`select book_id as id from listings order by md5(work_id) limit 120`;
  const large = sql`
    select b.id from books b join work_contributors c on c.work_id = b.work_id join (
      select author_id from author_listings order by books desc, author_id limit 1) most on most.author_id = c.author_id
    where b.is_main and b.is_listed order by b.id limit 60`;
  return {
    "a book": await read("/books/", books),
    "a book of the author of most": await read("/books/", large),
    "a category": await read(
      "/categories/",
      sql`select substr(name, 10) as id from catalogue_counts where name like 'category:%'`,
    ),
    "an author": await read(
      "/authors/",
      sql`select author_id as id from author_listings order by md5(author_id) limit 60`,
    ),
    "a series": await read("/series/", sql`select id from series order by md5(id) limit 40`),
  };
}
