import { isAvailability } from "#shop/catalogue/editing/availability-labels.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { roundings, type BulkChange } from "#shop/catalogue/editing/bulk/plan-bulk.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** Labels of the bulk changes, by their name in the URL. */
export const bulkWords = {
  "price-by-percent": "Price, by percent",
  "price-by-sum": "Price, by rupees",
  "price-below-mrp": "Price, % off MRP",
  "price-to-mrp": "Price, to the MRP",
  "mrp-by-percent": "MRP, by percent",
  "mrp-by-sum": "MRP, by rupees",
  "category-add": "Add to a category",
  "category-remove": "Remove from a category",
  publisher: "Publisher",
  availability: "Availability",
  list: "Show to readers",
  unlist: "Hide from readers",
} as const satisfies Record<BulkChange["kind"], string>;

type Rounding = (typeof roundings)[number];

export const roundingWords: Record<Rounding, string> = {
  "1": "Whole rupees",
  "5": "₹5",
  "10": "₹10",
  "9": "Ending in 9",
};

/** The fields that can have an error. */
export type BulkField = "kind" | "amount" | "to" | "house" | "had";

/** The fields of a bulk change, from a URL or a form. */
export interface BulkChoice {
  kind: BulkChange["kind"] | "";
  amount: string;
  rounding: Rounding;
  /** Whether prices follow the MRP. */
  prices: "follow" | "stay";
  /** The id of a category. */
  to: string;
  /** The name of a publisher. */
  house: string;
  /** An availability. */
  had: string;
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
    rounding: roundings.find((rounding) => rounding === text("rounding")) ?? "1",
    prices: text("prices") === "stay" ? "stay" : "follow",
    to: text("to"),
    house: text("house"),
    had: isAvailability(text("had")) ? text("had") : "",
  };
}

/** The fields that belong to the kind of change, as query parameters. */
export function setChoice({ kind, amount, rounding, prices, to, house, had }: BulkChoice): Record<string, string> {
  const ofKind = {
    kind,
    amount: /-by-|-below-/.test(kind) ? amount : "",
    ...(kind.startsWith("mrp-") && { rounding, prices }),
    to: kind.startsWith("category-") ? to : "",
    house: kind === "publisher" ? house : "",
    had: kind === "availability" ? had : "",
  };
  return Object.fromEntries(Object.entries(ofKind).filter(([, value]) => value !== ""));
}

/** What a change may refer to: all categories, and the publisher of the typed name, if there is one. */
export interface BulkTargets {
  categories: CategoryPath[];
  publisher: { id: string; name: string } | null;
}

/** Parses the fields. Returns the change, or a problem with its field; null if no change is chosen yet. */
export function bulkChangeOf(
  { kind, amount, rounding, prices, to, house, had }: BulkChoice,
  { categories, publisher }: BulkTargets,
): { change: BulkChange } | { field: BulkField; problem: string } | null {
  const number = amount.replace(/^[\u2212–]/, "-").replaceAll(/[₹%,\s]/g, "");
  const rules = { rounding, keepsDiscount: prices === "follow" };
  const percent = Number(number);
  switch (kind) {
    case "":
      return null;
    case "price-by-sum":
    case "mrp-by-sum": {
      const paise = readRupees(number.replace(/^[+-]/, ""));
      if (!paise || paise >= 10_00_000_00) return { field: "amount", problem: "Write rupees, such as 50 or -25." };
      const signed = number.startsWith("-") ? -paise : paise;
      return { change: kind === "mrp-by-sum" ? { kind, paise: signed, ...rules } : { kind, paise: signed } };
    }
    case "price-by-percent":
    case "mrp-by-percent":
      if (!/^[+-]?\d{1,3}(\.\d{1,2})?$/.test(number) || percent === 0 || percent <= -100)
        return { field: "amount", problem: "Write a percent, such as 10 or -12.5." };
      return { change: kind === "mrp-by-percent" ? { kind, percent, ...rules } : { kind, percent } };
    case "price-below-mrp":
      if (!/^\d{1,2}(\.\d{1,2})?$/.test(number) || percent <= 0)
        return { field: "amount", problem: "Write a percent between 0 and 100, such as 10." };
      return { change: { kind, percent } };
    case "category-add":
    case "category-remove": {
      const category = categories.find(({ id }) => id === to);
      return category ? { change: { kind, category } } : { field: "to", problem: "Choose a category." };
    }
    case "publisher":
      if (publisher) return { change: { kind, publisher } };
      return {
        field: "house",
        problem: house
          ? `The shop has no publisher “${house}” yet. Write the name as it is on one of its books.`
          : "Write the name of a publisher.",
      };
    case "availability":
      return isAvailability(had)
        ? { change: { kind, availability: had } }
        : { field: "had", problem: "Choose an availability." };
    default:
      return { change: { kind } };
  }
}
