import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { setStock } from "./set-stock.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };
const isbn = "9780000000026";

test("a price that a program names as it is becomes its own; what a person or a till set stays theirs", async () => {
  const at = "2026-01-02T03:04:05+00:00";
  const ownersAfter = async (by: string, setting: { pricePaise?: number; mrpPaise?: number }) => {
    const origins = JSON.stringify({ price_paise: { by, at } });
    await db.execute(sql`
      update books set isbn13 = ${isbn}, price_paise = 15000, mrp_paise = 25000, field_origins = '{}' where id = 'godan'`);
    await db.execute(sql`update books set field_origins = ${origins}::jsonb where id = 'godan'`);
    const set = await setStock(services, isbn, setting, "token front");
    expect(set).toMatchObject({ ok: true, changed: [] });
    const { rows } = await db.execute<{ field: string; by: string; at: string }>(sql`
      select key as field, value ->> 'by' as by, value ->> 'at' as at
      from books, jsonb_each(field_origins) where id = 'godan' order by key`);
    return rows;
  };
  const price = (by: string) => ({ field: "price_paise", by, at });
  expect(await ownersAfter("import 1", { pricePaise: 15_000 })).toEqual([price("token front")]);
  expect(await ownersAfter("import 1", { mrpPaise: 25_000 })).toEqual([
    { field: "mrp_paise", by: "token front", at: expect.any(String) },
    price("import 1"),
  ]);
  for (const by of ["person", "stock 3", "token back"])
    expect(await ownersAfter(by, { pricePaise: 15_000 })).toEqual([price(by)]);
});
