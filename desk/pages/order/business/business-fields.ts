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
  businessAddress: "Address of the business",
  purchaseOrder: "Their purchase order",
};

/** The hint at the address of a business. */
export const businessAddressHint =
  "Only if the books are sent to another address, such as a branch. The GSTIN belongs to this one";
