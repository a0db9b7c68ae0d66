import { longDay } from "#shop/kernel/dates/dates.ts";
import type { ReturnReason } from "./return-labels.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What a reader writes on the parcel and how they wrap it. */
export const howToSend = "Please wrap it as well as it came, and write the order’s number on the parcel.";

/** Who pays for sending a book back: the shop, unless nothing is wrong with the book. */
export function sayPostage(reason: ReturnReason): string {
  return reason === "changed-mind"
    ? "You pay the postage, as nothing is wrong with the book."
    : "We pay the postage, as the book is not as it should be.";
}

/** The last day for handing a book in, so many days after the shop's answer, an ISO time: `23 November 2026`. */
export function lastDayToSend(answeredAt: string, returnDays: number): string {
  return longDay(new Date(new Date(answeredAt).getTime() + returnDays * dayMs));
}
