import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { findMistypedGstin } from "#shop/sales/documents/gstin.ts";
import type { GivenDiscount } from "#shop/sales/counter/price-sale.ts";

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

/** What a buyer may give: a mobile number, as it is stored, the GSTIN of a business, or a name for the bill. */
export type TypedBuyer = { phone: string } | { gstin: string } | { name: string };

/** Reads what a buyer gives, or says what is wrong with it. */
export function parseBuyer(given: string): TypedBuyer | { error: string } {
  const text = given.trim();
  const code = text.replaceAll(/[\s()\p{Pd}]/gu, "").toUpperCase();
  const digits = code.replace(/^(\+91|0091|91(?=\d{10}$)|0)/, "");
  if (/^[6-9]\d{9}$/.test(digits)) return { phone: `+91${digits}` };
  if (/^\d\d[A-Z0-9]{11,15}$/.test(code) && /[A-Z].*\d/.test(code)) {
    const error = findMistypedGstin(code);
    return error === null ? { gstin: code } : { error: `The GSTIN ${error}.` };
  }
  if (/\p{L}/u.test(text)) return { name: text.slice(0, 100) };
  return { error: "Write a mobile number with ten digits, a GSTIN or a name." };
}
