/** Sales that a till keeps in its browser while they are not paid: the open one, and those that are held. */
import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { emptySale, type OpenSale } from "./open-sale.ts";

/** A sale that is put aside while the next buyer is served. */
export interface HeldSale {
  id: string;
  /** ISO moment. */
  at: string;
  sale: OpenSale;
}

/** Reads the sale that was open when the page of the till was left. */
export function readOpenSale(till: string): OpenSale {
  const stored = parseJson(localStorage.getItem(`till ${till} open`) ?? "null");
  return isOpenSale(stored) ? { ...emptySale, ...stored } : emptySale;
}

/** Keeps the open sale over a reload. */
export function keepOpenSale(till: string, sale: OpenSale): void {
  if (sale.lines.length === 0) localStorage.removeItem(`till ${till} open`);
  else storeOnDevice(`till ${till} open`, JSON.stringify(sale));
}

/** The held sales, oldest first. */
export function readHeldSales(till: string): HeldSale[] {
  const stored = parseJson(localStorage.getItem(`till ${till} held`) ?? "[]");
  return Array.isArray(stored)
    ? stored.filter(isHeldSale).map((held) => ({ ...held, sale: { ...emptySale, ...held.sale } }))
    : [];
}

/** Keeps the held sales. */
export function keepHeldSales(till: string, sales: HeldSale[]): void {
  storeOnDevice(`till ${till} held`, JSON.stringify(sales));
}

function isOpenSale(stored: unknown): stored is OpenSale {
  return typeof stored === "object" && stored !== null && "lines" in stored && "short" in stored;
}

function isHeldSale(stored: unknown): stored is HeldSale {
  return typeof stored === "object" && stored !== null && "sale" in stored && isOpenSale(stored.sale);
}
