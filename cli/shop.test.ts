import { execFile } from "node:child_process";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
await setStock(testServices.db, "godan", 10);
const { PATH, HOME } = process.env;

/** Runs the command line as the bookseller does, in a process of its own. */
function run(args: string[], env: Record<string, string> = settingsOf(testServices)) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, "shop.ts"), ...args],
      { env: { PATH, HOME, ...env }, timeout: 180_000 },
      (_problem, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

test(
  "the process answers on the right output, with the right exit code, and ends by itself",
  { timeout: 180_000 },
  async () => {
    const { number } = await paidOrder(testServices, "process", { godan: 1 });
    const [listed, mistaken, odd] = await Promise.all([
      run(["orders", "list", "--json"]),
      run(["orders", "ship", number]),
      run(["orders", "list"], { RAZORPAY_KEY_ID: "oops" }),
    ]);
    expect([listed.code, listed.error]).toEqual([0, ""]);
    expect(JSON.parse(listed.out)).toMatchObject([{ number, state: "paid" }]);
    expect(mistaken).toEqual({
      code: 2,
      out: "",
      error: expect.stringMatching(/^Give the carrier, and its number where there is one: .*\n$/),
    });
    expect([odd.code, odd.out]).toEqual([2, ""]);
    expect(odd.error).toContain("RAZORPAY_KEY_ID=(not shown) must start with");
    expect(odd.error).not.toMatch(/\n {4}at /);

    await testServices.db.execute(sql`insert into alerts (kind, message) values ('payment', 'look at me')`);
    const found = await run(["payments", "check"]);
    expect([found.code, found.error]).toEqual([1, ""]);
    expect(found.out).toContain("look at me");
  },
);
