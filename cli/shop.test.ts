import { execFile } from "node:child_process";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { PATH, HOME } = process.env;

/** Runs the command line in a process of its own. */
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
    const [listed, mistaken, odd] = await Promise.all([
      run(["tokens", "list", "--json"]),
      run(["tokens", "make", "till"]),
      run(["tokens", "list"], { RAZORPAY_KEY_ID: "oops" }),
    ]);
    expect([listed.code, listed.error]).toEqual([0, ""]);
    expect(JSON.parse(listed.out)).toEqual([]);
    expect(mistaken).toMatchObject({ code: 2, out: "" });
    expect(mistaken.error).toMatch(/^Give the scopes of the token with --scope\. .*\n/);
    expect([odd.code, odd.out]).toEqual([2, ""]);
    expect(odd.error).toContain("RAZORPAY_KEY_ID=(not shown) must start with");
    expect(odd.error).not.toMatch(/\n {4}at /);

    await testServices.db.execute(sql`
      insert into outbox (kind, to_address, subject_key, state, last_error)
      values ('wish-back', 'asha@example.com', '1', 'dead', 'look at me')`);
    const found = await run(["outbox"]);
    expect([found.code, found.error]).toEqual([1, ""]);
    expect(found.out).toContain("look at me");
  },
);
