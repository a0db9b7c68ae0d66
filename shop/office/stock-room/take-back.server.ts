import { z } from "zod";

import { sql } from "#db/sql.ts";
import { fieldsToPutBack, type Change, type Kept, type TakeBack } from "#shop/kernel/audit-log/change.ts";
import { takeBackCopies } from "#shop/catalogue/stock/take-back-copies.server.ts";
import { setLowLevel } from "./book-stock.server.ts";
import { closeWhenDone, lockDelivery } from "./deliveries.server.ts";
import { readStockChoices, saveStockChoices, type StockChoices } from "./low-stock.server.ts";
import type { ShelvedBook } from "./shelve-delivery.server.ts";

const delivered = z.object({ book: z.string(), copies: z.number().int(), shelved: z.number().int() });

/** What a delivery brought, as the record keeps it: copies on hand, and how many of the delivery are on the shelf. */
export function deliveredChanges(deliveryId: number, books: ShelvedBook[]): Change[] {
  return books.map(({ code, bookId, shelved, copies, before, after }) => ({
    kind: "delivered",
    key: `${deliveryId} ${code}`,
    before: { book: bookId, copies: before, shelved },
    after: { book: bookId, copies: after, shelved: shelved + copies },
  }));
}

/**
 * Copies that a delivery brought go again, whatever was sold since, and wait in the delivery as before; those that orders
 * hold stay.
 */
export const takeBackDelivered: TakeBack = async (services, changes, at) => {
  const done: Change[] = [];
  const kept: Kept[] = [];
  for (const { kind, key, name, before: b, after: a } of changes) {
    const [before, after] = [delivered.parse(b), delivered.parse(a)];
    const { book } = after;
    const [delivery = "", code = ""] = key.split(" ");
    const more = before.shelved - after.shelved;
    const { db } = services;
    if (await lockDelivery(db, Number(delivery))) {
      const { rows } = await db.execute<{ shelved: number }>(sql`
        select shelved from delivery_lines where delivery_id = ${Number(delivery)} and code = ${code}
          and shelved + ${more} between 0 and copies`);
      if (rows[0]) {
        const copies = {
          kind: "copies",
          key: book,
          name,
          before: { copies: before.copies },
          after: { copies: after.copies },
        };
        const moved = await takeBackCopies(services, [copies], at);
        kept.push(...moved.kept.map(({ why }) => ({ kind, key, why })));
        for (const change of moved.done) {
          await db.execute(sql`
            update delivery_lines set shelved = shelved + ${more}
            where delivery_id = ${Number(delivery)} and code = ${code}`);
          const { shelved } = rows[0];
          done.push({
            kind,
            key,
            before: { book, ...change.before, shelved },
            after: { book, ...change.after, shelved: shelved + more },
          });
        }
        await closeWhenDone(db, Number(delivery), at);
        continue;
      }
    }
    kept.push({ kind, key, why: `the copies of ${name}: their delivery was changed since` });
  }
  return { done, kept };
};

/** From how few copies on a book is low; `null` is the shop's level. */
export const takeBackLowLevels: TakeBack = async ({ db }, changes) => {
  const done: Change[] = [];
  const kept: Kept[] = [];
  for (const change of changes) {
    const { kind, key } = change;
    const { rows } = await db.execute<{ level: number | null }>(sql`
      select low_level as level from stock where book_id = ${key} for update`);
    const now = rows[0];
    const { putBack } = fieldsToPutBack(change, { level: now?.level });
    if (!now || !("level" in putBack)) {
      kept.push({ kind, key, why: `the low-stock level of ${change.name} was changed since` });
      continue;
    }
    const level = putBack.level as number | null;
    await setLowLevel(db, key, level);
    done.push({ kind, key, before: { level: now.level }, after: { level } });
  }
  return { done, kept };
};

/** The shop's own level, and the days that suppliers take. */
export const takeBackChoices: TakeBack = async ({ db }, changes) => {
  const done: Change[] = [];
  const kept: Kept[] = [];
  for (const change of changes) {
    const { kind, key } = change;
    const now = await readStockChoices(db, { isHeld: true });
    const { putBack, changedSince } = fieldsToPutBack(change, { ...now });
    if (changedSince.length > 0)
      kept.push({ kind, key, why: "what the shop had chosen for its stock was changed since" });
    if (Object.keys(putBack).length === 0) continue;
    const after = { ...now, ...putBack } as StockChoices;
    await saveStockChoices(db, after);
    done.push({ kind, key, before: { ...now }, after: { ...after } });
  }
  return { done, kept };
};
