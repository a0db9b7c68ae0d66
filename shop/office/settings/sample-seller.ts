import type { ShopSettings } from "#shop/services.ts";
import { settingGroups } from "./setting-fields.ts";

/** The seller as bills print it, if name or address is still that of the demonstration; else null. */
export function describeSampleSeller({ legalName, addressLines }: ShopSettings["seller"]): string | null {
  const sampleOf = (name: string) =>
    settingGroups.flatMap(({ fields }) => fields).find((field) => field.name === name)?.unset ?? "";
  const isSample = legalName === sampleOf("SELLER_NAME") || addressLines.join("; ") === sampleOf("SELLER_ADDRESS");
  return isSample ? [legalName, ...addressLines].join(", ") : null;
}
