import type { StateTax } from "./gst-states.ts";

export type DocumentKind = "bill" | "credit-note";

/** What the CGST Rules call it: 46 (tax), 49 (no tax), 46A (both), 53 (credit note). */
export type DocumentTitle = "Bill of Supply" | "Invoice-cum-Bill of Supply" | "Tax Invoice" | "Credit Note";

export const taxClasses = ["exempt", "gst_0", "gst_5", "gst_18"] as const;
/** How a thing is taxed: exempt (printed books), nil rated, or at 5 or 18 per cent. */
export type TaxClass = (typeof taxClasses)[number];

/** Who sells; all from settings. Without a GSTIN no tax may be charged, and none is. */
export interface Seller {
  legalName: string;
  addressLines: string[];
  gstin: string | null;
  /** ISO 3166-2:IN without the country, such as KA. */
  stateCode: string;
  email: string;
  phone: string;
}

/** Who the order went to. */
export interface Buyer {
  name: string;
  addressLines: string[];
  stateCode: string;
}

/** An amount that includes its tax, and what of it is tax. */
export interface TaxedAmount {
  taxClass: TaxClass;
  /** Per cent; 0 when exempt, nil rated, or sold by a shop without a GSTIN. */
  rate: number;
  taxablePaise: number;
  taxPaise: number;
  totalPaise: number;
}

/** One book as it is printed. */
export interface DocumentLine extends TaxedAmount {
  /** The line of the order. */
  position: number;
  title: string;
  author: string;
  hsn: string;
  /** 0 on a credit note that only lowers the price: no copy comes back. */
  quantity: number;
  /** With tax, before the discount. */
  unitPricePaise: number;
  /** Of all copies of the line together. */
  discountPaise: number;
}

/** The tax of one rate and one treasury: CGST and SGST (or UTGST) inside a state, IGST across. */
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
  orderNumber: string;
  /** State and its GST code, such as `Karnataka (29)`. */
  placeOfSupply: string;
  lines: DocumentLine[];
  shipping: TaxedAmount;
  /** Lines before discounts and without delivery. */
  goodsPaise: number;
  discountPaise: number;
  /** Empty when nothing on it is taxed. */
  taxes: TaxShare[];
  /** What is exempt or nil rated, delivery included. */
  untaxedPaise: number;
  totalPaise: number;
  totalInWords: string;
  /** The bill a credit note corrects, and why; null on a bill. */
  corrects: { number: string; issuedOn: string; reason: string } | null;
}
