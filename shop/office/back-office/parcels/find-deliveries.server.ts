import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** A delivery in a search result. */
export interface FoundDelivery {
  id: string;
  supplier: string;
  /** The supplier's bill number; empty while it is unknown. */
  billNumber: string;
  openedAt: Date;
}

/**
 * The newest deliveries, at most `limit`, whose bill number or supplier begins with a text. A text of fewer than three
 * characters finds none.
 */
export async function findDeliveries(db: Db, text: string, limit: number): Promise<FoundDelivery[]> {
  const typed = text.replaceAll("\0", "").trim().slice(0, 120).toLowerCase();
  if (typed.length < 3) return [];
  const { rows } = await db.execute<Record<"id" | "supplier" | "billNumber" | "openedAt", string>>(sql`
    select id::text as id, supplier, bill_number, opened_at::text as opened_at from deliveries d
    where starts_with(lower(d.bill_number), ${typed}) or starts_with(lower(d.supplier), ${typed})
    order by d.id desc limit ${limit}`);
  return rows.map(({ openedAt, ...delivery }) => ({ ...delivery, openedAt: new Date(openedAt) }));
}
