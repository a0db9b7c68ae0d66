import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { NamedPrice } from "./shelf.ts";

/**
 * The previous origins of prices by book and field, from `field_origins`; null for a price unchanged since the book was
 * created.
 */
export type PreviousOrigins = Map<string, Record<string, unknown>>;

/**
 * Records that a till or a token sent the current prices. The prices then count as set by this till or token, so that
 * no catalogue import changes them. Prices set by a person, a till or a token keep their origin. The timestamp of the
 * value is kept, because no page changes. The caller must have locked the books. Returns the previous origins.
 */
export async function claimPrices(tx: Db, named: NamedPrice[], cause: string): Promise<PreviousOrigins> {
  if (named.length === 0) return new Map();
  const { rows } = await tx.execute<{ bookId: string; origins: unknown }>(sql`
    with claimed as (
      select b.id, n.field, b.field_origins -> n.field as origin, b.created_at
      from unnest(${named.map(({ bookId }) => bookId)}::text[], ${named.map(({ field }) => field)}::text[]) as n (book_id, field)
        join books b on b.id = n.book_id
      where coalesce(b.field_origins -> n.field ->> 'by', '') !~ '^(person$|stock |token )'),
    noted as (
      update books b set field_origins = b.field_origins || c.origins
      from (
        select id, jsonb_object_agg(field, jsonb_build_object(
          'by', ${cause}::text, 'at', coalesce(origin -> 'at', to_jsonb(created_at)))) as origins
        from claimed group by id) c
      where b.id = c.id)
    select id as book_id, jsonb_object_agg(field, origin) as origins from claimed group by id`);
  return new Map(rows.map(({ bookId, origins }) => [bookId, origins as Record<string, unknown>]));
}
