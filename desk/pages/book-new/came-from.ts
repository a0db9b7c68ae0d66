import { deskHref } from "#desk/desk-routes.ts";

/** The page of the desk on which the book was missing, and to which adding the book leads back. */
export interface CameFrom {
  /** Its value in the address, such as `delivery-12`. */
  from: string;
  name: string;
  /** Address of the page, with the task that waits for the book of this ISBN. */
  to: (isbn13: string) => string;
  /** Message about the new book on that page. */
  next: string;
}

/** Reads `from` of an address; null if it names no such page. */
export function readCameFrom(url: string): CameFrom | null {
  const from = new URL(url).searchParams.get("from") ?? "";
  const [, kind, id = ""] = /^(delivery|count|wanted)-([\w-]{1,20})$/.exec(from) ?? [];
  if (kind === "wanted")
    return {
      from,
      name: "Wanted book",
      to: () => deskHref("/wanted/:request", { request: id }),
      next: "Whoever asked can be told now.",
    };
  if (!/^\d{1,9}$/.test(id)) return null;
  if (kind === "count")
    return {
      from,
      name: "Count",
      to: () => deskHref("/stock/count/:count", { count: id }),
      next: "What was counted of it is below.",
    };
  return {
    from,
    name: "Delivery",
    to: (isbn13) => deskHref("/stock/receive/:delivery", { delivery: id, scanned: isbn13 || null }),
    next: "Its copies can be put on the shelf with the rest of the delivery.",
  };
}
