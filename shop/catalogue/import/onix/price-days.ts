import { all, child, textOf, type OnixElement } from "./element.ts";

/** The first and last day of a price's validity, both included, as `20261128`; null means unbounded. */
export interface PriceDays {
  from: string | null;
  until: string | null;
}

/**
 * The validity of a price, or undefined if it is malformed. Code list 173: 14 from, 15 until, 24 both in one date; ONIX
 * 2.1 has separate elements. If a price ends on the day on which the next one begins, the next one is valid on this day
 * (`byBeginning` in `supply.ts`).
 */
export function readPriceDays(price: OnixElement): PriceDays | undefined {
  const bounds: (PriceDays | undefined)[] = all(price, "PriceDate").map((date) => {
    const written = textOf(date, "Date") ?? "";
    const format = child(date, "Date")?.attributes["dateformat"] ?? textOf(date, "DateFormat");
    switch (textOf(date, "PriceDateRole")) {
      case "14":
        return bound("from", readDay(written, format, "first"));
      case "15":
        return bound("until", readDay(written, format, "last"));
      case "24": {
        const half = written.length / 2;
        const from = readDay(written.slice(0, half), undefined, "first");
        const until = readDay(written.slice(half), undefined, "last");
        return from && until ? { from, until } : undefined;
      }
      default:
        return undefined;
    }
  });
  const [from, until] = [textOf(price, "PriceEffectiveFrom"), textOf(price, "PriceEffectiveUntil")];
  if (from) bounds.push(bound("from", readDay(from, undefined, "first")));
  if (until) bounds.push(bound("until", readDay(until, undefined, "last")));
  const days: PriceDays = { from: null, until: null };
  for (const one of bounds) {
    if (!one) return undefined;
    days.from = one.from ?? days.from;
    days.until = one.until ?? days.until;
  }
  // Senders write the year 9999 for a price without an end.
  if (days.until?.startsWith("9999")) days.until = null;
  return days;
}

function bound(end: keyof PriceDays, day: string | undefined): PriceDays | undefined {
  return day === undefined ? undefined : { from: null, until: null, [end]: day };
}

/**
 * Code list 55: 00 a day, 01 a month, 05 a year, 13 and 14 with a time. A month or a year becomes its first or last
 * day.
 */
function readDay(written: string, format: string | undefined, end: "first" | "last"): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-?(?:(\d{2})-?(\d{2})?)?(?:T[\d:]+(?:Z|[+-][\d:]+)?)?$/.exec(written.trim()) ?? [];
  if (!year || (format && !["00", "01", "05", "13", "14"].includes(format))) return undefined;
  const months = Number(month ?? (end === "first" ? 1 : 12));
  if (months < 1 || months > 12) return undefined;
  const last = new Date(Date.UTC(Number(year), months, 0)).getUTCDate();
  const days = Number(day ?? (end === "first" ? 1 : last));
  if (days < 1 || days > last) return undefined;
  return `${year}${String(months).padStart(2, "0")}${String(days).padStart(2, "0")}`;
}

/** Whether a price is valid on a day. */
export function isValidOn({ from, until }: PriceDays, day: string): boolean {
  return (from === null || from <= day) && (until === null || until >= day);
}

export function dayAfter(day: string): string {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6))];
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10).replaceAll("-", "");
}

/** Converts `20261201` to `2026-12-01`. */
export function isoDayOf(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
}
