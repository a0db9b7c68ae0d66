import type { SavedAddress } from "#shop/people/readers/addresses.server.ts";
import type { LastOrder } from "#shop/sales/orders/find-order.server.ts";

/** What the delivery form may start from. */
export interface DeliveryPrefill {
  lastOrder: LastOrder["delivery"] | null;
  /** Null for a guest, who has no account to keep addresses in. */
  account: {
    name: string;
    email: string | null;
    phone: string | null;
    addresses: SavedAddress[];
    /** The requested address, else the default one; null for a new one. */
    chosenId: number | null;
    /** The reader asked for another address than the one that is shown. */
    isChanging: boolean;
  } | null;
}

/** The address that the page's query names, else the default one; null when it is to be a new one. */
export function chooseAddress(addresses: SavedAddress[], requested: string | null): number | null {
  if (requested === "new") return null;
  return (addresses.find(({ id }) => String(id) === requested) ?? addresses[0])?.id ?? null;
}

/**
 * What stands in the delivery form at first: of a reader the chosen address with the account's e-mail; while there are
 * none, and of a guest, what the last order had.
 */
export function prefillDelivery(
  { lastOrder, account }: DeliveryPrefill,
  chosenId: number | null,
): Partial<Record<keyof LastOrder["delivery"], string | null>> | null {
  if (!account) return lastOrder;
  const { name, email, phone, addresses } = account;
  const chosen = addresses.find(({ id }) => id === chosenId);
  if (chosen) return { ...chosen, email };
  const last = addresses.length === 0 ? lastOrder : null;
  return { name, phone, ...last, email: email ?? last?.email ?? null };
}
