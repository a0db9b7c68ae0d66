import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";

/** A parsed code of a book: its ISBN as 13 digits, or the id of a book without one; or the problem. */
export type ReadCode = { ok: true; code: string } | { ok: false; problem: string };

/** Parses a scanned or typed code: an ISBN of 10 or 13 digits, or the last part of a book's URL. */
export function readCode(text: string): ReadCode {
  const given = text.trim();
  if (given === "") return { ok: false, problem: "Scan a bar code, or type an ISBN." };
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(given) && /[a-wyz]/.test(given))
    return given.length <= 200
      ? { ok: true, code: given }
      : { ok: false, problem: "This is too long for the id of a book." };
  const read = readIsbn(given);
  if ("value" in read) return { ok: true, code: read.value };
  if ("barcode" in read)
    return { ok: false, problem: `${read.barcode} is not the bar code of a book. Nothing was added.` };
  return { ok: false, problem: `${read.fault}. Nothing was added.` };
}
