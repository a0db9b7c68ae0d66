import type { StateTax } from "./gst-states.ts";

export type DocumentKind = "bill" | "credit-note";

/** The titles by the CGST Rules: 46 (tax), 49 (no tax), 46A (both), 53 (credit note). */
export type DocumentTitle = "Bill of Supply" | "Invoice-cum-Bill of Supply" | "Tax Invoice" | "Credit Note";

export const taxClasses = ["exempt", "gst_0", "gst_5", "gst_18"] as const;
/** Exempt (printed books), nil rated, or taxed at 5 or 18 per cent. */
export type TaxClass = (typeof taxClasses)[number];

/** The seller, from the settings. Without a GSTIN no tax may be charged. */
export interface Seller {
  legalName: string;
  addressLines: string[];
  gstin: string | null;
  /** ISO 3166-2:IN without the country, such as KA. */
  stateCode: string;
  email: string;
  phone: string;
}

/** Who signs bills and credit notes. */
export interface Signature {
  /** The name of an uploaded picture; null for none. */
  picture: string | null;
  /** Such as `Asha Rao, proprietor`; null for none. */
  signatory: string | null;
}

/** Whom the order is billed to; the state is the place of supply. */
export interface Buyer {
  name: string;
  addressLines: string[];
  stateCode: string;
  /** Absent if the buyer has no GSTIN. */
  gstin?: string;
}

/** An amount including tax, and its parts. */
export interface TaxedAmount {
  taxClass: TaxClass;
  /** Per cent; 0 if exempt, nil rated, or sold by a shop without a GSTIN. */
  rate: number;
  taxablePaise: number;
  taxPaise: number;
  totalPaise: number;
}

/** A line as printed. */
export interface DocumentLine extends TaxedAmount {
  /** The position of the order line. */
  position: number;
  title: string;
  author: string;
  hsn: string;
  /** 0 on a credit note that only lowers the price, without a returned copy. */
  quantity: number;
  /** Including tax, before the discount. */
  unitPricePaise: number;
  /** For all copies of the line together. */
  discountPaise: number;
}

/** The tax at one rate for one government: CGST and SGST (or UTGST) inside a state, IGST across states. */
export interface TaxShare {
  name: "CGST" | StateTax | "IGST";
  /** Per cent, such as 2.5. */
  rate: number;
  taxablePaise: number;
  taxPaise: number;
}

/** Everything printed on a bill or a credit note, frozen when it is issued; all money in paise. */
export interface DocumentContent {
  kind: DocumentKind;
  title: DocumentTitle;
  number: string;
  /** ISO day in Asia/Kolkata. */
  issuedOn: string;
  seller: Seller;
  buyer: Buyer;
  /** To whom the books go, if not to the buyer's address (CGST Rules, rule 46(o)); absent otherwise. */
  deliveredTo?: Omit<Buyer, "gstin">;
  orderNumber: string;
  /** The number of the buyer's purchase order; absent if there is none. */
  purchaseOrder?: string;
  /** The ISO day on which the buyer was corrected last; absent if never. */
  correctedOn?: string;
  /** Until when an order on credit is to be paid, as an ISO day; absent for other orders. */
  payBy?: string;
  /** State and its GST code, such as `Karnataka (29)`. */
  placeOfSupply: string;
  lines: DocumentLine[];
  shipping: TaxedAmount;
  /** The sum of the lines before discounts, without delivery. */
  goodsPaise: number;
  discountPaise: number;
  /** Empty if nothing is taxed. */
  taxes: TaxShare[];
  /** The exempt and nil rated amounts, including delivery. */
  untaxedPaise: number;
  totalPaise: number;
  totalInWords: string;
  /** The bookseller's words at the foot; absent if there are none, and on a credit note. */
  words?: string;
  /** Absent on an unsigned document. */
  signature?: Signature;
  /** The bill that a credit note corrects, and the reason; null on a bill. */
  corrects: { number: string; issuedOn: string; reason: string } | null;
}
