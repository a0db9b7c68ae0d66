import { deskHref } from "#desk/desk-routes.ts";

/** The page of the desk on which the book was missing. After the book is added, the person returns to this page. */
export interface CameFrom {
  /** The value of `from` in the URL, such as `delivery-12`. */
  from: string;
  name: string;
  /** Returns the URL of the page, at the line with this ISBN if it has one. */
  to: (isbn13: string) => string;
  /** A sentence about what can be done on that page now. */
  next: string;
}

/** Reads `from` in a URL; null if it names no such page. */
export function readCameFrom(url: string): CameFrom | null {
  const from = new URL(url).searchParams.get("from") ?? "";
  const [, kind, id = ""] = /^(delivery|count|wanted)-([\w-]{1,20})$/.exec(from) ?? [];
  if (kind === "wanted")
    return {
      from,
      name: "Wanted book",
      to: () => deskHref("/wanted/:request", { request: id }),
      next: "You can now answer the reader who asked for it.",
    };
  if (!/^\d{1,9}$/.test(id)) return null;
  if (kind === "count")
    return {
      from,
      name: "Count",
      to: () => deskHref("/stock/count/:count", { count: id }),
      next: "Its counted copies are below.",
    };
  return {
    from,
    name: "Delivery",
    to: (isbn13) => deskHref("/stock/receive/:delivery", { delivery: id, scanned: isbn13 || null }),
    next: "Its copies can be put on the shelf with the rest of the delivery.",
  };
}
