import { returnParts, type ReturnPart } from "#shop/office/back-office/return-parts.ts";

/** The query of the list of returns. */
export interface ReturnsQuery {
  part: ReturnPart;
  /** The id of the return after which the page begins; null for the first page. */
  after: number | null;
}

/** Reads the query; without one, all open returns are shown. */
export function readReturnsQuery(url: string): ReturnsQuery {
  const query = new URL(url).searchParams;
  const after = query.get("after") ?? "";
  return {
    part: returnParts.find((part) => part === query.get("show")) ?? "open",
    after: /^[1-9]\d{0,8}$/.test(after) ? Number(after) : null,
  };
}

/** Labels of the parts of the list. */
export const returnPartLabels: Record<ReturnPart, string> = {
  open: "All open",
  waiting: "To answer",
  coming: "On their way here",
  arrived: "Arrived",
  refunded: "Refunded",
  refused: "Refused",
};
