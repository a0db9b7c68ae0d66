import type { Notes } from "./entities.ts";
import { extraFields, inputError } from "./errors.ts";

/** A JSON object, or the refusal the API gives to anything else; no body at all is an empty object. */
export function parseBody(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {}
  throw inputError("Invalid JSON");
}

/** Refuses what the endpoint does not know. */
export function allowOnly(body: Record<string, unknown>, names: readonly string[]): void {
  const extra = Object.keys(body).filter((name) => !names.includes(name));
  if (extra.length > 0) throw extraFields(extra);
}

/** A whole number of paise, at least 100. */
export function parseAmount(amount: unknown): number {
  if (amount === undefined || amount === null) throw inputError("amount: is required.", "amount");
  if (typeof amount !== "number" || !Number.isSafeInteger(amount)) {
    throw inputError("The amount must be an integer.", "amount");
  }
  if (amount < 100) throw inputError("The amount must be at least INR 1.00", "amount");
  return amount;
}

/** Three capital letters. The text for an unknown currency is not published. */
export function parseCurrency(currency: unknown): string {
  if (currency === undefined || currency === null) throw inputError("currency: is required.", "currency");
  const text = parseText(currency, "currency");
  if (!/^[A-Z]{3}$/.test(text)) throw inputError("Currency is not supported", "currency");
  return text;
}

/** At most 40 characters; the text for a longer one is not published. */
export function parseReceipt(receipt: unknown): string | null {
  if (receipt === undefined || receipt === null) return null;
  const text = parseText(receipt, "receipt");
  if (text.length > 40) throw inputError("The receipt may not be greater than 40 characters.", "receipt");
  return text;
}

/** At most 15 pairs of at most 256 characters; an empty list counts as none. The texts are not published. */
export function parseNotes(notes: unknown): Notes {
  if (notes === undefined || notes === null || (Array.isArray(notes) && notes.length === 0)) return {};
  if (typeof notes !== "object" || Array.isArray(notes)) throw inputError("The notes must be an array.", "notes");
  const pairs = Object.entries(notes);
  if (pairs.length > 15) throw inputError("Number of fields in notes should be less than or equal to 15", "notes");
  for (const [key, value] of pairs) {
    if (typeof value !== "string" && typeof value !== "number") throw inputError("The notes must hold text.", "notes");
    if (key.length > 256 || String(value).length > 256) {
      throw inputError("Notes should not exceed 256 characters.", "notes");
    }
  }
  return Object.fromEntries(pairs.map(([key, value]) => [key, String(value)]));
}

/** A string; "expected string" is Razorpay's text for `"currency": 1`. */
export function parseText(value: unknown, field: string): string {
  if (typeof value !== "string") throw inputError(`expected string but provided ${JSON.stringify(value)}`, field);
  return value;
}

/** `from`, `to`, `count` (default 10, at most 100) and `skip`, newest first. */
export function page<T extends { created_at: number }>(all: readonly T[], query: URLSearchParams): T[] {
  const from = readNumber(query, "from", 0, Infinity);
  const to = readNumber(query, "to", Infinity, Infinity);
  const count = readNumber(query, "count", 10, 100);
  const skip = readNumber(query, "skip", 0, Infinity);
  const inRange = all.filter(({ created_at }) => created_at >= from && created_at <= to);
  return inRange.toReversed().slice(skip, skip + count);
}

/** True when `expand[]=name` was asked for. */
export function isExpanded(query: URLSearchParams, name: string): boolean {
  return query.getAll("expand[]").includes(name);
}

function readNumber(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d+$/.test(text)) throw inputError(`The ${name} must be an integer.`, name);
  if (Number(text) > most) throw inputError(`The ${name} may not be greater than ${most}.`, name);
  return Number(text);
}
