import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { seal, unseal } from "./sealed.server.ts";

const key = randomBytes(32);

test("a sealed text opens with its key and purpose only", () => {
  const sealed = seal(key, "payments", "naïve ключ");
  expect(unseal(key, "payments", sealed)).toBe("naïve ключ");
  expect(unseal(key, "mail", sealed)).toBeNull();
  expect(unseal(randomBytes(32), "payments", sealed)).toBeNull();
});

test("changed or cut bytes do not open", () => {
  const sealed = seal(key, "mail", "secret");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(unseal(key, "mail", changed)).toBeNull();
  }
  expect(unseal(key, "mail", sealed.subarray(0, 20))).toBeNull();
});

test("the same text is sealed differently each time", () => {
  expect(seal(key, "mail", "secret").equals(seal(key, "mail", "secret"))).toBe(false);
});
