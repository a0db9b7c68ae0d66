import { expect, test } from "vitest";

import { freshSeconds, hasShown, type Proof } from "./sessions.server.ts";

const now = new Date("2026-11-29T10:00:00Z");
const proofs: Proof[] = ["google", "passkey", "fresh passkey"];

/** The proofs of a session whose passkey was shown `msAgo` milliseconds ago; null means never. */
function shownBy(msAgo: number | null, { hasPasskey = true, isTestSignIn = false } = {}): Proof[] {
  const passkeyAt = msAgo === null ? null : new Date(now.getTime() - msAgo).toISOString();
  const session = {
    id: "s",
    staff: { id: 1, name: "A", address: "a@b.test", role: "owner" as const },
    passkeyAt,
    hasPasskey,
  };
  return proofs.filter((proof) => hasShown(proof, session, { now, isTestSignIn }));
}

test("a passkey is fresh for ten minutes to the millisecond, and one that was never shown proves nothing", () => {
  expect(freshSeconds).toBe(600);
  expect(shownBy(null)).toEqual(["google"]);
  expect(shownBy(null, { hasPasskey: false })).toEqual(["google"]);
  for (const fresh of [0, 1, 600_000]) expect(shownBy(fresh), `${fresh} ms`).toEqual(proofs);
  for (const old of [600_001, 43_200_000]) expect(shownBy(old), `${old} ms`).toEqual(["google", "passkey"]);
});

test("with test sign-in, who has a passkey is asked for it all the same", () => {
  const isTestSignIn = true;
  expect(shownBy(null, { isTestSignIn, hasPasskey: false })).toEqual(proofs);
  expect(shownBy(null, { isTestSignIn })).toEqual(["google"]);
  expect(shownBy(600_001, { isTestSignIn })).toEqual(["google", "passkey"]);
});
