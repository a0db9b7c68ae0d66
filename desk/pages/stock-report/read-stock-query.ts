import { isoDay } from "#shop/kernel/dates/dates.ts";

/** The choices of the page: the number of days without a sale after which a book counts as slow. */
export const slowAfterDays = [90, 180, 365] as const;

/** The query of the stock report. */
export interface StockQuery {
  /** The number of days without a sale; `all` for every book in stock. */
  days: number | "all";
  /** Only books without a sale since this day, such as `2026-05-26`; null for all books. */
  until: string | null;
  /** The id of the book after which the page begins; empty for the first page. */
  after: string;
}

/** Reads the query; the default is 180 days. */
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
