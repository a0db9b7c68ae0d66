import { expect, test } from "vitest";

import { isSignature, sign } from "./signature.server.ts";

test("a signature is good for its own subject and key only, letter for letter", () => {
  const given = sign("key", "order EP-1");
  expect(given).toMatch(/^[\w-]{43}$/);
  expect(isSignature("key", "order EP-1", given)).toBe(true);
  expect(isSignature("other key", "order EP-1", given)).toBe(false);
  for (const subject of ["order EP-2", "ticket EP-1", "order EP-1 ", ""])
    expect(isSignature("key", subject, given), subject).toBe(false);
  const changed = (given.startsWith("A") ? "B" : "A") + given.slice(1);
  for (const wrong of [changed, given.slice(1), `${given}A`, `${given}\n`, "é".repeat(43), "", null])
    expect(isSignature("key", "order EP-1", wrong), String(wrong)).toBe(false);
});
