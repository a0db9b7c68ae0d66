import type { BilledOrder } from "#shop/sales/documents/bill.ts";
import type { Seller } from "#shop/sales/documents/document.ts";

/** The seller in the tests, registered in Karnataka. */
export const seller: Seller = {
  legalName: "Endpaper Books Private Limited",
  addressLines: ["14 Church Street", "Bengaluru 560001"],
  gstin: "29AABCE1234F1Z1",
  stateCode: "KA",
  email: "hello@endpaper.example",
  phone: "+91 80 4123 4567",
};

export type BilledLine = BilledOrder["lines"][number];

/** A printed novel at ₹399.00, exempt from GST. */
const novel: Omit<BilledLine, "position"> = {
  title: "The God of Small Things",
  author: "Arundhati Roy",
  hsn: "4901",
  taxClass: "exempt",
  quantity: 1,
  unitPricePaise: 39_900,
  discountPaise: 0,
};

/** A paid order of these lines, sent to Bengaluru by default; its total is the sum of its lines. */
export function billedOrder(lines: Partial<BilledLine>[], changes: Partial<BilledOrder> = {}): BilledOrder {
  const whole = lines.map((line, position) => ({ ...novel, position, ...line }));
  const goodsPaise = whole.reduce((sum, line) => sum + line.unitPricePaise * line.quantity - line.discountPaise, 0);
  return {
    number: "EP-7K2M9QX4TB",
    name: "Asha Rao",
    addressLine1: "12 Residency Road",
    addressLine2: "",
    city: "Bengaluru",
    stateCode: "KA",
    pin: "560025",
    lines: whole,
    shippingPaise: 0,
    totalPaise: goodsPaise + (changes.shippingPaise ?? 0),
    ...changes,
  };
}
