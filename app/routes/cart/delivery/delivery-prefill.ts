import { describeWrongPin } from "#shop/kernel/regions/delivery-regions.ts";
import type { SavedAddress } from "#shop/people/readers/addresses.server.ts";
import type { LastOrder } from "#shop/sales/orders/find-order.server.ts";

/** The PIN code in the page's address; null if it has none. */
export function readTypedPin(typed: string | null): string | null {
  return typed !== null && describeWrongPin(typed) === null ? typed.replaceAll(/\s/g, "") : null;
}

/** Known data from which the delivery form may be filled. */
export interface DeliveryPrefill {
  lastOrder: LastOrder["delivery"] | null;
  /** The PIN code in the page's address; null for none. */
  typedPin: string | null;
  /** What else the phone number is used for; null for nothing. */
  phoneHint: string | null;
  /** The business that the last order was billed to. */
  business: LastOrder["business"];
  /** Null for a guest, who has no saved addresses. */
  account: {
    name: string;
    email: string | null;
    phone: string | null;
    addresses: SavedAddress[];
    /** Id of the requested address, or else of the default address; null for a new address. */
    chosenId: number | null;
    /** Whether the reader requested to choose another address. */
    isChanging: boolean;
  } | null;
}

/** Returns the id of the address that the query requests, or else of the default address; null for a new address. */
export function chooseAddress(addresses: SavedAddress[], requested: string | null): number | null {
  if (requested === "new") return null;
  return (addresses.find(({ id }) => String(id) === requested) ?? addresses[0])?.id ?? null;
}

/**
 * Returns the initial values of the delivery form: the chosen address and the account's e-mail for a reader; for a
 * guest, or a reader without addresses, those of the last order.
 */
export function prefillDelivery(
  { lastOrder, typedPin, account }: DeliveryPrefill,
  chosenId: number | null,
): Partial<Record<keyof LastOrder["delivery"], string | null>> | null {
  if (!account) return lastOrder ?? (typedPin === null ? null : { pin: typedPin });
  const { name, email, phone, addresses } = account;
  const chosen = addresses.find(({ id }) => id === chosenId);
  if (chosen) return { ...chosen, email };
  const last = addresses.length === 0 ? lastOrder : null;
  return { name, phone, ...last, email: email ?? last?.email ?? null };
}
