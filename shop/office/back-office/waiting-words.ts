import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { counted } from "#shop/kernel/text/counted.ts";

/**
 * What may wait for staff, in words with a count, the most urgent first: promises to readers, money, answers, books,
 * and the machine.
 */
const waitingWords = {
  "parcels-in-danger": (count: number) => `${counted(count, "parcel")} may come later than promised`,
  "orders-to-pack": (count: number) => `${counted(count, "order")} to pack`,
  money: (count: number) => `${counted(count, "payment or refund", "payments and refunds")} to look at`,
  "refunds-to-approve": (count: number) => `${counted(count, "refund waits", "refunds wait")} for an owner`,
  payouts: (count: number) => `${counted(count, "difference")} between payouts and the shop’s records`,
  "returns-to-answer": (count: number) => `${counted(count, "return")} to answer`,
  "returns-on-their-way": (count: number) => `${counted(count, "returned book")} on the way here`,
  messages: (count: number) => `${counted(count, "message")} from readers to answer`,
  reviews: (count: number) =>
    counted(count, "hidden review that its writer changed", "hidden reviews that their writers changed"),
  "first-book": () => "Readers see no book in the shop yet",
  "books-asked-for": (count: number) => `${counted(count, "book")} that readers ask for`,
  "books-waited-for": (count: number) =>
    `${counted(count, "reader waits", "readers wait")} for books that are not here`,
  "low-stock": (count: number) => `${counted(count, "book that sells is", "books that sell are")} nearly gone`,
  searches: (count: number) => `${counted(count, "search", "searches")} that found nothing`,
  letters: (count: number) => `${counted(count, "letter")} that could not be sent`,
  jobs: (count: number) => `${counted(count, "job")} of the shop that failed`,
};

export type WaitingKind = keyof typeof waitingWords;
export const waitingKinds = typedKeys(waitingWords);

/** Counting stops at this number, which is shown as "100 or more". */
export const maxCounted = 100;

/** The count of a kind in words, such as `3 orders to pack`; `beside` lists the other kinds that are shown. */
export function describeCount(kind: WaitingKind, count: number, beside: readonly WaitingKind[] = []): string {
  // Parcels that may come late are not counted among the orders to pack.
  const isMore = kind === "orders-to-pack" && beside.includes("parcels-in-danger");
  const words = isMore ? `${counted(count, "more order")} to pack` : waitingWords[kind](count);
  return `${words}${count === maxCounted ? ", or more" : ""}`;
}
