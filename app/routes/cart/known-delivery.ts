import type { SavedAddress } from "#shop/account/addresses.server.ts";
import type { Reader } from "#shop/identity/reader.ts";
import type { LastOrder } from "#shop/orders/find-order.server.ts";
import type { KnownDelivery } from "./delivery-form.tsx";

/**
 * What the delivery form starts from: for a reader the address asked for, else the default one, with the account's
 * e-mail; for a guest what the last order had.
 */
export function knownDelivery(
  reader: Reader | null,
  addresses: SavedAddress[],
  asked: string | null,
  lastOrder: LastOrder | null,
): KnownDelivery {
  if (!reader) return { delivery: lastOrder?.delivery ?? null, saved: null };
  const { name, email, phone } = reader;
  const chosen = asked === "new" ? undefined : (addresses.find(({ id }) => String(id) === asked) ?? addresses[0]);
  const last = addresses.length === 0 ? lastOrder?.delivery : null;
  return {
    delivery: chosen ? { ...chosen, email } : { name, phone, ...last, email: email ?? last?.email ?? null },
    saved: { addresses, chosenId: chosen?.id ?? null },
  };
}
