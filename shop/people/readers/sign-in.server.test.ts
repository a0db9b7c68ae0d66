import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestServices } from "#tests/support/shop/test-services.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { startSignIn } from "./sign-in.server.ts";

const { db, services } = await openTestServices();

async function attempt(id: string) {
  const { rows } = await db.execute<{ state: string; nonce: string }>(
    sql`select state, nonce from sign_in_attempts where id = ${id}`,
  );
  return rows[0]!;
}

test("a popup's first address begins the same attempt anew, in its own browser and until it has signed the reader in", async () => {
  const attemptId = crypto.randomUUID();
  const browser = newSecret();
  const start = (from: string) =>
    startSignIn(services, { attemptId, browser: from, mode: "popup", intent: "login", next: "/" });
  const become = (state: string) =>
    db.execute(sql`update sign_in_attempts set state = ${state} where id = ${attemptId}`);
  expect(await start(browser)).toMatchObject({ ok: true });
  const first = await attempt(attemptId);
  for (const state of ["pending", "taken", "cancelled", "failed"]) {
    await become(state);
    const before = await attempt(attemptId);
    await start(newSecret());
    expect(await attempt(attemptId), state).toEqual(before);
    await start(browser);
    expect((await attempt(attemptId)).state, state).toBe("pending");
    expect((await attempt(attemptId)).nonce, state).not.toBe(first.nonce);
  }
  await become("ok");
  const done = await attempt(attemptId);
  await start(browser);
  expect(await attempt(attemptId)).toEqual(done);
});
