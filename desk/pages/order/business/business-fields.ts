import type { Business } from "#shop/sales/documents/business.ts";

/** The values of the form with the business of an order. */
export function businessValues(business: Business | null) {
  return {
    businessName: business?.name ?? "",
    gstin: business?.gstin ?? "",
    businessAddress: business?.address ?? "",
    purchaseOrder: business?.purchaseOrder ?? "",
  } satisfies Record<string, string>;
}

/** The labels of these fields. */
export const businessLabels: Record<keyof ReturnType<typeof businessValues>, string> = {
  businessName: "Name on the bill",
  gstin: "GSTIN",
  businessAddress: "Their own address",
  purchaseOrder: "Their purchase order",
};

/** The hint at the address of a business. */
export const businessAddressHint =
  "Only if the books go to another one, such as a branch, and the GSTIN is of this address";
