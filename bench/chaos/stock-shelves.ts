import { setTimeout as pause } from "node:timers/promises";

import { sql } from "#db/sql.ts";
import { requiredValue } from "#shop/kernel/text/required-value.ts";

import { listBestSellerIds } from "#shop/catalogue/books/lists.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { fillShelves } from "#bench/shop/fill-shelves.ts";
import type { Shelves } from "./visit-shop.ts";
import type { Stage } from "./open-stage.ts";

/** The books and codes for readers. Copies are added while the run continues. */
export interface StockedShelves extends Shelves {
  /** The total number of copies received of each title. */
  copies: Map<string, number>;
  stop: () => Promise<void>;
}

const scarceTitles = 15;
const firstCopies = 3;

/**
 * Stocks the shop with plenty of copies, except of some popular titles, which are scarce: one or two copies of these
 * arrive from time to time. Also adds codes with a limit of one or three uses.
 */
export async function stockShelves({ db }: Stage, random: SeededRandom): Promise<StockedShelves> {
  const idsOf = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
  const bestSellers = [...(await listBestSellerIds(db))].sort();
  const free = await idsOf(sql`
    select b.id from books b join stock s on s.book_id = b.id
    where not exists (select from bundle_books c where c.book_id = b.id) order by b.id`);
  const ordinary = free.filter((id) => !bestSellers.includes(id));
  const scarce = ordinary.slice(0, scarceTitles);
  await fillShelves(db);
  for (const id of scarce) await setStock(db, id, firstCopies);
  const { rows } = await db.execute<{ id: string; onHand: number }>(sql`select book_id as id, on_hand from stock`);
  const copies = new Map(rows.map(({ id, onHand }) => [id, onHand]));

  const rareCodes: string[] = [];
  async function makeCode() {
    const code = `RARE${rareCodes.length + 1}`;
    await db.execute(sql`
      insert into promotions (code, name, applies_to, percent_off, redemption_limit)
      values (${code}, 'For the quick', 'everything', 10, ${random.pick([1, 1, 3])})`);
    rareCodes.push(code);
  }
  async function receive() {
    const id = random.pick(scarce);
    const quantity = 1 + random.below(2);
    await receiveCopies(db, id, quantity);
    copies.set(id, requiredValue(copies, id) + quantity);
  }

  await makeCode();
  const stopping = new AbortController();
  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      await pause(random.between(300, 1500), undefined, { signal: stopping.signal }).catch(() => {});
      if (random.is(0.3)) await makeCode();
      else await receive();
    }
  })();
  return {
    books: ordinary.slice(scarceTitles),
    bestSellers,
    bundles: await idsOf(sql`select id from bundles order by id`),
    scarce,
    rareCodes,
    copies,
    stop() {
      stopping.abort();
      return keeping;
    },
  };
}
