import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { cameSql } from "#shop/catalogue/stock/arriving.server.ts";
import type { Terms } from "#shop/office/stock-room/terms.ts";

export interface SupplierFields extends Terms {
  name: string;
  /** Empty if unknown, as is the e-mail address. */
  gstin: string;
  email: string;
}

export interface Supplier extends SupplierFields {
  id: number;
}

/** The maximum number of suppliers in a list. */
export const maxSuppliers = 300;

const fields = sql`s.id::int as id, s.name, s.gstin, s.email, s.discount, s.credit_days, s.basis, s.return_days`;

/** A supplier in the list, with the number of purchase orders that wait for copies. */
export interface SupplierInList extends Supplier {
  openOrders: number;
}

/** Lists the suppliers by name, at most `maxSuppliers`. */
export async function listSuppliers(db: Db): Promise<SupplierInList[]> {
  const { rows } = await db.execute<SupplierInList>(sql`
    select ${fields}, (select count(*)::int from purchase_orders o where o.supplier_id = s.id and ${isOpenSql}) as open_orders
    from suppliers s order by lower(s.name) limit ${maxSuppliers}`);
  return rows;
}

/** SQL for whether copies of a sent purchase order `o` are still to come. */
export const isOpenSql: SQL = sql`o.sent_at is not null and exists (
  select from purchase_order_lines l where l.order_id = o.id and l.copies - l.cancelled > ${cameSql})`;

/** Finds a supplier; `forUpdate` locks it until the transaction ends. */
export async function findSupplier(db: Db, id: number, { forUpdate = false } = {}): Promise<Supplier | null> {
  const { rows } = forUpdate
    ? await db.execute<Supplier>(sql`select ${fields} from suppliers s where s.id = ${id} for update`)
    : await db.execute<Supplier>(sql`select ${fields} from suppliers s where s.id = ${id}`);
  return rows[0] ?? null;
}

/** Finds the supplier of this name, ignoring case, or adds one with firm terms. */
export async function findOrAddSupplier(tx: Db, name: string): Promise<{ supplier: Supplier; isNew: boolean }> {
  const { rowCount } = await tx.execute(sql`insert into suppliers (name) values (${name}) on conflict do nothing`);
  const { rows } = await tx.execute<Supplier>(
    sql`select ${fields} from suppliers s where lower(s.name) = lower(${name})`,
  );
  return { supplier: oneRow(rows), isNew: rowCount === 1 };
}

/**
 * Saves a supplier that the caller has locked. A new name is refused if another supplier has it, or if deliveries are
 * under the old one.
 */
export async function saveSupplier(
  tx: Db,
  before: Supplier,
  { name, gstin, email, discount, creditDays, basis, returnDays }: SupplierFields,
): Promise<"saved" | "name-taken" | "name-used"> {
  if (name.toLowerCase() !== before.name.toLowerCase()) {
    const { rows } = await tx.execute<{ isTaken: boolean; isUsed: boolean }>(sql`
      select exists (select from suppliers where lower(name) = lower(${name})) as is_taken,
        exists (select from deliveries where lower(supplier) = lower(${before.name})) as is_used`);
    const { isTaken, isUsed } = oneRow(rows);
    if (isTaken) return "name-taken";
    if (isUsed) return "name-used";
  }
  await tx.execute(sql`
    update suppliers set name = ${name}, gstin = ${gstin}, email = ${email}, discount = ${discount},
      credit_days = ${creditDays}, basis = ${basis}, return_days = ${returnDays}::int
    where id = ${before.id}`);
  return "saved";
}
