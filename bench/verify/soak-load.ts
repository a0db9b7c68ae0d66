/** The load of a soak run: pages and purchases at fixed rates, over many addresses. */

import { sql } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { keepArriving } from "#proving-ground/load/arrivals.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { buyByHttp } from "#bench/shop/buy-by-http.ts";
import type { ShopAddresses } from "#bench/shop/reader.ts";

/** Counts of a running load. */
export interface LoadTally {
  pages: number;
  orders: number;
  /**
   * Failures, counted by reason: responses with a status other than 200, 303 or 404, and requests without a response.
   */
  failures: Map<string, number>;
  /**
   * Response times in milliseconds, from when a page was due to the end of its response. The list starts again each
   * time it is emptied.
   */
  waits: number[];
}

interface Load {
  addresses: ShopAddresses;
  paths: readonly string[];
  books: readonly string[];
  pagesPerSecond: number;
  ordersPerMinute: number;
  signal: AbortSignal;
}

/**
 * The maximum number of pending requests. Further requests are not sent and count as failures, so that a stalled shop
 * is not flooded.
 */
const mostUnderWay = 200;

/**
 * Requests the paths in turn and buys books until `signal` aborts. Both are sent at a fixed rate, even if earlier
 * requests have no response yet. Returns at once; `ended` resolves after the last response.
 */
export function startLoad(load: Load): { tally: LoadTally; ended: Promise<void> } {
  const tally: LoadTally = { pages: 0, orders: 0, failures: new Map(), waits: [] };
  const underWay = new Set<Promise<void>>();
  const begin = (work: Promise<void>) => {
    const settled = work.catch((error: Error) => fail(error.message));
    underWay.add(settled);
    void settled.then(() => underWay.delete(settled));
  };
  const fail = (why: string) => countUp(tally.failures, why);

  const pages = keepArriving(load.pagesPerSecond, load.signal, (number, due) => {
    if (underWay.size >= mostUnderWay) return fail("not sent: 200 requests are pending");
    begin(openPage(requiredItem(load.paths, number % load.paths.length), number, due));
  });
  const orders = keepArriving(load.ordersPerMinute / 60, load.signal, (number) => {
    begin(
      buyByHttp(load.addresses, requiredItem(load.books, number % load.books.length)).then(
        () => void (tally.orders += 1),
      ),
    );
  });

  async function openPage(path: string, number: number, due: number): Promise<void> {
    const network = `10.${(number >> 8) & 255}.${number & 255}.9`;
    const headers = { "accept-encoding": "br", "x-forwarded-for": network };
    const { status } = await sendRequest(load.addresses.pickShop() + path, headers);
    tally.pages += 1;
    tally.waits.push(performance.now() - due);
    if (![200, 303, 404].includes(status)) fail(`status ${status}`);
  }

  return { tally, ended: Promise.all([pages, orders]).then(async () => void (await Promise.all(underWay))) };
}

/**
 * Lists addresses that readers and crawlers request: books and their opening pages, authors, series, shelves and
 * searches, mixed.
 */
export async function listManyPaths(db: Db, most: number): Promise<string[]> {
  const ids = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
  const books = await ids(sql`select book_id as id from listings order by md5(book_id) limit ${most}`);
  const authors = await ids(sql`select author_id as id from author_listings order by md5(author_id) limit ${most}`);
  const series = await ids(sql`select id from series order by md5(id) limit ${most}`);
  const shelves = await ids(sql`select substr(name, 10) as id from catalogue_counts where name like 'category:%'`);
  const words = await ids(sql`
    select distinct lower(split_part(title, ' ', 2)) as id from works where title like '% %' order by 1 limit 300`);
  const kinds = [
    books.map((id) => `/books/${id}`),
    books.map((id) => `/books/${id}/look-inside`),
    authors.map((id) => `/authors/${id}`),
    series.map((id) => `/series/${id}`),
    shelves.flatMap((id) => [`/categories/${id}`, `/categories/${id}?sort=price`]),
    words.map((word) => `/search?q=${encodeURIComponent(word)}`),
    ["/", "/best-sellers", "/categories", "/authors", "/special-offers", "/this-week", "/about", "/shipping"],
  ];
  // Spread each kind evenly, so that every minute has the same mix.
  const all = kinds.flatMap((paths) => paths.map((path, place) => ({ path, place: (place + 0.5) / paths.length })));
  return all.toSorted((a, b) => a.place - b.place).map(({ path }) => path);
}
