import { defaultLook } from "#shop/kernel/look/look.ts";
import type { LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { LetterOrder } from "./order-letter.ts";

/** The shop in sample letters. */
export const sampleShop: LetterShop = {
  name: "Endpaper",
  publicUrl: "https://endpaper.example",
  deskUrl: "https://desk.endpaper.example",
  supportEmail: "hello@endpaper.example",
  supportPhone: "+91 80 4123 4567",
  postalAddress: "Endpaper Books, 12 Church Street, Bengaluru 560001",
  look: defaultLook,
};

/** The order in sample letters, with all they can show: two scripts, several copies, two discounts, a delivery fee. */
export const sampleOrder: LetterOrder = {
  number: "EP-7K2M9QX4TB",
  url: "https://endpaper.example/orders/EP-7K2M9QX4TB?key=3b0c5f7e9a1d2c4b6e8f",
  readerName: "Asha Rao",
  placedAt: "2026-11-21T10:23:00.000Z",
  lines: [
    { title: "The Guide", author: "R. K. Narayan", format: "paperback", quantity: 1, totalPaise: 29_900 },
    { title: "गोदान", author: "प्रेमचंद", format: "paperback", quantity: 2, totalPaise: 50_000 },
    {
      title: "India After Gandhi: The History of the World’s Largest Democracy",
      author: "Ramachandra Guha",
      format: "hardback",
      quantity: 1,
      totalPaise: 1_29_950,
    },
  ],
  subtotalPaise: 2_09_850,
  discounts: [
    { label: "SUMMER20", amountPaise: 5980 },
    { label: "Bundle: Two centuries of the novel", amountPaise: 15_000 },
  ],
  shippingPaise: 4900,
  totalPaise: 1_93_770,
  addressLines: ["Asha Rao", "14, 3rd Cross, Malleswaram", "Bengaluru 560003", "Karnataka"],
  collectAt: null,
  duePaise: null,
  onlineSavingPaise: 0,
  bookplate: { name: "Asha Rao" },
  arrival: { from: "2026-11-26", by: "2026-11-30" },
  billUrl: "https://endpaper.example/orders/EP-7K2M9QX4TB/documents/bill?key=3b0c5f7e9a1d2c4b6e8f",
};

/** The sample order, paid on delivery in whole rupees. */
export const sampleOnDelivery: LetterOrder = {
  ...sampleOrder,
  discounts: [...sampleOrder.discounts, { label: "Rounded to whole rupees", amountPaise: 70 }],
  totalPaise: 1_93_700,
  duePaise: 1_93_700,
};

/** The sample order, collected at the shop and paid there. */
export const sampleCollection: LetterOrder = {
  ...sampleOnDelivery,
  shippingPaise: 0,
  totalPaise: 1_88_800,
  duePaise: 1_88_800,
  addressLines: [],
  collectAt: ["Endpaper", "12 Church Street", "Bengaluru 560001", "Mon-Sat 10-7"],
  arrival: { from: "2026-11-24", by: "2026-11-24" },
};
