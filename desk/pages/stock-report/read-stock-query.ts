import { isoDay } from "#shop/kernel/dates/dates.ts";

/** After how many days without a sale a book may be called slow. */
export const slowAfterDays = [90, 180, 365] as const;

/** What the page of the stock is asked for. */
export interface StockQuery {
  /** `all` asks for every book with copies. */
  days: number | "all";
  /** Nothing was sold since this day, `2026-05-26`; null for all books. */
  until: string | null;
  /** The book behind which the page begins; empty for the first page. */
  after: string;
}

/** Reads the query of the page: half a year unless it says otherwise. */
export function readStockQuery(url: string, now: Date): StockQuery {
  const query = new URL(url).searchParams;
  const asked = query.get("days");
  const days = asked === "all" ? "all" : (slowAfterDays.find((some) => String(some) === asked) ?? 180);
  const after = query.get("after") ?? "";
  return {
    days,
    until: days === "all" ? null : isoDay(now.getTime() - days * 86_400_000),
    after: /^[a-z0-9-]{1,200}$/.test(after) ? after : "",
  };
}
