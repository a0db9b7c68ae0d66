/** The lines of the Today page: their texts, permissions, deadlines, and links or buttons. */
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import type { Waiting } from "#shop/office/back-office/today.server.ts";
import { describeCount, type WaitingKind } from "#shop/office/back-office/waiting-counts.ts";
import { isoDay, shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { nameDay, nextSendingDay } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import { countDays, dayInIndia, isPackingDay } from "#shop/kernel/regions/working-days.ts";
import type { Capability } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

interface WaitingLine {
  needs: Capability;
  /** Describes one item of the line by its count and name. */
  item?: (count: number, name: string) => string;
  /** Whether the oldest item is urgent, by its age in hours, and in working days of the shop. */
  isUrgent?: (hours: number, workingDays: number) => boolean;
  /** An additional note. `sendBy` is the next day on which parcels leave. */
  hint?: string | ((sendBy: string) => string);
  /** Where the task is done: on a page of the desk, on the page of the first order among the items, or by a button. */
  at?:
    | { page: DeskPath; query?: Record<string, string>; label: string | ((count: number) => string) }
    | { orders: true; label: string }
    | { intent: string; label: string };
  /** A second page where the task can be done. */
  besides?: { page: DeskPath; label: string };
  /** A button that dismisses the line until there are new items. */
  done?: { intent: string; label: string };
}

/** Readers are promised an answer within two working days: on the second one it is urgent. */
const isAnswerDue = (_hours: number, workingDays: number) => workingDays >= 2;
const answerHint = "Readers expect an answer within two working days.";

const them = (count: number) => (count === 1 ? "it" : "them");

/** The kinds of lines, with their texts and where each task is done. */
export const waitingLines: Record<WaitingKind, WaitingLine> = {
  "parcels-in-danger": {
    needs: "parcels",
    isUrgent: () => true,
    hint: (sendBy) => `Some may already be late. Send the others ${sendBy} to deliver them as promised.`,
    at: { page: "/parcels", query: { late: "yes" }, label: (count) => `Pack ${them(count)} first` },
  },
  "orders-to-pack": {
    needs: "parcels",
    at: { page: "/parcels", label: (count) => `Pack ${them(count)}` },
  },
  "not-collected": {
    needs: "orders",
    hint: "Keep them longer, or end them: the copies go back to the shelf.",
    at: { page: "/parcels/collect", label: (count) => `See ${them(count)}` },
  },
  "booked-parcels": {
    needs: "parcels",
    hint: "A carrier has not answered, or reports that a parcel does not reach its reader.",
    at: { page: "/parcels/booked", label: (count) => `See ${them(count)}` },
  },
  money: {
    needs: "refunds",
    isUrgent: () => true,
  },
  "refunds-to-approve": {
    needs: "refunds-above-limit",
    item: (count, name) => `${formatPaise(count)} of order ${name}`,
    isUrgent: (hours) => hours >= 24,
    at: { orders: true, label: "Decide the oldest" },
  },
  "credit-overdue": {
    needs: "transfers",
    hint: "Record the transfers that came, and remind the others.",
    at: { page: "/receivables", label: (count) => `See ${them(count)}` },
  },
  "quotations-accepted": {
    needs: "transfers",
    hint: "Their copies are held until the money comes.",
    at: { page: "/receivables", label: (count) => `See ${them(count)}` },
  },
  "quotations-unanswered": {
    needs: "orders",
    hint: "Ask the buyer, or take it back to a draft with a later day.",
    at: { page: "/quotations", query: { show: "unanswered" }, label: (count) => `See ${them(count)}` },
  },
  payouts: {
    needs: "payouts",
    at: { page: "/payouts", label: (count) => `Check ${them(count)}` },
  },
  "returns-to-answer": {
    needs: "orders",
    isUrgent: isAnswerDue,
    hint: answerHint,
    at: { page: "/returns", query: { show: "waiting" }, label: (count) => `Answer ${them(count)}` },
  },
  "returns-on-their-way": {
    needs: "orders",
    at: { page: "/returns", query: { show: "coming" }, label: (count) => `See ${them(count)}` },
  },
  messages: {
    needs: "people",
    isUrgent: isAnswerDue,
    hint: answerHint,
    at: { page: "/messages", label: (count) => `Answer ${them(count)}` },
  },
  reviews: {
    needs: "people",
    at: { page: "/reviews", label: (count) => `Read ${them(count)}` },
  },
  "first-book": {
    needs: "books",
    hint: "Readers see that the shop opens soon. Add books one by one, or import many at once:",
    at: { page: "/books/new", label: "Add the first" },
    besides: { page: "/import", label: "Import a file of books" },
  },
  "books-asked-for": {
    needs: "people",
    at: { page: "/wanted", label: (count) => `See ${them(count)}` },
  },
  "books-waited-for": {
    needs: "stock",
    item: (count, name) => `${count} ${count === 1 ? "waits" : "wait"} for ${name}`,
  },
  "low-stock": {
    needs: "stock",
    item: (count, name) => `${name}: ${count > 0 ? `${count} left` : "none left"}`,
    hint: "Of the 100 best sellers of the last 30 days. The page Stock lists all books with low stock, and how many to order.",
    at: { page: "/stock", label: "See books with low stock" },
  },
  searches: {
    needs: "books",
    item: (count, name) => `“${name}”, ${formatCount(count, "visitor")}`,
    hint: "Texts that at least three visitors searched for in the last seven days.",
    at: { page: "/reports/searches", label: (count) => `See ${them(count)}` },
    done: { intent: "today.see-searches", label: "Dismiss" },
  },
  letters: {
    needs: "people",
    item: (count, name) => `${formatCount(count, "letter")}: ${name}`,
    hint: "A common reason is that the address does not exist.",
    at: { intent: "today.retry-letters", label: "Try again" },
    done: { intent: "today.see-letters", label: "Dismiss" },
  },
  jobs: {
    needs: "settings",
    hint: "The shop tries them again by itself, at growing intervals.",
    at: { intent: "today.retry-jobs", label: "Try now" },
  },
};

/** A line ready for display. */
export interface TodayLine {
  kind: WaitingKind;
  words: string;
  hint: string | null;
  /** The age of the oldest item, as text; null for a line without an age. */
  age: string | null;
  isUrgent: boolean;
  items: { words: string; to: string | null }[];
  at: { page: string; label: string } | { intent: string; label: string } | null;
  besides: { page: string; label: string } | null;
  /** The button that dismisses the line. If it applies only to the shown items, `shown` has their ids. */
  done: { intent: string; label: string; shown?: string } | null;
}

/** Describes a line; `beside` are the kinds of all lines. */
export function describeLine(
  { kind, count, since, items, countedAt, ids }: Waiting,
  now: Date,
  beside: readonly WaitingKind[],
  times: DeliveryTimes,
): TodayLine {
  const { item, at = null, besides = null, done = null, isUrgent, ...line } = waitingLines[kind];
  const hint = typeof line.hint === "function" ? line.hint(describeSendingDay(times, now)) : (line.hint ?? null);
  const began = new Date(since ?? now);
  const hours = (now.getTime() - began.getTime()) / 3_600_000;
  const workingDays = countDays(dayInIndia(began), dayInIndia(now), (day) => isPackingDay(day, times));
  return {
    kind,
    words: describeCount(kind, count, beside),
    hint: countedAt ? `${hint ?? ""} Counted ${shortMoment(countedAt)}.`.trim() : hint,
    age: since === null ? null : ageOf(since, now),
    isUrgent: isUrgent?.(hours, workingDays) ?? false,
    items: item ? items.map((one) => ({ words: item(one.count, one.name), to: linkOf(one, at) })) : [],
    at: at && placeOf(at, items, count),
    besides,
    done: done && ids ? { ...done, shown: ids.join(",") } : done,
  };
}

function describeSendingDay(times: DeliveryTimes, now: Date): string {
  const day = nextSendingDay(times, now);
  return day === isoDay(now) ? "today" : `by ${nameDay(day)}`;
}

function placeOf(at: NonNullable<WaitingLine["at"]>, items: Waiting["items"], count: number): TodayLine["at"] {
  if ("intent" in at) return at;
  const page = "orders" in at ? orderPage(requiredItem(items, 0).name) : deskHref(at.page, at.query);
  return { page, label: typeof at.label === "string" ? at.label : at.label(count) };
}

function linkOf({ name, bookId }: Waiting["items"][number], at: WaitingLine["at"] | null): string | null {
  if (at && "orders" in at) return orderPage(name);
  return bookId === null ? null : deskHref("/stock/books/:book", { book: bookId });
}

function orderPage(number: string): string {
  return deskHref("/orders/:number", { number });
}

/** The age in the largest whole unit: `3 days`. */
export function ageOf(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return formatCount(minutes, "minute");
  if (minutes < 48 * 60) return formatCount(Math.floor(minutes / 60), "hour");
  return formatCount(Math.floor(minutes / (24 * 60)), "day");
}
