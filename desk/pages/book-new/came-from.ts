import { deskHref } from "#desk/desk-routes.ts";

/** A page of the desk on which the book was missing: where adding it leads back to. */
export interface CameFrom {
  /** As an address carries it, such as `delivery-12`. */
  from: string;
  name: string;
  /** The page with what waits for the book of this ISBN. */
  to: (isbn13: string) => string;
  /** What is said there of the new book. */
  next: string;
}

/** Reads `from` of an address; null when it names no such page. */
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
