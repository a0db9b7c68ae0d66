import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { closeWhenDone, findDelivery, type DeliveryLine } from "./deliveries.server.ts";

/** Copies of one book that were put on the shelf. */
export interface ShelvedBook {
  bookId: string;
  /** The book's code in the delivery: its ISBN or id. */
  code: string;
  title: string;
  copies: number;
  /** Copies of this line that were on the shelf before. */
  shelved: number;
  /** Copies on hand, before and after. */
  before: number;
  after: number;
}

export type Shelving =
  /** `unknown` lines wait for their book, `tooDear` ones for a price that is not above the MRP printed on them. */
  | { ok: true; books: ShelvedBook[]; copies: number; unknown: number; tooDear: number }
  | { ok: false; reason: "no-such-delivery" | "nothing" }
  /** The number of waiting copies is not the one that the form showed. */
  | { ok: false; reason: "changed"; copies: number };

/** Whether the price of a book is above the MRP printed on these copies, so that they may not be sold at it. */
export function isTooDear({
  printedMrpPaise,
  pricePaise,
}: Pick<DeliveryLine, "printedMrpPaise" | "pricePaise">): boolean {
  return printedMrpPaise !== null && pricePaise !== null && pricePaise > printedMrpPaise;
}

/**
 * Puts all waiting copies of known books on the shelf, so that readers who wait for them get their letters; copies of
 * unknown books continue to wait, and so do those whose price is above their printed MRP. `expected` is the number of
 * copies that the form showed. The cost of a copy, by the terms if none was typed, becomes the cost of its book; the
 * line keeps it with the MRP (see `lots`). The caller has locked the delivery.
 */
export async function shelveDelivery(
  tx: Db,
  id: number,
  expected: number,
  { staffId, at }: { staffId: number; at: Date },
): Promise<Shelving> {
  const delivery = await findDelivery(tx, id);
  if (!delivery) return { ok: false, reason: "no-such-delivery" };
  const waiting = delivery.lines.filter(({ copies, shelved }) => copies > shelved);
  const ofBooks = waiting.flatMap((line) => (line.bookId === null ? [] : [{ ...line, bookId: line.bookId }]));
  const known = ofBooks.filter((line) => !isTooDear(line));
  const sum = known.reduce((all, { copies, shelved }) => all + copies - shelved, 0);
  if (sum !== expected) return { ok: false, reason: "changed", copies: sum };
  if (sum === 0) return { ok: false, reason: "nothing" };
  const reason = `Delivery of ${delivery.supplier}${delivery.billNumber && `, bill ${delivery.billNumber}`}`;
  const books: ShelvedBook[] = [];
  // Rows of stock are locked in the order of their ids, as orders lock them.
  for (const { code, bookId, title, copies, shelved } of known.toSorted((a, b) => (a.bookId < b.bookId ? -1 : 1))) {
    const more = copies - shelved;
    const after = (await receiveCopies(tx, bookId, more, { staffId, reason }))!;
    books.push({ bookId, code, title: title ?? "", copies: more, shelved, before: after - more, after });
  }
  const codes = known.map(({ code }) => code);
  const costs = known.map((line) => line.costPaise ?? line.termsCostPaise);
  const mrps = known.map((line) => line.printedMrpPaise ?? line.mrpPaise);
  await tx.execute(sql`
    update delivery_lines l set shelved = l.copies, cost_paise = n.cost_paise, mrp_paise = n.mrp_paise
    from unnest(${codes}::text[], ${costs}::int[], ${mrps}::int[]) n (code, cost_paise, mrp_paise)
    where l.delivery_id = ${id} and l.code = n.code`);
  const priced = known.flatMap(({ bookId }, i) => {
    const costPaise = costs[i];
    return costPaise == null ? [] : [{ bookId, costPaise }];
  });
  await tx.execute(sql`
    update books b set cost_paise = given.cost_paise
    from unnest(${priced.map(({ bookId }) => bookId)}::text[], ${priced.map(({ costPaise }) => costPaise)}::int[])
      as given (book_id, cost_paise)
    where b.id = given.book_id and b.cost_paise is distinct from given.cost_paise`);
  await closeWhenDone(tx, id, at);
  return {
    ok: true,
    books,
    copies: sum,
    unknown: waiting.length - ofBooks.length,
    tooDear: ofBooks.length - known.length,
  };
}
