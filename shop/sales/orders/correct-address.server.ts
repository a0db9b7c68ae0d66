import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import type { Address } from "#shop/kernel/forms/delivery.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { heldStates, isToPack, type OrderState } from "./order-state.ts";

export type AddressField = keyof Address;
export const addressFields = [
  "name",
  "phone",
  "addressLine1",
  "addressLine2",
  "city",
  "pin",
  "stateCode",
] as const satisfies AddressField[];

export type CorrectedAddress =
  | { ok: true; changed: AddressField[] }
  | { ok: false; reason: "no-such-order" | "too-late" | "billed-elsewhere" | "gstin-elsewhere" }
  /** Another person changed these fields since the form was shown; nothing was saved. */
  | { ok: false; reason: "changed-meanwhile"; fields: AddressField[] };

/**
 * Corrects the recipient and address of an order before it is sent. `before` is the address that the form was filled
 * from, as an optimistic lock. With a bill the state cannot change, because the bill names it as the place of
 * supply; nor with a GSTIN of that state, unless it has an address of its own.
 */
export function correctAddress(
  { db, now }: DbAndClock,
  number: string,
  { before, after }: { before: Address; after: Address },
): Promise<CorrectedAddress> {
  return inTransaction(db, async (tx): Promise<CorrectedAddress> => {
    const { rows } = await tx.execute<
      Address & { id: string; state: OrderState; isErased: boolean; hasBill: boolean; isOfState: boolean }
    >(sql`
      select o.id, o.state, o.name, o.phone, o.address_line1 as "addressLine1", o.address_line2 as "addressLine2", o.city,
        o.pin, o.state_code, o.erased_at is not null as is_erased,
        coalesce(o.business ->> 'gstin', '') <> '' and o.business ->> 'address' is null as is_of_state,
        exists (select from documents d where d.order_id = o.id) as has_bill
      from orders o where o.number = ${number} for update`);
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    if (order.isErased || !(isToPack(order.state) || heldStates.includes(order.state)))
      return { ok: false, reason: "too-late" };
    const changed = addressFields.filter((field) => order[field] !== after[field]);
    if (changed.length === 0) return { ok: true, changed };
    const fields = addressFields.filter((field) => order[field] !== before[field]);
    if (fields.length > 0) return { ok: false, reason: "changed-meanwhile", fields };
    if (order.hasBill && changed.includes("stateCode")) return { ok: false, reason: "billed-elsewhere" };
    if (order.isOfState && changed.includes("stateCode")) return { ok: false, reason: "gstin-elsewhere" };
    const { name, phone, addressLine1, addressLine2, city, pin, stateCode } = after;
    await tx.execute(sql`
      update orders set name = ${name}, phone = ${phone}, address_line1 = ${addressLine1}, address_line2 = ${addressLine2},
        city = ${city}, pin = ${pin}, state_code = ${stateCode}, updated_at = ${now().toISOString()}::timestamptz
      where id = ${order.id}`);
    return { ok: true, changed };
  });
}
