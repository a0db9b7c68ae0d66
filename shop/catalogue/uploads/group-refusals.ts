import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";

/** Records that are refused or corrected for the same reason, with the first of them as the example. */
export interface RefusalGroup {
  what: ReportLine["kind"];
  /** The field that the reason is about; null if it is the whole record. */
  field: string | null;
  records: number;
  example: { line: number; record: string; reason: string };
  /** Whether all have the same reason word for word. */
  isSame: boolean;
}

const maxGroups = 12;

/** A reason without the values in it, by which equal reasons are found. */
export function withoutValues(reason: string): string {
  return reason.replaceAll(/“[^”]*”|[\d₹][\d.,:/-]*/g, "…");
}

/**
 * Groups the lines of a report by their reasons, apart from the values in them; refusals first, then the largest. An
 * example is called by its title, if `titles` has that of its line.
 */
export function groupRefusals(lines: ReportLine[], titles: Map<number, string>): RefusalGroup[] {
  const groups = new Map<string, RefusalGroup>();
  for (const { place, kind, field = null, record, reason } of lines) {
    const key = `${kind} ${field} ${withoutValues(reason)}`;
    const group = groups.get(key);
    if (group) {
      group.records += 1;
      group.isSame &&= group.example.reason === reason;
    } else {
      const example = { line: place.line, record: titles.get(place.line) || record, reason };
      groups.set(key, { what: kind, field, records: 1, example, isSame: true });
    }
  }
  const weight = ({ what, records }: RefusalGroup) => (what === "refused" ? 1_000_000 : 0) + records;
  return [...groups.values()].toSorted((one, other) => weight(other) - weight(one)).slice(0, maxGroups);
}
