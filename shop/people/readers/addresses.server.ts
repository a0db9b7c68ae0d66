/** The saved addresses of a reader's account. */
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Address } from "#shop/kernel/forms/delivery.server.ts";

/** The maximum number of addresses in an account. */
export const maxAddresses = 20;

/** A saved address of a reader. */
export interface SavedAddress extends Address {
  id: number;
  /** Preselected at the checkout. */
  isDefault: boolean;
}

const savedAddress = sql`json_build_object('id', a.id, 'name', a.name, 'phone', a.phone, 'addressLine1', a.address_line1,
  'addressLine2', a.address_line2, 'city', a.city, 'stateCode', a.state_code, 'pin', a.pin, 'isDefault', a.is_default)`;

const columnsOf = (a: Address): SQL =>
  sql`(${a.name}, ${a.phone}, ${a.addressLine1}, ${a.addressLine2}, ${a.city}, ${a.stateCode}, ${a.pin})`;
const columns = sql`(name, phone, address_line1, address_line2, city, state_code, pin)`;

/** A reader's addresses, the default first, then the newest. */
export async function listAddresses(db: Db, readerId: number): Promise<SavedAddress[]> {
  const { rows } = await db.execute<{ found: SavedAddress }>(sql`
    select ${savedAddress} as found from addresses a where a.reader_id = ${readerId}
    order by a.is_default desc, a.id desc`);
  return rows.map((row) => row.found);
}

/** One of a reader's addresses; null for an address of another reader. */
export async function findAddress(db: Db, readerId: number, id: number): Promise<SavedAddress | null> {
  const { rows } = await db.execute<{ found: SavedAddress }>(
    sql`select ${savedAddress} as found from addresses a where a.id = ${id} and a.reader_id = ${readerId}`,
  );
  return rows[0]?.found ?? null;
}

/**
 * Saves an address, unless the reader has an identical one. The first address becomes the default; a later one only
 * with `isDefault`.
 */
export async function saveAddress(
  db: Db,
  readerId: number,
  address: Address,
  isDefault = false,
): Promise<{ ok: true; id: number } | { ok: false; reason: "too-many" }> {
  return changeAddresses(db, readerId, async (tx) => {
    const { rows: saved } = await tx.execute<{ id: string; isSame: boolean }>(sql`
      select id, (name, phone, address_line1, address_line2, city, state_code, pin) = ${columnsOf(address)} as is_same
      from addresses where reader_id = ${readerId}`);
    let id = saved.find((row) => row.isSame)?.id;
    if (!id && saved.length >= maxAddresses) return { ok: false, reason: "too-many" };
    if (!id) {
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into addresses (reader_id, name, phone, address_line1, address_line2, city, state_code, pin)
        values (${readerId}, ${address.name}, ${address.phone}, ${address.addressLine1}, ${address.addressLine2},
          ${address.city}, ${address.stateCode}, ${address.pin})
        returning id`);
      id = oneRow(rows).id;
    }
    if (isDefault) await setDefault(tx, readerId, Number(id));
    return { ok: true, id: Number(id) };
  });
}

/** Replaces an address; false if it is not the reader's. */
export async function changeAddress(
  db: Db,
  readerId: number,
  id: number,
  address: Address,
  isDefault = false,
): Promise<boolean> {
  return changeAddresses(db, readerId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update addresses set ${columns} = ${columnsOf(address)} where id = ${id} and reader_id = ${readerId} returning id`);
    if (rows.length > 0 && isDefault) await setDefault(tx, readerId, id);
    return rows.length > 0;
  });
}

/** Makes an address the default; false if it is not the reader's. */
export async function makeDefault(db: Db, readerId: number, id: number): Promise<boolean> {
  return changeAddresses(db, readerId, async (tx) => {
    if (!(await findAddress(tx, readerId, id))) return false;
    await setDefault(tx, readerId, id);
    return true;
  });
}

/** Deletes an address; false if it is not the reader's. Orders keep their copies. */
export async function deleteAddress(db: Db, readerId: number, id: number): Promise<boolean> {
  return changeAddresses(db, readerId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`delete from addresses where id = ${id} and reader_id = ${readerId} returning id`,
    );
    return rows.length > 0;
  });
}

async function setDefault(tx: Db, readerId: number, id: number) {
  await tx.execute(sql`update addresses set is_default = false where reader_id = ${readerId} and is_default`);
  await tx.execute(sql`update addresses set is_default = true where id = ${id} and reader_id = ${readerId}`);
}

/**
 * Locks the reader for the change, so that changes of addresses run one after the other; then makes the newest address
 * the default if there is none.
 */
function changeAddresses<T>(db: Db, readerId: number, change: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select from readers where id = ${readerId} for no key update`);
    const done = await change(tx);
    await tx.execute(sql`
      update addresses set is_default = true
      where id = (select max(id) from addresses where reader_id = ${readerId})
        and not exists (select from addresses where reader_id = ${readerId} and is_default)`);
    return done;
  });
}
