import type { BookFormat } from "#shop/catalogue/book.ts";
import type { StorePolicies } from "#shop/services.ts";
import { counted } from "#shop/text/counted.ts";

/** What stands beside the button of a book: until when it may come back, and of a set that it must still be sealed. */
export function sayReturns({ returnDays }: Pick<StorePolicies, "returnDays">, format: BookFormat): string {
  const within = `Return within ${counted(returnDays, "day")}`;
  return format === "boxed-set" ? `${within}, while the set is sealed` : within;
}
