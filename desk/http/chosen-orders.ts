import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";

/** Reads the distinct order numbers of a query; invalid numbers are ignored. */
export function readChosenOrders(url: string): string[] {
  const numbers = new URL(url).searchParams.getAll("order").map((number) => number.trim().toUpperCase());
  return [...new Set(numbers.filter((number) => orderNumberPattern.test(number)))];
}

/**
 * Reads which papers to print: those of one parcel (`parcel` is its number), or for unsent orders only the packed
 * copies (`packed=yes`).
 */
export function readPapersChoice(url: string): { part: number | undefined; isPackedOnly: boolean } {
  const { searchParams } = new URL(url);
  const part = searchParams.get("parcel") ?? "";
  return {
    part: /^[1-9]\d{0,3}$/.test(part) ? Number(part) : undefined,
    isPackedOnly: searchParams.get("packed") === "yes",
  };
}

/** Whether the query asks for one label per reader and address. */
export function wantsOneLabelPerAddress(url: string): boolean {
  return new URL(url).searchParams.get("together") === "yes";
}
