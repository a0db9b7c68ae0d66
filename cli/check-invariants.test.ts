import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import pg from "pg";
import { expect, test } from "vitest";

import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
await setStock(testServices.db, "godan", 10);
const { PATH, HOME } = process.env;

/** Runs the check in a separate process, like `npm run check:invariants`. */
function check(env: Record<string, string> = settingsOf(testServices)) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, "check-invariants.ts")],
      { env: { PATH, HOME, ...env }, timeout: 60_000 },
      (_problem, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

test(
  "records that agree are exit code 0, ones that do not are 1 and named, and what cannot be read is 2",
  { timeout: 120_000 },
  async () => {
    const { id } = await paidOrder(testServices, "checked", { godan: 1 });
    const well = await check();
    expect([well.code, well.error]).toEqual([0, ""]);
    expect(well.out).toContain("Orders, payments, stock and letters agree");

    await testServices.db.execute(sql`delete from outbox where order_id = ${id} and kind = 'order-confirmed'`);
    const wrong = await check();
    expect(wrong.code).toBe(1);
    expect(wrong.error).toMatch(/Not true of .*/);
    await testServices.db.execute(sql`
    insert into outbox (kind, order_id, to_address, state) values ('order-confirmed', ${id}, 'a@example.com', 'sent')`);

    const { code, out, error } = await check({
      ...settingsOf(testServices),
      DATABASE_URL: "postgres://127.0.0.1:1/none",
    });
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^The database at .* cannot be reached: .*\n$/);
    expect(await check({ PORT: "eighty" })).toMatchObject({ code: 2, out: "" });
  },
);

test(
  "a shop that was never open has nothing to check: exit code 3, and none is made",
  { timeout: 60_000 },
  async () => {
    const empty = new URL(testServices.url);
    empty.pathname += "_empty";
    const client = new pg.Client({ connectionString: testServices.url });
    await client.connect();
    await client.query(`create database ${empty.pathname.slice(1)}`);
    try {
      const { code, out } = await check({ ...settingsOf(testServices), DATABASE_URL: empty.toString() });
      expect([code, out]).toEqual([3, "This shop has never been open: there is nothing to check yet.\n"]);
      const nowhere = join(tmpdir(), `endpaper-nowhere-${process.pid}`);
      const unopened = await check({ ...settingsOf(testServices), DATABASE_URL: "", DATA_DIR: nowhere });
      expect([unopened.code, unopened.out]).toEqual([code, out]);
      expect(existsSync(nowhere)).toBe(false);
    } finally {
      await client.query(`drop database ${empty.pathname.slice(1)} with (force)`);
      await client.end();
    }
  },
);
