import { isDeepStrictEqual } from "node:util";

import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { ChangedThing } from "./plan-undo.ts";
import { isObject, isSilent, keyText, partOfIn, tableOf, type UndoableTables } from "./undoable-table.ts";

/** The changes of one thing, as the page of an entry shows them. */
export interface ShownChange {
  kind: string;
  key: string;
  name: string;
  /** The kind of thing as a label, such as "Book". */
  words: string;
  before: Fields | null;
  after: Fields | null;
}

/** The changed fields of a thing that have a label; null if none has. */
export function showThing(
  tables: UndoableTables,
  { kind, key, name, change, parts }: ChangedThing,
): ShownChange | null {
  const table = tableOf(tables, kind);
  if (isSilent(table)) return null;
  const { labels, words, counts = [], together = {} } = table;
  const shown = (fields: Fields | null | undefined) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields)
        .filter(([column]) => column in labels || column in together || counts.includes(column) || column === "content")
        .flatMap(([column, value]) =>
          column === "content"
            ? Object.entries(isObject(value) ? value : {})
            : [[fieldName(kind, column), value] as const],
        ),
    );
  let [before, after] = [shown(change?.before) ?? null, shown(change?.after) ?? null];
  for (const part of new Set(parts.map((one) => one.kind))) {
    const { field, shows } = partOfIn(tables, part);
    if (!field || !shows) continue;
    const rows = parts.filter((one) => one.kind === part);
    const list = (side: "before" | "after") =>
      rows.flatMap((one) => (one[side] ? [shows({ ...one.key, ...one[side] })] : []));
    if (change?.before !== null) before = { ...before, [field]: list("before") };
    if (change?.after !== null) after = { ...after, [field]: list("after") };
  }
  const isNothing = Object.keys({ ...before, ...after }).every((column) =>
    isDeepStrictEqual(before?.[column], after?.[column]),
  );
  if (isNothing && change?.before !== null && change?.after !== null) return null;
  const columns = Object.keys(change?.after ?? change?.before ?? {});
  const what = typeof words === "string" ? words : columns.flatMap((column) => words[column] ?? []).at(0);
  return { kind, key: keyText(key), name, words: what ?? "", before, after };
}

/** The name of a column on pages: unchanged for books and works, in camel case for others. */
function fieldName(kind: string, column: string): string {
  if (column === "on_hand") return "copies";
  if (kind === "books" || kind === "works") return column;
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
