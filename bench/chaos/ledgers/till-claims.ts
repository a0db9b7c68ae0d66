/** What tills and the people at the counter know of sales, cash and collected orders, without the shop's records. */
import type { CounterSale } from "#shop/sales/counter/counter-sale.ts";

/** A sale that the shop has confirmed as recorded. */
export interface TillSale {
  till: string;
  sale: CounterSale;
  orderNumber: string;
  bill: string;
  /** Whether all its copies came back, and whether they can be sold. */
  back: "no" | "fit" | "unfit";
  /** Whether the copies can be sold of a return to which the shop has not answered; null if there is none. */
  asked: boolean | null;
}

/** A sale that a till keeps, because the shop has not answered. */
export interface WaitingSale {
  till: string;
  sale: CounterSale;
}

/** An order that waits at the shop. */
export interface Collection {
  fate: "handed over" | "not collected";
  /** What its reader pays at the counter, in paise. */
  duePaise: number;
}

export interface TillClaims {
  /** By the id that the till made. */
  sales: Map<string, TillSale>;
  waiting: WaitingSale[];
  /** By the number of the order. */
  collections: Map<string, Collection>;
  /** Sales that the shop refused, by the reason; sales that were sent twice at once. */
  refusals: Map<string, number>;
  sentTwice: number;
  madeOffline: number;
  counts: number;
}

export function newTillClaims(): TillClaims {
  return {
    sales: new Map(),
    waiting: [],
    collections: new Map(),
    refusals: new Map(),
    sentTwice: 0,
    madeOffline: 0,
    counts: 0,
  };
}

/** The cash that was paid at a till and not given back, in paise. */
export function cashOf({ sales }: TillClaims, till: string): number {
  return [...sales.values()]
    .filter((one) => one.till === till)
    .reduce((sum, { sale, back }) => sum + sale.payment.cashPaise - (isBack(back) ? sale.totalPaise : 0), 0);
}

/** Whether all copies of a sale came back; their money is given in cash. */
export const isBack = (back: TillSale["back"]): boolean => back === "fit" || back === "unfit";
