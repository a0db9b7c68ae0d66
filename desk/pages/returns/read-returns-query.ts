import { returnParts, type ReturnPart } from "#shop/office/back-office/return-parts.ts";

/** What the list of returns is asked for. */
export interface ReturnsQuery {
  part: ReturnPart;
  /** The number of the return behind which the page begins; null for the first page. */
  after: number | null;
}

/** Reads the query of an address; what is no query shows the returns that wait. */
export function readReturnsQuery(url: string): ReturnsQuery {
  const query = new URL(url).searchParams;
  const after = query.get("after") ?? "";
  return {
    part: returnParts.find((part) => part === query.get("show")) ?? "open",
    after: /^[1-9]\d{0,8}$/.test(after) ? Number(after) : null,
  };
}

/** What each part of the list is called. */
export const returnPartLabels: Record<ReturnPart, string> = {
  open: "All that wait",
  waiting: "To answer",
  coming: "On their way here",
  arrived: "Arrived",
  refunded: "Money back",
  refused: "Refused",
};
