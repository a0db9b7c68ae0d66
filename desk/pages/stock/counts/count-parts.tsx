import { Choices } from "#desk/components/forms/choices.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { SheetPart } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import type { Stocktake } from "#shop/office/stock-room/stocktakes.server.ts";

/** A part of a count's books. `not-counted` is the part with books that have no line in the count. */
export type CountPart = SheetPart | "not-counted";

const parts: { part: CountPart; label: string }[] = [
  { part: "all", label: "All" },
  { part: "different", label: "Differences" },
  { part: "unknown", label: "Not in the shop yet" },
  { part: "not-counted", label: "Not counted" },
];

/** Reads the part from the query. If it is missing or unknown, the part is all counted books. */
export function readPart(query: URLSearchParams, { kind }: Pick<Stocktake, "kind">): CountPart {
  const found = parts.find(({ part }) => part === query.get("part"))?.part ?? "all";
  return found === "not-counted" && kind === "scanned" ? "all" : found;
}

/**
 * Links to the parts of a count. A count of kind `scanned` has no list of expected books, so it has no part
 * `not-counted`.
 */
export function CountParts({
  stocktake: { id, kind },
  part: current,
  unknown,
}: {
  stocktake: Pick<Stocktake, "id" | "kind">;
  part: CountPart;
  unknown: number;
}) {
  return (
    <Choices
      label="Books of this count"
      choices={parts
        .filter(({ part }) => part !== "not-counted" || kind !== "scanned")
        .map(({ part, label }) => ({
          words: part === "unknown" && unknown > 0 ? `${label} (${unknown})` : label,
          to: deskHref("/stock/count/:count", { count: id, part: part === "all" ? null : part }),
          isChosen: part === current,
        }))}
    />
  );
}
