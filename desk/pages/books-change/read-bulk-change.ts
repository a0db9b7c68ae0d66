import { isAvailability } from "#shop/catalogue/editing/availability-labels.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import type { BulkChange } from "#shop/catalogue/editing/bulk/plan-bulk.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** Labels of the bulk changes, by their name in the URL. */
export const bulkWords = {
  "price-by-percent": "Change the price by percent",
  "price-by-sum": "Change the price by a sum",
  "price-to-mrp": "Set the price to the MRP",
  availability: "Set the availability",
  "category-add": "Add to a category",
  "category-remove": "Remove from a category",
  list: "Show them to readers",
  unlist: "Hide them from readers",
} as const satisfies Record<BulkChange["kind"], string>;

/** The fields that can have an error. */
export type BulkField = "amount" | "to" | "availability";

/** The fields of a bulk change, from a URL or a form. */
export interface BulkChoice {
  kind: BulkChange["kind"] | "";
  amount: string;
  to: string;
  availability: string;
}

/** Reads the fields; an unknown value is read as empty. */
export function readBulkChoice(given: { get: (name: string) => unknown }): BulkChoice {
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 200).trim() : "";
  };
  const kind = text("kind");
  return {
    kind: isKeyOf(bulkWords, kind) ? kind : "",
    amount: text("amount"),
    to: text("to"),
    availability: isAvailability(text("availability")) ? text("availability") : "",
  };
}

/** The fields as query parameters. */
export function setChoice({ kind, amount, to, availability }: BulkChoice): Record<string, string | null> {
  return { kind, amount: amount || null, to: to || null, availability: availability || null };
}

/** Parses the fields. Returns the change, or a problem with its field; null if no change is chosen yet. */
export function bulkChangeOf(
  { kind, amount, to, availability }: BulkChoice,
  categories: CategoryPath[],
): { change: BulkChange } | { field: BulkField; problem: string } | null {
  const number = amount.replace(/^[\u2212–]/, "-").replaceAll(/[₹%,\s]/g, "");
  switch (kind) {
    case "":
      return null;
    case "price-by-sum": {
      const paise = readRupees(number.replace(/^[+-]/, ""));
      if (!paise || paise >= 10_00_000_00) return { field: "amount", problem: "Write rupees, such as 50 or -25." };
      return { change: { kind, paise: number.startsWith("-") ? -paise : paise } };
    }
    case "price-by-percent":
      if (!/^[+-]?\d{1,3}(\.\d{1,2})?$/.test(number) || Number(number) === 0 || Number(number) <= -100)
        return { field: "amount", problem: "Write a percent, such as 10 or -12.5." };
      return { change: { kind, percent: Number(number) } };
    case "category-add":
    case "category-remove": {
      const category = categories.find(({ id }) => id === to);
      return category ? { change: { kind, category } } : { field: "to", problem: "Choose a category." };
    }
    case "availability":
      return isAvailability(availability)
        ? { change: { kind, availability } }
        : { field: "availability", problem: "Choose an availability." };
    default:
      return { change: { kind } };
  }
}
