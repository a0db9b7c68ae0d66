/**
 * Parses and validates the bodies and queries of API requests, with Razorpay's error texts where they are published.
 */
import type { Notes } from "#razorpay-stand-in/ledger/entities.ts";
import { extraFields, inputError } from "#razorpay-stand-in/errors.ts";

/** Parses a JSON object or a form. An empty body is an empty object. Throws the error of the API for anything else. */
export function parseBody(text: string, contentType?: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  if (contentType?.includes("x-www-form-urlencoded")) return parseForm(text);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {}
  throw inputError("Invalid JSON");
}

/** Parses a form like PHP: `notes[shop_order]=1` is a nested field. */
function parseForm(text: string): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split("[").map((part) => part.replace(/\]$/, ""));
    const last = path.pop()!;
    let place = body;
    for (const part of path) {
      if (!isFields(place[part])) place[part] = Object.create(null);
      place = place[part] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return body;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Parameters that every list accepts. */
export const paging = ["from", "to", "count", "skip"] as const;

/**
 * Rejects undocumented query parameters. `expand[]` accepts only the given parts. The official package writes it as
 * `expand[expand]`.
 */
export function allowQuery(query: URLSearchParams, names: readonly string[], parts: readonly string[] = []): void {
  const extra = [...query.keys()].filter((name) => !names.includes(name) && !(parts.length > 0 && isExpand(name)));
  if (extra.length > 0) throw extraFields(extra);
  if (expandedIn(query).some((part) => !parts.includes(part))) {
    throw inputError(`Value of each expand must be one of ${parts.join(", ")}`, "expand");
  }
}

function isExpand(name: string): boolean {
  return /^expand\[\w*\]$/.test(name);
}

function expandedIn(query: URLSearchParams): string[] {
  return [...query].filter(([name]) => isExpand(name)).map(([, part]) => part);
}

/** Rejects unknown fields of a body. */
export function allowOnly(body: Record<string, unknown>, names: readonly string[]): void {
  const extra = Object.keys(body).filter((name) => !names.includes(name));
  if (extra.length > 0) throw extraFields(extra);
}

/** Fifty lakh rupees, in paise. Each account has its own limit, and the default is not published. */
const largestAmount = 500_000_000;

/** Parses an amount: an integer of at least 100 paise, also as a string. */
export function parseAmount(given: unknown): number {
  if (given === undefined || given === null) throw inputError("amount: is required.", "amount");
  const amount = typeof given === "string" && /^-?\d+$/.test(given) ? Number(given) : given;
  if (typeof amount !== "number" || !Number.isSafeInteger(amount)) {
    throw inputError("The amount must be an integer.", "amount");
  }
  if (amount < 100) throw inputError("The amount must be at least INR 1.00", "amount");
  if (amount > largestAmount) throw inputError("Amount exceeds maximum amount allowed.", "amount");
  return amount;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Parses a currency code. Razorpay's text for an unknown one is not published. */
export function parseCurrency(currency: unknown): string {
  if (currency === undefined || currency === null) throw inputError("currency: is required.", "currency");
  const text = parseText(currency, "currency");
  if (!currencies.has(text)) throw inputError("Currency is not supported", "currency");
  return text;
}

/** Parses a receipt of at most 40 characters; the text for a longer one is not published. */
export function parseReceipt(receipt: unknown): string | null {
  if (receipt === undefined || receipt === null) return null;
  const text = parseText(receipt, "receipt");
  if (text.length > 40) throw inputError("The receipt may not be greater than 40 characters.", "receipt");
  return text;
}

/** Parses at most 15 notes of at most 256 characters; an empty list is no notes. The error texts are not published. */
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
function parseText(value: unknown, field: string): string {
  if (typeof value !== "string") throw inputError(`expected string but provided ${JSON.stringify(value)}`, field);
  return value;
}

/** Applies `from`, `to`, `count` (default 10, at most 100) and `skip` to a list, newest first. */
export function page<T extends { created_at: number }>(all: readonly T[], query: URLSearchParams): T[] {
  const from = readNumber(query, "from", 0, Infinity);
  const to = readNumber(query, "to", Infinity, Infinity);
  const count = readNumber(query, "count", 10, 100);
  const skip = readNumber(query, "skip", 0, Infinity);
  const inRange = all.filter(({ created_at }) => created_at >= from && created_at <= to);
  return inRange.toReversed().slice(skip, skip + count);
}

/** Whether `expand[]` contains this part. */
export function isExpanded(query: URLSearchParams, part: string): boolean {
  return expandedIn(query).includes(part);
}

/** Parses an integer of the query; throws for anything else. */
export function readNumber(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d+$/.test(text)) throw inputError(`The ${name} must be an integer.`, name);
  if (Number(text) > max) throw inputError(`The ${name} may not be greater than ${max}.`, name);
  return Number(text);
}
