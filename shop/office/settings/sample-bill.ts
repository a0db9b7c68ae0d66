import { isoDay } from "#shop/kernel/dates/dates.ts";
import { buildBill, type BilledOrder } from "#shop/sales/documents/bill.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { documentNumber, financialYearOf } from "#shop/sales/documents/document-number.ts";
import type { ShopSettings } from "#shop/services.ts";

const lineOf = (position: number, title: string, author: string, quantity: number, unitPricePaise: number) => ({
  position,
  title,
  author,
  hsn: "4901",
  taxClass: "exempt" as const,
  quantity,
  unitPricePaise,
  discountPaise: 0,
});

const order: Omit<BilledOrder, "number"> = {
  name: "Asha Rao",
  addressLine1: "14, 3rd Cross, Malleswaram",
  addressLine2: "",
  city: "Bengaluru",
  stateCode: "KA",
  pin: "560003",
  lines: [lineOf(1, "The Guide", "R. K. Narayan", 1, 299_00), lineOf(2, "गोदान", "प्रेमचंद", 2, 250_00)],
  shippingPaise: 49_00,
  totalPaise: 848_00,
};

/** A bill with sample books and a sample buyer, as the settings would print it now. */
export function writeSampleBill({ seller, numbers }: ShopSettings, at: Date): DocumentContent {
  return buildBill({
    number: documentNumber(numbers.bill, financialYearOf(at), 1),
    issuedOn: isoDay(at),
    seller,
    words: numbers.billWords,
    signature: numbers.signature,
    order: { ...order, number: `${numbers.order}-7K2M9QX4TB` },
  });
}
