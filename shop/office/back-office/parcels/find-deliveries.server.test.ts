import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { measureStatements } from "#tests/support/measure-statements.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesSql } from "./find-deliveries.server.ts";

const testServices = await openTestServices();
const { db } = testServices;

test("of many deliveries an old one is found by the beginning of its bill, a new one by any part, at a bounded cost", async () => {
  const staffId = await addStaff(testServices, "packer");
  await db.execute(sql`
    insert into deliveries (supplier, bill_number, opened_by, opened_at)
    select 'Supplier ' || n % 300, 'INV/' || n || '/26%', ${staffId}, now() from generate_series(1, 20000) n`);
  await db.execute(sql`analyze deliveries`);
  const { db: measured, taken } = measureStatements(db);
  const find = async (text: string) => {
    const { rows } = await measured.execute<{ billNumber: string }>(sql`${deliveriesSql(text, 9)}`);
    return rows.map(({ billNumber }) => billNumber);
  };
  expect(await find("inv/17/2")).toEqual(["INV/17/26%"]);
  expect(await find("9999/26%")).toEqual(["INV/19999/26%"]);
  // Older than the newest 2,000, by a part that is not the beginning.
  expect(await find("/17/26")).toEqual([]);
  expect(await find("supplier 299")).toHaveLength(6);
  expect(await find("17")).toEqual([]);
  expect(taken().blocks, taken().worst).toBeLessThan(500);
});
