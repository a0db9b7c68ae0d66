import type { Seller } from "#shop/sales/documents/document.ts";
import type { TypedBookMode } from "./finding/use-typed-book.ts";
import type { BuyerMode } from "./use-buyer.ts";

/** What the next text in the field of the till is. */
export type TillMode =
  | "scan"
  | "line-discount"
  | "discount"
  | BuyerMode
  | TypedBookMode
  | "cash"
  | "upi"
  | "card"
  | "code";

/** What a till knows of the shop and of the person who sells. */
export interface TillTerms {
  till: string;
  seller: Seller;
  /** The largest discount in per cent that this person may give; null for no limit. */
  mostPercent: number | null;
  /** Whether UPI is taken by QR codes of the payment provider. */
  hasCodes: boolean;
}
