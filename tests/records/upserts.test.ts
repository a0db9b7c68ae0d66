import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Columns that keep their old value in an upsert, and why. */
const kept: Record<string, string> = {
  "authors.created_at": "when it was first there",
  "series.created_at": "when it was first there",
  "categories.created_at": "when it was first there",
  "cart_lines.created_at": "when the book first came into the cart",
  "reviews.created_at": "when it was first written; the change has a time of its own",
  "reviews.is_verified": "it was bought then as now",
  "payments.attempt_id": "a payment is of one attempt",
  "payments.order_id": "a payment is of one order",
  "payments.amount_paise": "what was paid once stays",
  "payments.currency": "what was paid once stays",
  "payments.provider": "an id belongs to one provider",
  "settlements.provider": "an id belongs to one provider",
  "payments.forgotten_at": "a reader's wish stays",
  "newsletter_readers.token": "it is made of the address",
  "readers.name": "the reader may have changed it here",
  "sign_in_attempts.mode": "the same attempt begun anew",
  "sign_in_attempts.intent": "the same attempt begun anew",
  "sign_in_attempts.next_path": "the same attempt begun anew",
  "cover_images.width": "the id is that of the picture itself",
  "cover_images.height": "the id is that of the picture itself",
  "cover_images.paper": "the id is that of the picture itself",
  "cover_images.source": "whoever brought the picture first",
  "translations.title_id": "the statement before has set it",
  "quotation_lines.added_at": "more copies of a book keep its place among the others",
  "cover_walks.reached": "a walk that is begun anew goes on",
};

const upsert =
  /insert into (\w+|X)(?: as \w+)?\s*\(([^)]*)\)((?:(?!insert into)[^`])*?)on conflict \(((?:[^()]|\([^()]*\))*)\)(?: where (?:(?!do update)[^`])*)? do update\s+set\s+((?:(?!\breturning\b|\binsert into\b)[^`])*)/g;

/** Interpolations of a template string. */
const inner = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/g;

interface Upsert {
  file: string;
  table: string;
  columns: string[];
  set: string;
}

/** The upserts in all source files; `missed` lists files with one that could not be parsed. */
function readUpserts() {
  const upserts: Upsert[] = [];
  const missed: string[] = [];
  for (const file of globSync("{shop,server,app,cli,desk}/**/*.ts", { cwd: root })) {
    if (file.includes(".test.")) continue;
    let source = readFileSync(join(root, file), "utf8");
    for (let before = ""; before !== source;) [before, source] = [source, source.replaceAll(inner, "X")];
    const found = [...source.matchAll(upsert)];
    if (found.length !== (source.match(/do update/g)?.length ?? 0)) missed.push(file);
    for (const [, table = "", names = "", , key = "", set = ""] of found) {
      const keys = key.split(",").map((name) => /\w+(?=\)*$)/.exec(name.trim())?.[0]);
      const columns = names.split(",").map((name) => name.trim());
      upserts.push({ file, table, columns: columns.filter((name) => name !== "X" && !keys.includes(name)), set });
    }
  }
  return { upserts, missed };
}

const isSet = (column: string, set: string) =>
  new RegExp(`\\b${column}\\s*=`).test(set) || new RegExp(`\\([^)]*\\b${column}\\b[^)]*\\)\\s*=`).test(set);

test("a row that is written once more has every value of the second time, but for those that are named", () => {
  const { upserts, missed } = readUpserts();
  expect(missed).toEqual([]);
  expect(upserts.length).toBeGreaterThan(50);
  const left = upserts.flatMap(({ file, table, columns, set }) =>
    columns.filter((column) => !isSet(column, set)).map((column) => ({ column: `${table}.${column}`, file })),
  );
  expect(left.filter(({ column }) => !(column in kept))).toEqual([]);
  const unneeded = Object.keys(kept).filter((name) => !left.some(({ column }) => column === name));
  expect(unneeded).toEqual([]);
});
