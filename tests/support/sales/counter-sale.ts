import { randomUUID } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { CounterPayment, CounterSale } from "#shop/sales/counter/counter-sale.ts";
import { priceSale, type LineToSell } from "#shop/sales/counter/price-sale.ts";

/** Adds the till T1, or opens it. */
export async function addTestTill(db: Db): Promise<void> {
  await db.execute(
    sql`insert into tills (code, name) values ('T1', 'Till at the door') on conflict (code) do update set is_open = true`,
  );
}

const cash = (paise: number): CounterPayment => ({
  cashPaise: paise,
  upiPaise: 0,
  cardPaise: 0,
  givenPaise: paise,
  reference: "",
});

/**
 * A sale of books at their price, paid in cash, as a till sends it. `change` replaces parts of it, and adds `more`
 * lines.
 */
export async function counterSale(
  db: Db,
  books: Record<string, number>,
  change: Partial<Omit<CounterSale, "lines">> & { lines?: (line: LineToSell) => LineToSell; more?: LineToSell[] } = {},
): Promise<CounterSale> {
  const { lines: changeLine = (line) => line, more = [], ...rest } = change;
  const { rows } = await db.execute<{ id: string; pricePaise: number; mrpPaise: number }>(
    sql`select id, price_paise, mrp_paise from books where id = any(${Object.keys(books)}::text[]) order by id`,
  );
  const known = rows.map(({ id, pricePaise, mrpPaise }) =>
    changeLine({
      bookId: id,
      copies: books[id]!,
      unitPricePaise: pricePaise,
      unitMrpPaise: mrpPaise,
      discount: null,
    }),
  );
  const lines = [...known, ...more];
  const { totalPaise } = priceSale(lines, rest.discount ?? null);
  return {
    id: randomUUID(),
    madeAt: new Date().toISOString(),
    discount: null,
    name: "",
    phone: "",
    business: null,
    address: "",
    short: {},
    isOffline: false,
    payment: cash(totalPaise),
    totalPaise,
    ...rest,
    lines,
  };
}
