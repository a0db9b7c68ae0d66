/**
 * Builds delivery challans, the papers that go with parcels (CGST Rules, rule 55). An order is billed before its first
 * parcel, so each parcel of several has a challan that names the bill (rule 55(5)).
 */
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { describeRecipients, type BilledOrder } from "#shop/sales/documents/bill.ts";
import type {
  Buyer,
  DocumentContent,
  Seller,
  Signature,
  TaxedAmount,
  TaxShare,
} from "#shop/sales/documents/document.ts";
import { stateWithGstCode } from "#shop/sales/documents/gst-states.ts";
import { shareTax, taxedAmount } from "#shop/sales/documents/tax.ts";

/** The copies of a title in the parcel, with what was paid for them. */
export interface ChallanLine extends TaxedAmount {
  title: string;
  author: string;
  hsn: string;
  quantity: number;
}

/** Everything printed on a delivery challan, frozen when it is issued; all money in paise. */
export interface ChallanContent {
  number: string;
  /** ISO day in Asia/Kolkata. */
  issuedOn: string;
  seller: Seller;
  consignee: Buyer;
  /** The buyer, if the books go to another one; absent otherwise. */
  billedTo?: string;
  /** State and its GST code, such as `Karnataka (29)`. */
  placeOfSupply: string;
  orderNumber: string;
  /** The number of the buyer's purchase order; absent if there is none. */
  purchaseOrder?: string;
  /** The number of the parcel in its order. */
  parcel: number;
  carrier: string;
  /** The bill of the order; absent if it follows. */
  bill?: { number: string; issuedOn: string };
  /** Why the books are sent. */
  reason: string;
  lines: ChallanLine[];
  /** Empty if nothing is taxed. */
  taxes: TaxShare[];
  totalPaise: number;
  /** Absent on an unsigned challan. */
  signature?: Signature;
}

export interface ChallanToWrite {
  number: string;
  issuedOn: string;
  /** As now; the bill has its own. */
  seller: Seller;
  signature: Signature | null;
  order: BilledOrder;
  bill: DocumentContent | null;
  parcel: {
    place: number;
    carrier: string;
    /** The number of the parcel whose books it sends again; null for others. */
    replaces: number | null;
    /** Whether the order goes in several parcels. */
    isPart: boolean;
    copies: { position: number; quantity: number }[];
  };
}

/** Builds the challan of a parcel. The seller is that of the bill, if there is one. */
export function buildChallan(facts: ChallanToWrite): ChallanContent {
  const { number, issuedOn, signature, order, bill, parcel } = facts;
  const seller = bill?.seller ?? facts.seller;
  const { buyer, deliveredTo } = describeRecipients(order);
  const isWithinState = seller.stateCode === buyer.stateCode;
  const lines = parcel.copies.map(({ position, quantity }): ChallanLine => {
    const line = requiredItem(order.lines, position);
    const { title, author, hsn, taxClass } = line;
    const wholePaise = line.unitPricePaise * line.quantity - line.discountPaise;
    const totalPaise = Math.round((wholePaise * quantity) / line.quantity);
    return { title, author, hsn, quantity, ...taxedAmount(totalPaise, taxClass, seller.gstin, isWithinState) };
  });
  const purchaseOrder = order.business?.purchaseOrder;
  return {
    number,
    issuedOn,
    seller,
    consignee: deliveredTo ?? buyer,
    ...(deliveredTo && { billedTo: `${buyer.name}, GSTIN ${buyer.gstin}` }),
    placeOfSupply: stateWithGstCode(buyer.stateCode),
    orderNumber: order.number,
    ...(purchaseOrder && { purchaseOrder }),
    parcel: parcel.place,
    carrier: parcel.carrier,
    ...(bill && { bill: { number: bill.number, issuedOn: bill.issuedOn } }),
    reason: describeReason(parcel, bill !== null),
    lines,
    taxes: shareTax(lines, seller.stateCode, buyer.stateCode),
    totalPaise: lines.reduce((sum, line) => sum + line.totalPaise, 0),
    ...(signature && { signature }),
  };
}

function describeReason({ replaces, isPart }: ChallanToWrite["parcel"], isBilled: boolean): string {
  if (replaces !== null) return `Sent again, for parcel ${replaces}`;
  if (!isBilled) return "Supply; the bill follows";
  return isPart ? "Supply in several parcels" : "Supply";
}
