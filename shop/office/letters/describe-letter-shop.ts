import type { LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { ShopSettings } from "#shop/services.ts";

/** The shop's details in letters. */
export function describeLetterShop({ name, publicUrl, deskUrl, seller, look }: ShopSettings): LetterShop {
  return {
    name,
    publicUrl,
    deskUrl,
    supportEmail: seller.email,
    supportPhone: seller.phone,
    postalAddress: [seller.legalName, ...seller.addressLines].join(", "),
    look,
  };
}
