/** SQL for the orders of a shelf, each readable from a cursor in both directions along its index. */

import { sql, type SQL } from "#db/sql.ts";

import type { ShelfSort } from "./shelf-choice.ts";
import type { Direction, ShelfPlace } from "./shelf-cursor.ts";

/** An order of rows `l` from a place on. */
export interface ShelfOrder {
  /** The sort key, as text for a cursor. */
  key: SQL;
  /** Rows with the place's key that come after it, and rows with later keys: each is one range of the index. */
  isTied: SQL;
  isBeyond: SQL;
  orderBy: SQL;
}

interface Column {
  column: SQL;
  /** The sort key as a cursor contains it. */
  key: SQL;
  value: (key: string) => SQL;
  /** Whether the order is descending. Works with equal keys are ordered by id, in the direction of the index. */
  isDown: boolean;
  /** Whether the index is scanned backwards. */
  isReversed: boolean;
  /** A key before all others. */
  first: string;
}

const microseconds = sql`(extract(epoch from l.added_at) * 1000000)::bigint`;

const columns: Record<ShelfSort, Column> = {
  own: {
    column: sql`l.place`,
    key: sql`l.place::text`,
    value: (key) => sql`${key}::bigint`,
    isDown: false,
    isReversed: false,
    first: "0",
  },
  title: {
    column: sql`filed_title(l.title)`,
    key: sql`coalesce(filed_title(l.title), '')`,
    value: (key) => sql`${key}::text`,
    isDown: false,
    isReversed: false,
    first: "",
  },
  popularity: {
    column: sql`l.popularity`,
    key: sql`l.popularity::text`,
    value: (key) => sql`${Number(key)}::float8`,
    isDown: true,
    isReversed: false,
    first: "1e300",
  },
  rating: {
    column: sql`l.rating_rank`,
    key: sql`l.rating_rank::text`,
    value: (key) => sql`${key}::bigint`,
    isDown: true,
    isReversed: false,
    first: "999999999999999",
  },
  newest: {
    column: sql`l.added_at`,
    key: sql`${microseconds}::text`,
    value: (key) => sql`'epoch'::timestamptz + ${key}::bigint * interval '1 microsecond'`,
    isDown: true,
    isReversed: false,
    first: "999999999999999999",
  },
  price: {
    column: sql`l.price_paise`,
    key: sql`l.price_paise::text`,
    value: (key) => sql`${key}::bigint`,
    isDown: false,
    isReversed: false,
    first: "-1",
  },
  "price-down": {
    column: sql`l.price_paise`,
    key: sql`l.price_paise::text`,
    value: (key) => sql`${key}::bigint`,
    isDown: true,
    isReversed: true,
    first: "9999999999",
  },
};

const withAvailable = sql`(l.popularity + case when l.facets @> array['available'] then 1000000000 else 0 end)`;
/** The most popular first, but sold-out books last; has no index. */
const soldOutLast: Column = { ...columns.popularity, column: withAvailable, key: sql`${withAvailable}::text` };

/**
 * The order of a shelf after a place, or from the beginning without one. `paise` is the chosen range of prices.
 * `isWhole` is whether all rows of the shelf are read, so that the order needs no index.
 */
export function orderFrom(
  sort: ShelfSort,
  direction: Direction,
  place: ShelfPlace | null,
  paise: { from: number; to: number },
  isWhole = false,
): ShelfOrder {
  const { column, key, value, isDown, isReversed, first } =
    isWhole && sort === "popularity" ? soldOutLast : columns[sort];
  // Sorted by price, a range of prices is a range of the index.
  const start = sort === "price" ? String(paise.from - 1) : sort === "price-down" ? String(paise.to + 1) : first;
  const from = value(place?.key ?? start);
  const id = place?.workId ?? "";
  const [isFalling, areIdsFalling] = direction === "on" ? [isDown, isReversed] : [!isDown, !isReversed];
  return {
    key,
    isTied: areIdsFalling
      ? sql`${column} = ${from} and l.work_id < ${id}`
      : sql`${column} = ${from} and l.work_id > ${id}`,
    isBeyond: isFalling ? sql`${column} < ${from}` : sql`${column} > ${from}`,
    orderBy: sql`${column} ${isFalling ? sql`desc` : sql``}, l.work_id ${areIdsFalling ? sql`desc` : sql``}`,
  };
}
