import { counterBuyer, type CounterPayment } from "#shop/sales/counter/counter-sale.ts";
import type { PricedSale } from "#shop/sales/counter/price-sale.ts";
import type { Buyer, DocumentContent, Seller, TaxShare } from "#shop/sales/documents/document.ts";

/** What a till prints for the buyer. */
export interface ReceiptData {
  /** Such as `Bill of Supply`; of a sale without a bill yet, `Provisional receipt`. */
  title: string;
  /** The number of the bill; null while the shop could not be asked for it. */
  number: string | null;
  /** ISO day. */
  day: string;
  seller: Seller;
  buyer: ReceiptBuyer | null;
  lines: { position: number; title: string; quantity: number; unitPricePaise: number; totalPaise: number }[];
  discountPaise: number;
  taxes: TaxShare[];
  totalPaise: number;
  payment: CounterPayment;
  /** The bookseller's words at the foot. */
  words: string | null;
}

export type ReceiptBuyer = Pick<Buyer, "name" | "addressLines" | "gstin">;

/** The receipt of a sale with its bill. Lines are before discounts. */
export function receiptOfBill(bill: DocumentContent, payment: CounterPayment): ReceiptData {
  const { title, number, issuedOn, seller, buyer, discountPaise, taxes, totalPaise, words = null } = bill;
  const lines = bill.lines.map(({ position, title: book, quantity, unitPricePaise }) => ({
    position,
    title: book,
    quantity,
    unitPricePaise,
    totalPaise: unitPricePaise * quantity,
  }));
  const named = buyer.name === counterBuyer ? null : buyer;
  return {
    title,
    number,
    day: issuedOn,
    seller,
    buyer: named,
    lines,
    discountPaise,
    taxes,
    totalPaise,
    payment,
    words,
  };
}

/** The receipt of a sale that the shop could not be asked to record yet. */
export function provisionalReceipt(
  priced: PricedSale,
  titles: string[],
  { day, seller, buyer, payment }: Pick<ReceiptData, "day" | "seller" | "buyer" | "payment">,
): ReceiptData {
  return {
    title: "Provisional receipt",
    number: null,
    day,
    seller,
    payment,
    buyer,
    taxes: [],
    words: null,
    lines: priced.lines.map(({ copies, unitPricePaise }, position) => ({
      position,
      title: titles[position] ?? "",
      quantity: copies,
      unitPricePaise,
      totalPaise: unitPricePaise * copies,
    })),
    discountPaise: priced.discountPaise + priced.roundingPaise,
    totalPaise: priced.totalPaise,
  };
}

/** The change that the buyer gets. */
export function changeOf({ givenPaise, cashPaise }: CounterPayment): number {
  return givenPaise - cashPaise;
}
