import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";

/** The numbers of the orders that an address names, each once; what is no number is left out. */
export function readChosenOrders(url: string): string[] {
  const numbers = new URL(url).searchParams.getAll("order").map((number) => number.trim().toUpperCase());
  return [...new Set(numbers.filter((number) => orderNumberPattern.test(number)))];
}

/** Which parcels of the orders an address asks papers for: one that is named, and of what waits only what is packed. */
export function readPapersChoice(url: string): { part: number | undefined; isPackedOnly: boolean } {
  const { searchParams } = new URL(url);
  const part = searchParams.get("parcel") ?? "";
  return {
    part: /^[1-9]\d{0,3}$/.test(part) ? Number(part) : undefined,
    isPackedOnly: searchParams.get("packed") === "yes",
  };
}

/** Whether an address asks for one label for the orders that go to the same reader at the same address. */
export function isOneLabelToADoor(url: string): boolean {
  return new URL(url).searchParams.get("together") === "yes";
}
