/** Reads the refused rows from the report of an import, for its page. */
import { createReadStream } from "node:fs";

import { parse } from "csv-parse/sync";

import { readCell } from "#shop/kernel/text/csv-cell.ts";
import { withoutValues } from "./group-refusals.ts";

/** Refused rows with the same reason, apart from the values in it. */
export interface RefusedRows {
  /** The field that the reason is about; empty if it is the whole row. */
  field: string;
  rows: { line: string; name: string; reason: string }[];
}

/** The first refused rows of an import. */
export interface Refusals {
  groups: RefusedRows[];
  /** The number of rows in all groups. */
  shown: number;
}

/** Maximum rows shown, and bytes of the report that are read for them. */
const [maxShown, maxBytes] = [20, 1024 * 1024];

/** The first refused rows of a report by reason, in the order of the file, with rows of books that are not in the shop. */
export async function readRefusals(path: string): Promise<Refusals> {
  const pieces: Buffer[] = await createReadStream(path, { end: maxBytes - 1 }).toArray();
  const bytes = Buffer.concat(pieces);
  const text = bytes.subarray(0, bytes.length < maxBytes ? undefined : bytes.lastIndexOf("\r\n") + 2).toString();
  const lines = parse(text, { columns: true, relaxColumnCount: true }) as Record<string, string>[];
  const cell = (value = "") => {
    const read = readCell(value);
    return "text" in read ? read.text : read.formula;
  };
  const refused = lines
    .filter(({ what, reason = "" }) => what === "refused" || (what === "skipped" && isUnknown.test(reason)))
    .slice(0, maxShown);
  const groups = new Map<string, RefusedRows>();
  for (const { line, book, field, reason } of refused) {
    const row = { line: cell(line), name: cell(book), reason: cell(reason) };
    const key = `${field} ${withoutValues(row.reason)}`;
    const group = groups.get(key) ?? { field: cell(field), rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], shown: refused.length };
}

const isUnknown = /^The shop has no book with /;
