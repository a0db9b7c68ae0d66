import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** The maximum number of saved views per member of staff. */
export const maxViews = 20;

/** A saved list of orders of a member of staff: its name, and the query of its address. */
export interface OrderView {
  id: string;
  name: string;
  query: string;
}

/** The saved views of a member of staff, by name. */
export async function listOrderViews(db: Db, staffId: number): Promise<OrderView[]> {
  const { rows } = await db.execute<OrderView>(sql`
    select id::text, name, query from staff_views where staff_id = ${staffId} order by name, id limit ${maxViews}`);
  return rows;
}

/** Saves a view, replacing one of the same name. Returns false when there are `maxViews` already. */
export async function saveOrderView(tx: Db, staffId: number, { name, query }: Omit<OrderView, "id">): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into staff_views (staff_id, name, query)
    select ${staffId}::bigint, ${name}::text, ${query}::text
    where (select count(*) from staff_views where staff_id = ${staffId} and name <> ${name}) < ${maxViews}
    on conflict (staff_id, name) do update set query = excluded.query`);
  return rowCount === 1;
}

/** Deletes a view of this member of staff. */
export async function removeOrderView(tx: Db, staffId: number, id: string): Promise<void> {
  await tx.execute(sql`delete from staff_views where id = ${id}::bigint and staff_id = ${staffId}`);
}
