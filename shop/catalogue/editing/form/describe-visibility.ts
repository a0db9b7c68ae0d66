import type { DeskBook } from "./desk-book.ts";

/** Describes in one sentence whether readers see a book and can buy it and, if they cannot, why. */
export function describeVisibility({
  isListed,
  isMain,
  otherEditions,
  onHand,
  reserved,
  values,
}: Pick<DeskBook, "isListed" | "isMain" | "otherEditions" | "onHand" | "reserved" | "values">): {
  isShown: boolean;
  words: string;
} {
  if (!isListed) return { isShown: false, words: "This book is hidden from readers." };
  const where = isMain
    ? "Readers see this book"
    : otherEditions.some((edition) => edition.isListed)
      ? "Readers find this edition on the page of the other one, which stands in lists"
      : "Readers see this book";
  if (onHand - reserved > 0) return { isShown: true, words: `${where}, and can buy it.` };
  const why =
    values.availability === "forthcoming"
      ? `it waits for its day${values.published ? `, ${values.published}` : ""}`
      : reserved > 0
        ? "orders hold all copies"
        : "no copy is on hand";
  return { isShown: true, words: `${where}, but cannot buy it: ${why}.` };
}
