import type { DeliveryRates } from "#shop/sales/pricing/delivery-rates.ts";

/** Delivery by weight and zone: Bengaluru, the far corners, and the rest of India. */
export const testRates: DeliveryRates = {
  upToGrams: [500, 1000],
  stepGrams: 500,
  zones: [
    { name: "Bengaluru", pins: ["560"], pricesPaise: [30_00, 45_50], stepPaise: 10_00, freeFromPaise: 999_00 },
    { name: "Far corners", pins: ["79", "744"], pricesPaise: [90_00, 140_00], stepPaise: 60_00, freeFromPaise: null },
    { name: "Rest of India", pins: [], pricesPaise: [60_00, 80_00], stepPaise: 30_00, freeFromPaise: 999_00 },
  ],
};
