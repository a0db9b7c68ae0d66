import { Choices } from "#desk/components/forms/choices.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { SheetPart } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import type { Stocktake } from "#shop/office/stock-room/stocktakes.server.ts";

/** Which books of a count are shown; those that nobody counted are not in it. */
export type CountPart = SheetPart | "not-counted";

const parts: { part: CountPart; label: string }[] = [
  { part: "all", label: "All" },
  { part: "different", label: "Differences" },
  { part: "unknown", label: "Not in the shop yet" },
  { part: "not-counted", label: "Not counted" },
];

/** Which books the address asks for; all that were counted where it asks for nothing that there is. */
export function readPart(query: URLSearchParams, { kind }: Pick<Stocktake, "kind">): CountPart {
  const found = parts.find(({ part }) => part === query.get("part"))?.part ?? "all";
  return found === "not-counted" && kind === "scanned" ? "all" : found;
}

/** Links to the parts of a count. A count of whatever is scanned has no books that nobody counted. */
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
