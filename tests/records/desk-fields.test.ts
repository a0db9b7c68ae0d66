/** Finds text fields of the desk's forms that are read without cleaning, in the source code. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { z } from "zod";

import { deskLineField, deskOptionalLine, deskTextField } from "#shop/kernel/forms/line-field.ts";

const root = join(import.meta.dirname, "..", "..");

/**
 * Fields of the desk that read a text as it was sent, and why that is safe. Every other field is one of
 * `shop/kernel/forms`: `z.string()` alone accepts line breaks and bidirectional control characters.
 */
const bareFields: Record<string, string[]> = {
  "compared with what is stored, and not kept": [
    "desk/pages/book-parcel/actions.server.ts left",
    "desk/http/lost-update.server.ts filledFrom",
    "desk/pages/order/parcels/email-action.server.ts was-email",
    "desk/pages/order/refuse-if-order-changed.server.ts versionField",
    "desk/pages/order/parcels/parcel-actions.server.ts was-carrier",
    "desk/pages/order/parcels/parcel-actions.server.ts was-trackingNumber",
    "desk/pages/order/parcels/parcel-actions.server.ts was-trackingUrl",
    "desk/pages/readers/actions.server.ts confirmation",
    "desk/pages/stock/book-actions.server.ts wasPlace",
  ],
  "looked up in a list or table, and refused when it is not there": [
    "desk/pages/buying/buying-fields.ts lineCodeField",
    "desk/pages/buying/pasted-books.server.ts book",
    "desk/pages/buying/pasted-books.server.ts codes",
    "desk/pages/counter/actions.server.ts bookId",
    "desk/pages/counter/actions.server.ts short",
    "desk/pages/import/read-job-options.ts sheet",
    "desk/pages/book-cover/actions.server.ts layout",
    "desk/pages/book-cover/actions.server.ts inks",
    "desk/pages/order/actions.server.ts book",
    "desk/pages/settings/actions.server.ts group",
    "desk/pages/stock/book-actions.server.ts bookField",
    "desk/pages/stock/counts/count-actions.server.ts code",
    "desk/pages/stock/counts/count-actions.server.ts codes",
    "desk/pages/stock/deliveries/delivery-actions.server.ts code",
    "desk/pages/stock/deliveries/mrp-actions.server.ts code",
  ],
  "read further by a parser or a list of its own, also when it is read again": [
    "desk/pages/authors/actions.server.ts partName",
    "desk/pages/book-opening/actions.server.ts text",
    "desk/pages/buying/buying-fields.ts percentField",
    "desk/pages/counter/actions.server.ts saleField",
    "desk/pages/import/read-job-options.ts capitals",
    "desk/pages/import/read-job-options.ts lowered",
    "desk/pages/import/read-job-options.ts newCategories",
    "desk/pages/import/read-job-options.ts again",
    "desk/pages/import/read-job-options.ts titles",
    "desk/pages/orders/actions.server.ts query",
    "desk/pages/parcels/actions.server.ts left",
    "desk/pages/remittances/actions.server.ts column",
    "desk/pages/remittances/actions.server.ts text",
    "desk/pages/tracking/actions.server.ts text",
    "desk/pages/window/publish-actions.server.ts dueAt",
  ],
};

test("a field of a form of the desk that is a bare text is listed, with the reason", () => {
  const found = globSync("desk/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => bareTexts(readFileSync(join(root, file), "utf8")).map((field) => `${file} ${field}`));
  expect([...new Set(found)].toSorted()).toEqual(Object.values(bareFields).flat().toSorted());
});

test.each([
  ["note: z.string()", ["note"]],
  ["note: z.string().max(200)", ["note"]],
  ['"was-note": z\n    .string()\n    .trim()\n    .min(1, "Say (why).")\n    .optional()', ["was-note"]],
  ["readForm(form, z.object({ at: z.string().transform((at) => z.string().parse(at)) }))", ["at", "?"]],
  ["const id = z.string().max(5).regex(/^[)]$/)", []],
  ['role: z.string().refine(isRole, "Choose (one).")', []],
  ["subject: z.string().max(3).transform(clean).pipe(z.string().min(1))", []],
  ["return z.array(z.string())", ["?"]],
])("of %j the bare fields are %j", (source, fields) => {
  expect(bareTexts(source)).toEqual(fields);
});

/** The names of text fields without a pattern or rule; a text piped into a rule has been cleaned before. */
function bareTexts(source: string): string[] {
  return [...source.matchAll(/(?<!\.pipe\(\s*)\bz\s*\.string\(/g)].flatMap(({ index }) => {
    const methods = chainFrom(source, index);
    if (methods.some((method) => ["regex", "refine", "pipe"].includes(method))) return [];
    return [source.slice(0, index).match(/"?([\w-]+)"?\s*(?::|=)[^:=]*$/)?.[1] ?? "?"];
  });
}

/** The names of the methods chained from this position on. */
function chainFrom(source: string, from: number): string[] {
  const methods: string[] = [];
  const call = /\s*\.(\w+)\(/y;
  call.lastIndex = from + 1;
  for (let found = call.exec(source); found; found = call.exec(source)) {
    methods.push(found[1]!);
    call.lastIndex = endOfCall(source, call.lastIndex);
  }
  return methods;
}

/**
 * The position after the closing bracket that matches the one before `from`; brackets in strings and patterns are
 * skipped.
 */
function endOfCall(source: string, from: number): number {
  const token = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=\()\/(?:[^/\\\n]|\\.)+\/|[()]/g;
  token.lastIndex = from;
  let depth = 1;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    depth += found[0] === "(" ? 1 : found[0] === ")" ? -1 : 0;
    if (depth === 0) return token.lastIndex;
  }
  return source.length;
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
