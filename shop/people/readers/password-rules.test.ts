import { expect, test } from "vitest";

import { validatePassword } from "./password-rules.ts";

test("a new password is typed twice alike, and is long enough; the first is said first", () => {
  const cases: [password: string, again: string, refusal: string | null][] = [
    ["secret", "secret", null],
    ["secret", "Secret", "mismatch"],
    ["abc", "abd", "mismatch"],
    ["abcde", "abcde", "too-short"],
    ["", "", "too-short"],
    ["क्षत्रिय", "क्षत्रिय", null],
    ["📚📚📚", "📚📚📚", "too-short"],
    ["x".repeat(200), "x".repeat(200), null],
    ["x".repeat(201), "x".repeat(201), "too-long"],
  ];
  for (const [password, again, refusal] of cases) expect(validatePassword(password, again), password).toBe(refusal);
});
