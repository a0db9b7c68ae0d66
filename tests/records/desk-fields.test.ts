import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { z } from "zod";

import { deskLineField, deskOptionalLine, deskTextField } from "#shop/forms/line-field.ts";

const root = join(import.meta.dirname, "..", "..");

/** A text that anybody may type is read by a field of `shop/forms`; by itself `z.string()` takes line breaks and turned writing. */
const bare = /z\s*\.string\([^)]*\)\s*\.(?:trim\(\)\s*(?:\.min\([^)]*\)\s*)?\.max\(|min\(1, "(?:Write|Say|Give))/g;

/** It is compared with another number, and stands nowhere. */
const compared = ["desk/pages/readers/actions.server.ts"];

test("no field of a form of the desk is a bare text", () => {
  const found = globSync("desk/**/*.ts", { cwd: root }).filter(
    (file) => !compared.includes(file) && withoutPipes(readFileSync(join(root, file), "utf8")).match(bare),
  );
  expect(found).toEqual([]);
});

/** What is piped into a rule was cleaned before. */
function withoutPipes(source: string): string {
  return source.replaceAll(/\.pipe\(\s*z/g, ".pipe(");
}

const turned = "Blue\u202eDart\u0007";

test.each([
  ["one line", deskLineField("the carrier", 60)],
  ["a line that may be empty", deskOptionalLine("the carrier", 60)],
])("%s has no line breaks, bells and turned writing", (_, field) => {
  for (const odd of ["A\r\nBcc: x@example.com", "A\u2028B", "A\u0007"])
    expect(field.safeParse(odd).success, JSON.stringify(odd)).toBe(false);
  expect(field.parse("  Blue\u202eDart ")).toBe("BlueDart");
  expect(field.safeParse("x".repeat(61)).error!.issues[0]!.message).toBe("Write at most 60 characters.");
});

test("several lines keep their breaks, and nothing that nobody sees", () => {
  const field: z.ZodType<string> = deskTextField(40, "Say why.");
  expect(field.parse(`${turned}\n\nrow`)).toBe("BlueDart\n\nrow");
  expect(field.safeParse(" \u200b ").error!.issues[0]!.message).toBe("Say why.");
  expect(deskTextField(40).parse("")).toBe("");
});
