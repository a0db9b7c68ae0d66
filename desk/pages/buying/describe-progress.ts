import type { PurchaseOrderInList } from "#shop/office/buying/purchase-orders.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Describes what of a purchase order came, such as `3 of 10 copies of 4 titles came`. */
export function describeProgress({
  copies,
  came,
  titles,
  sentAt,
}: Pick<PurchaseOrderInList, "copies" | "came" | "titles" | "sentAt">): string {
  if (titles === 0) return "Nothing in it yet";
  const of = `${formatCount(copies, "copy", "copies")} of ${formatCount(titles, "title")}`;
  if (sentAt === null) return of;
  if (copies === 0) return "All copies cancelled";
  if (came === 0) return `${of}, none came yet`;
  return came === copies ? `${of}, all came` : `${came} of ${of} came`;
}
