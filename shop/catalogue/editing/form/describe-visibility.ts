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
      ? "Readers find this edition on the page of the main edition, which lists show"
      : "Readers see this book";
  if (onHand - reserved > 0) return { isShown: true, words: `${where}, and can buy it.` };
  const why =
    values.availability === "forthcoming"
      ? `it is not published yet${values.published ? ` (publication date: ${values.published})` : ""}`
      : reserved > 0
        ? "all copies are reserved for orders"
        : "no copy is in stock";
  return { isShown: true, words: `${where}, but cannot buy it: ${why}.` };
}
