import { businessLabels, businessValues } from "#desk/pages/order/business/business-fields.ts";
import type { Quotation } from "#shop/sales/quotations/quotation.ts";

/** The permission and proof that every action on quotations requires. */
export const quotingPermission = { needs: "orders", proof: "passkey" } as const;

/** The values of the form with the buyer and the terms. */
export function termValues(quotation: Quotation) {
  const { business, discount, shippingPaise, name, email, phone, addressLine1, addressLine2, city, pin } = quotation;
  return {
    ...businessValues(business),
    name,
    email,
    phone,
    addressLine1,
    addressLine2,
    city,
    pin,
    stateCode: quotation.stateCode,
    discount: discount === null ? "" : String(discount / 100),
    delivery: shippingPaise === 0 ? "" : String(shippingPaise / 100),
    creditDays: quotation.creditDays === null ? "" : String(quotation.creditDays),
    validUntil: quotation.validUntil,
    words: quotation.words,
  } satisfies Record<string, string>;
}

/** The labels of these fields. */
export const termLabels: Record<keyof ReturnType<typeof termValues>, string> = {
  ...businessLabels,
  name: "Contact",
  email: "E-mail",
  phone: "Phone",
  addressLine1: "Address",
  addressLine2: "Address, second line",
  city: "Town or city",
  pin: "PIN code",
  stateCode: "State",
  discount: "Discount off the MRP, %",
  delivery: "Delivery, ₹",
  creditDays: "Days of credit",
  validUntil: "Valid until",
  words: "Your words below the books",
};
