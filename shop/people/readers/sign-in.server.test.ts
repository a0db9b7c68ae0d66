import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { countCart } from "#shop/sales/cart/cart.server.ts";
import { cartOf, fillCart } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { listDevices } from "./sessions.server.ts";
import { signInAs, startSignIn } from "./sign-in.server.ts";

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

test("an identity of any issuer is one reader, whose browser ends its former session and hands over its cart", async () => {
  const identity = { issuer: "https://a.test", sub: "asha", name: "Asha", email: "asha@example.com", pictureUrl: null };
  const cart = cartOf("guest");
  await fillCart(db, cart, { godan: 2 });
  const now = services.now();
  const first = await signInAs(db, identity, { device: "Chrome on Linux", session: null, cart }, now);
  const again = await signInAs(db, identity, { device: "Edge on Windows", session: first.token, cart: null }, now);
  expect(again.reader).toEqual(first.reader);
  expect(await countCart(db, { readerId: again.reader.id })).toBe(2);
  expect(await listDevices(db, again.reader.id, again.id, services.now())).toMatchObject([
    { device: "Edge on Windows" },
  ]);

  const elsewhere = { ...identity, issuer: "https://b.test" };
  const other = await signInAs(db, elsewhere, { device: "Chrome on Linux", session: null, cart: null }, now);
  expect(other.reader.id).not.toBe(first.reader.id);
});
