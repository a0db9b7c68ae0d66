import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import type { GivenDiscount } from "#shop/sales/counter/price-sale.ts";

/** Most copies of a book in a sale. */
export const mostCopies = 20;

/** What was scanned or typed at a till: `3*9789350099728`, `3*` for the marked book, or a code or words alone. */
export type Typed = { kind: "books"; text: string; copies: number } | { kind: "copies"; copies: number } | null;

/** Reads what was typed into the field of a till; null if it is empty. */
export function parseTyped(given: string): Typed {
  const text = given.trim();
  if (text === "") return null;
  const [, digits, rest = ""] = /^(\d{1,3})\s*[*x×]\s*(.*)$/i.exec(text) ?? [];
  if (digits === undefined) return { kind: "books", text, copies: 1 };
  const copies = Number(digits);
  return rest === "" ? { kind: "copies", copies } : { kind: "books", text: rest, copies: Math.max(1, copies) };
}

/** Reads a typed discount: `10%`, or rupees such as `50`; an empty one or 0 is none. Undefined if it is neither. */
export function parseDiscount(given: string): GivenDiscount | null | undefined {
  const text = given.trim();
  if (text === "" || text === "0") return null;
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(text) ?? [];
  if (percent !== undefined) return Number(percent) <= 100 ? { percent: Number(percent) } : undefined;
  const paise = readRupees(text);
  return paise === null ? undefined : { paise };
}

/** Reads an Indian mobile number as it is stored; empty if none was typed, and undefined if it is malformed. */
export function parsePhone(given: string): string | undefined {
  const digits = given.replaceAll(/[\s()\p{Pd}]/gu, "").replace(/^(\+91|0091|91(?=\d{10}$)|0)/, "");
  if (digits === "") return "";
  return /^[6-9]\d{9}$/.test(digits) ? `+91${digits}` : undefined;
}
