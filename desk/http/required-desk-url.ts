import type { ShopSettings } from "#shop/services.ts";

/** The address of the desk, on whose pages it is always set. */
export function requiredDeskUrl({ deskUrl }: Pick<ShopSettings, "deskUrl">): string {
  if (deskUrl === null) throw new Error("The shop has no desk.");
  return deskUrl;
}
