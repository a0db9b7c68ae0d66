/** The permissions of stock at the desk, for the authorization test. */
import { randomUUID } from "node:crypto";

import { sql } from "#db/sql.ts";
import { addToDelivery, openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { readStockChoices } from "#shop/office/stock-room/low-stock.server.ts";
import { planMrp } from "#shop/office/stock-room/lots/planned-mrps.server.ts";
import { openStocktake } from "#shop/office/stock-room/stocktakes.server.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { ofPackers, type AuthorityCase } from "./authority-case.ts";

/** The expected answers of each action on stock. */
export const stockLines: Record<string, AuthorityCase> = {
  "stock.choose": {
    ...ofPackers,
    form: async (_, { db }) => {
      const { lowLevel, leadDays } = await readStockChoices(db);
      const was = { wasLowLevel: String(lowLevel), wasLeadDays: String(leadDays) };
      return { ...was, lowLevel: String(lowLevel + 1), leadDays: "9" };
    },
  },
  "stock.open-delivery": { ...ofPackers, form: () => ({ supplier: "Rupa", billNumber: "", billedOn: "" }) },
  "stock.scan": {
    ...ofPackers,
    form: async (target, desk) => {
      return { delivery: await begun(desk, target), once: randomUUID(), code: "godan", copies: "1", cost: "" };
    },
  },
  "stock.change-line": {
    ...ofPackers,
    form: async (target, desk) => {
      const delivery = await begun(desk, target);
      return { delivery, code: "godan", wasCopies: "1", wasCost: "", copies: "2", cost: "" };
    },
  },
  "stock.take-mrp": {
    ...ofPackers,
    may: ["owner", "bookseller"],
    form: async (target, desk) => {
      const delivery = await begun(desk, target, 99_900);
      const { rows } = await desk.db.execute<{ mrp: number; price: number }>(sql`
        select mrp_paise as mrp, price_paise as price from books where id = 'godan'`);
      const { mrp, price } = rows[0]!;
      // When the action runs again, the book already has the new MRP, so a lower MRP is set first.
      if (mrp === 99_900) await desk.db.execute(sql`update books set mrp_paise = 89_900 where id = 'godan'`);
      const wasMrp = String(mrp === 99_900 ? 89_900 : mrp);
      return { delivery, code: "godan", mrp: "99900", wasMrp, wasPrice: String(price), price: "100" };
    },
  },
  "stock.take-mrp-later": {
    ...ofPackers,
    may: ["owner", "bookseller"],
    form: async (target, desk) => {
      const delivery = await begun(desk, target, 99_800);
      await desk.db.execute(sql`update books set mrp_paise = 89_900 where id = 'godan'`);
      return { delivery, code: "godan", mrp: "99800", wasMrp: "89900", wasPrice: "100", price: "100" };
    },
  },
  "stock.drop-mrp-plan": {
    ...ofPackers,
    may: ["owner", "bookseller"],
    form: async (target, { db }) => {
      const by = { staffId: target, at: new Date() };
      await planMrp(db, "godan", { mrpPaise: 99_800, pricePaise: 90_000 }, by);
      return { book: "godan" };
    },
  },
  "stock.save-bill": {
    ...ofPackers,
    form: async (target, desk) => {
      const delivery = await begun(desk, target);
      const bill = { billNumber: `Bill ${delivery}`, billedOn: "2026-03-01", billed: "400", charges: "" };
      return { delivery, ...bill, basis: "sale-or-return", purchase: "" };
    },
  },
  "stock.receive": {
    ...ofPackers,
    form: async (target, desk) => ({ delivery: await begun(desk, target), once: randomUUID(), expected: "1" }),
  },
  "stock.drop-delivery": {
    ...ofPackers,
    form: async (target, desk) => ({ delivery: await begun(desk, target) }),
  },
  "stock.correct": {
    ...ofPackers,
    form: async (_, { db }) => {
      const { rows } = await db.execute<{ onHand: number }>(sql`select on_hand from stock where book_id = 'godan'`);
      const was = rows[0]!.onHand;
      return { book: "godan", once: randomUUID(), was: String(was), copies: String(was + 1), reason: "One was found" };
    },
  },
  "stock.open-count": { ...ofPackers, form: () => ({ scope: "scanned", once: randomUUID() }) },
  "stock.count": {
    ...ofPackers,
    form: async (target, desk) => ({
      count: await counting(desk, target),
      once: randomUUID(),
      code: "godan",
      copies: "1",
    }),
  },
  "stock.count-typed": {
    ...ofPackers,
    form: async (target, desk) => ({ count: await counting(desk, target), once: randomUUID(), codes: "godan" }),
  },
  "stock.set-count": {
    ...ofPackers,
    form: async (target, desk) => ({ count: await counting(desk, target), code: "godan", was: "", copies: "2" }),
  },
  "stock.drop-count": { ...ofPackers, form: async (target, desk) => ({ count: await counting(desk, target) }) },
  "stock.finish-count": {
    ...ofPackers,
    form: async (target, desk) => {
      const count = await counting(desk, target);
      return { count, once: randomUUID(), version: "0", gone: "no", reason: "Yearly count" };
    },
  },
  "stock.set-place": {
    ...ofPackers,
    form: async (_, { db }) => {
      const { rows } = await db.execute<{ place: string }>(sql`select place from stock where book_id = 'godan'`);
      return { book: "godan", place: `${rows[0]!.place}A`, wasPlace: rows[0]!.place };
    },
  },
  "stock.set-level": {
    ...ofPackers,
    form: async (_, { db }) => {
      const { rows } = await db.execute<{ level: string }>(
        sql`select coalesce(low_level::text, '') as level from stock where book_id = 'godan'`,
      );
      return { book: "godan", level: "3", wasLevel: rows[0]!.level };
    },
  },
};

/** The roles that see each page of the stock. */
export const stockPages = {
  "/stock": ofPackers.may,
  "/stock/to-order.csv": ofPackers.may,
  "/stock/to-order.pdf": ofPackers.may,
  "/stock/receive": ofPackers.may,
  "/stock/receive/:delivery": ofPackers.may,
  "/stock/receive/:delivery/scan": ofPackers.may,
  "/stock/count": ofPackers.may,
  "/stock/count/:count": ofPackers.may,
  "/stock/count/:count/scan": ofPackers.may,
  "/stock/count/:count/finish": ofPackers.may,
  "/stock/books/:book": ofPackers.may,
};

/** Starts a delivery with one copy of a book; returns its id. */
export async function begun(
  { db }: Pick<TestDesk, "db">,
  staffId: number,
  printedMrpPaise: number | null = null,
): Promise<string> {
  const at = new Date();
  const { id } = await openDelivery(db, { supplier: "Rupa", billNumber: "", billedOn: null }, { staffId, at });
  await addToDelivery(db, id, { code: "godan", copies: 1, costPaise: null, printedMrpPaise }, at);
  return String(id);
}

/** Starts a count of scanned books, still empty; returns its id. */
export async function counting({ db }: Pick<TestDesk, "db">, staffId: number): Promise<string> {
  const opened = await openStocktake(db, { kind: "scanned", scopeId: null }, { staffId, at: new Date() });
  return String(opened!.id);
}
