import type { ParcelNews } from "#shop/sales/carriers/carrier.ts";

/**
 * Shiprocket's codes of shipments. Its codes of orders are another table (in transit is 18 here and 20 there), so a
 * code is only read from `shipment_status`.
 */
const codes: Record<Exclude<ParcelNews, "unknown">, number[]> = {
  booked: [1, 2, 3, 4, 5, 11, 15, 19, 27, 52],
  "pickup-problem": [13, 20],
  "picked-up": [6, 42, 51],
  moving: [18, 22, 38, 39, 48],
  "out-for-delivery": [17],
  delivered: [7, 26],
  "not-delivered": [21, 77],
  "coming-back": [9, 40, 41, 46, 75, 78],
  "came-back": [10, 14],
  lost: [12, 24, 25, 44, 76],
  cancelled: [8, 16, 45],
};

const newsByCode = new Map(
  Object.entries(codes).flatMap(([news, numbers]) => numbers.map((code) => [code, news as ParcelNews])),
);

export function newsOfCode(code: number): ParcelNews {
  return newsByCode.get(code) ?? "unknown";
}
