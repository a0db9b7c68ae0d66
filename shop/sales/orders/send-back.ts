import { longDay } from "#shop/kernel/dates/dates.ts";
import type { ReturnReason } from "./return-labels.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Instructions for wrapping and labelling the parcel. */
export const howToSend = "Please wrap it as well as it came, and write the order’s number on the parcel.";

/** Says who pays the postage of a return: the shop, unless nothing is wrong with the book. */
export function describePostage(reason: ReturnReason): string {
  return reason === "changed-mind"
    ? "You pay the postage, as nothing is wrong with the book."
    : "We pay the postage, as something is wrong with the book.";
}

/** The last day to send a book, `returnDays` after the shop's answer (ISO time): `23 November 2026`. */
export function lastDayToSend(answeredAt: string, returnDays: number): string {
  return longDay(new Date(new Date(answeredAt).getTime() + returnDays * dayMs));
}
