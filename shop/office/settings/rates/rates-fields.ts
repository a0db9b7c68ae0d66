/** The form fields of the table of delivery rates. Works without scripts: an empty weight and zone wait to be filled. */
import {
  checkRates,
  hasPrices,
  maxWeights,
  maxZones,
  ratesFields,
  writeDraft,
  type RatesDraft,
  type ZoneDraft,
} from "./rates-draft.ts";

const emptyZone: ZoneDraft = { name: "", pins: "", prices: [], stepPrice: "", freeFrom: "" };

/** A zone of the form: removed ones stay in a rejected form. */
export interface ZoneRow extends ZoneDraft {
  isRemoved: boolean;
}

/** The table as the form sent it, with its empty rows and removed zones. */
export function readRows(
  name: string,
  typed: Record<string, string>,
): Omit<RatesDraft, "zones"> & { zones: ZoneRow[] } {
  const given = (field: string) => (typed[`${name}.${field}`] ?? "").replaceAll(/[\0\s]+/g, " ").trim();
  const weights = sent(maxWeights, (place) => `${name}.${ratesFields.weight(place)}` in typed);
  const rows = sent(maxZones, (row) => `${name}.${ratesFields.zone(row, "name")}` in typed);
  return {
    weights: weights.map((place) => given(ratesFields.weight(place))),
    step: given(ratesFields.step),
    zones: rows.map((row) => ({
      name: given(ratesFields.zone(row, "name")),
      pins: given(ratesFields.zone(row, "pins")),
      prices: weights.map((place) => given(ratesFields.price(row, place))),
      stepPrice: given(ratesFields.zone(row, "stepPrice")),
      freeFrom: given(ratesFields.zone(row, "freeFrom")),
      isRemoved: given(ratesFields.zone(row, "remove")) === "yes",
    })),
  };
}

/** The places from 0 on whose field was sent. */
function sent(most: number, isSent: (place: number) => boolean): number[] {
  const places = Array.from({ length: most }, (_, place) => place);
  const end = places.findIndex((place) => !isSent(place));
  return end === -1 ? places : places.slice(0, end);
}

const isEmpty = ({ name, pins, prices, stepPrice, freeFrom }: ZoneDraft) =>
  [name, pins, stepPrice, freeFrom, ...prices].every((text) => text === "");

/**
 * Converts the form to the setting's text; empty if no price was typed. Returns an error for each field that is wrong,
 * by the field's name.
 */
export function readRatesFields(
  name: string,
  typed: Record<string, string>,
): { text: string; errors: Record<string, string> } {
  // The environment sets the table, so the form has no fields for it.
  if (!(`${name}.${ratesFields.step}` in typed)) return { text: typed[name] ?? "", errors: {} };
  const { weights, step, zones } = readRows(name, typed);
  const kept = zones.flatMap((zone, row) => (zone.isRemoved || isEmpty(zone) ? [] : [{ zone, row }]));
  const columns = weights.flatMap((weight, place) =>
    weight === "" && kept.every(({ zone }) => !zone.prices[place]) ? [] : [place],
  );
  const draft = {
    weights: columns.map((place) => weights[place] ?? ""),
    step,
    zones: kept.map(({ zone }) => ({ ...zone, prices: columns.map((place) => zone.prices[place] ?? "") })),
  };
  if (!hasPrices(draft)) return { text: "", errors: {} };
  const checked = checkRates(draft);
  const text = writeDraft(draft);
  if (checked.ok) return { text, errors: {} };
  const rowOf = (row: number) => kept[row]?.row ?? firstEmpty(zones, kept.length);
  const errors = Object.entries(checked.errors).map(([field, why]) => {
    const placed = field
      .replace(/^weight\.(\d+)$/, (_, place) => ratesFields.weight(columns[Number(place)] ?? Number(place)))
      .replace(/\.price\.(\d+)$/, (_, place) => `.price.${columns[Number(place)] ?? place}`)
      .replace(/^zone\.(\d+)/, (_, row) => `zone.${rowOf(Number(row))}`);
    return [`${name}.${placed}`, why];
  });
  return { text, errors: Object.fromEntries(errors) };
}

/** The row for another zone. */
function firstEmpty(zones: ZoneRow[], kept: number): number {
  const row = zones.findIndex(isEmpty);
  return row === -1 ? Math.min(kept, zones.length - 1) : row;
}

/** The rows that the form shows for a table: with room for another weight and another zone. */
export function arrangeRates({ weights, step, zones }: RatesDraft) {
  return {
    weights: weights.length < maxWeights ? [...weights, ""] : weights,
    step,
    zones: [...zones, ...(zones.length < maxZones ? [emptyZone] : [])].map((zone): ZoneRow => {
      return { ...zone, isRemoved: false };
    }),
  };
}
