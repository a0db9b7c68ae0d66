/** Reads the publication date of an ONIX product, and reports dates that the shop has no field for. */
import { all, child, textOf, type OnixElement } from "./element.ts";
import type { Mend } from "./mend.ts";

/** The dates of a product, the publisher's first, then those of markets. */
function listDates(product: OnixElement, publishing: OnixElement): { role: string; date: OnixElement }[] {
  const marketDates = all(product, "ProductSupply").flatMap((supply) =>
    all(child(supply, "MarketPublishingDetail"), "MarketDate"),
  );
  return [...all(publishing, "PublishingDate"), ...marketDates].map((date) => ({
    role: textOf(date, "PublishingDateRole", "MarketDateRole") ?? "",
    date,
  }));
}

/**
 * Reads the publication date. It is the first of these that the product has: role 01 (list 163) of the publisher, role
 * 01 of a market, role 11 (first publication).
 */
export function readPublishedOn(product: OnixElement, publishing: OnixElement, mend: Mend): string | undefined {
  const dates = listDates(product, publishing);
  const date = (dates.find(({ role }) => role === "01") ?? dates.find(({ role }) => role === "11"))?.date;
  const written = textOf(date, "Date") ?? textOf(product, "PublicationDate");
  const format = child(date, "Date")?.attributes["dateformat"] ?? textOf(date, "DateFormat");
  // List 55: 02 to 04 are weeks, quarters and seasons of a year; 13 and 14 include a time.
  if (written && format && /^0[2-4]$/.test(format)) {
    mend("publishedOn", `${written} is a week, a quarter or a season: only the year was taken.`);
    return written.slice(0, 4);
  }
  if (format && /^1[34]$/.test(format)) return written?.slice(0, 8);
  return written;
}

/** List 163: dates that the shop has no field for, and that staff must act on if they are in the future. */
const unreadDates = new Map([
  ["02", "It may not be sold before"],
  ["13", "It goes out of print on"],
  ["21", "It is published anew on"],
  ["22", "It is expected back on"],
  ["27", "No orders may be taken before"],
]);

/** Reports future dates that the shop has no field for. */
export function reportUnusedDates(product: OnixElement, publishing: OnixElement, today: string, mend: Mend) {
  const older = all(product, "SupplyDetail").flatMap((supply) => textOf(supply, "OnSaleDate") ?? []);
  const dates = listDates(product, publishing).map(({ role, date }) => ({ role, written: textOf(date, "Date") ?? "" }));
  const said = [...dates, ...older.map((written) => ({ role: "02", written }))].flatMap(({ role, written }) => {
    const words = unreadDates.get(role);
    const day = /^\d{4}(?:\d{2}){0,2}/.exec(written.replaceAll("-", ""))?.[0] ?? "";
    if (!words || day <= today.slice(0, day.length)) return [];
    return `${words} ${[day.slice(0, 4), day.slice(4, 6), day.slice(6)].filter(Boolean).join("-")}`;
  });
  if (said.length > 0) mend("publishedOn", `${[...new Set(said)].join("; ")}. The shop does not store this date.`);
}
