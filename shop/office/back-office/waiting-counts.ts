import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/**
 * The kinds of tasks that may wait for staff, each with its text for a count. The most urgent come first: promises to
 * readers, money, answers, books, and the shop's own jobs.
 */
const waitingTexts = {
  "parcels-in-danger": (count: number) => `${formatCount(count, "parcel")} may come later than promised`,
  "orders-to-pack": (count: number) => `${formatCount(count, "order")} to pack`,
  "not-collected": (count: number) => `${formatCount(count, "order")} not collected in time`,
  "booked-parcels": (count: number) => `${formatCount(count, "booked parcel")} to look at`,
  money: (count: number) => `${formatCount(count, "payment or refund", "payments and refunds")} to look at`,
  "refunds-to-approve": (count: number) => `${formatCount(count, "refund waits", "refunds wait")} for an owner`,
  "credit-overdue": (count: number) => `${formatCount(count, "order")} on credit not paid in time`,
  payouts: (count: number) => `${formatCount(count, "difference")} between payouts and the shop’s records`,
  "returns-to-answer": (count: number) => `${formatCount(count, "return")} to answer`,
  "returns-on-their-way": (count: number) => `${formatCount(count, "returned book")} on the way here`,
  "quotations-accepted": (count: number) =>
    `${formatCount(count, "accepted quotation waits", "accepted quotations wait")} for payment`,
  "quotations-unanswered": (count: number) =>
    `${formatCount(count, "quotation without an answer ends", "quotations without an answer end")} soon, or just ended`,
  messages: (count: number) => `${formatCount(count, "message")} from readers to answer`,
  reviews: (count: number) =>
    formatCount(count, "hidden review that its writer changed", "hidden reviews that their writers changed"),
  "first-book": () => "Readers see no book in the shop yet",
  "books-asked-for": (count: number) => `${formatCount(count, "book")} that readers ask for`,
  "books-waited-for": (count: number) =>
    `${formatCount(count, "reader waits", "readers wait")} for books that are not here`,
  "low-stock": (count: number) => `${formatCount(count, "book that sells is", "books that sell are")} nearly gone`,
  searches: (count: number) => `${formatCount(count, "search", "searches")} that found nothing`,
  letters: (count: number) => `${formatCount(count, "letter")} that could not be sent`,
  jobs: (count: number) => `${formatCount(count, "job")} of the shop that failed`,
};

export type WaitingKind = keyof typeof waitingTexts;
export const waitingKinds = typedKeys(waitingTexts);

/** Counting stops at this number, which is shown as "100 or more". */
export const maxCounted = 100;

/** The count of a kind in words, such as `3 orders to pack`; `beside` lists the other kinds that are shown. */
export function describeCount(kind: WaitingKind, count: number, beside: readonly WaitingKind[] = []): string {
  // Parcels that may come late are not counted among the orders to pack.
  const isMore = kind === "orders-to-pack" && beside.includes("parcels-in-danger");
  const words = isMore ? `${formatCount(count, "more order")} to pack` : waitingTexts[kind](count);
  return `${words}${count === maxCounted ? ", or more" : ""}`;
}

/** Numbers of tasks for the menu, each at most `maxCounted`. */
export interface MenuCounts {
  parcels: number;
  returns: number;
  messages: number;
  wanted: number;
}
