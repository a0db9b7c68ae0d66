/**
 * The table of delivery rates as it is typed, and as the text of the setting: a line of weights such as `500 1000
 * +500`, where `+` is the step above the last one, and a line for each zone such as `Pune | 411 | 40 60 20 | 500` with
 * its PIN codes, prices and the sum from which delivery is free.
 */
import { formatPaise } from "#shop/kernel/money/money.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import type { DeliveryRates, DeliveryZone } from "#shop/sales/pricing/delivery-rates.ts";

/** A zone as it is typed, with a price for each weight of its table. */
export interface ZoneDraft {
  name: string;
  pins: string;
  prices: string[];
  stepPrice: string;
  freeFrom: string;
}

/** The table as it is typed. */
export interface RatesDraft {
  weights: string[];
  step: string;
  zones: ZoneDraft[];
}

/** The most weights and zones of a table. */
export const maxWeights = 6;
export const maxZones = 8;
const maxGrams = 100_000;
/** The most of one price, and of the sum from which delivery is free. */
const maxPricePaise = 10_000_00;
const maxFreeFromPaise = 10_00_000_00;

/** Whether anything of the table's prices was typed; zones and weights may be suggestions. */
export function hasPrices({ zones }: RatesDraft): boolean {
  return zones.some(({ prices, stepPrice }) => [...prices, stepPrice].some((price) => price !== ""));
}

/** The table as the text of the setting. */
export function writeDraft({ weights, step, zones }: RatesDraft): string {
  const cells = (texts: string[]) => texts.map((text) => text.replaceAll(/\s/g, "") || "-").join(" ");
  const first = [...weights, ...(step === "" ? [] : [`+${step}`])];
  const lines = zones.map(({ name, pins, prices, stepPrice, freeFrom }) => {
    const priced = [...prices, ...(step === "" && stepPrice === "" ? [] : [stepPrice])];
    return [name.replaceAll("|", "/"), pins, cells(priced), freeFrom].join(" | ");
  });
  return [cells(first), ...lines].map((line) => line.replaceAll(/\s*[;\n]\s*/g, ", ").trim()).join("; ");
}

/** The table in the text of the setting. */
export function readDraft(text: string): RatesDraft {
  const [first = "", ...lines] = text.split(/[;\n]/).map((line) => line.trim());
  const cells = (given: string) =>
    given
      .split(/\s+/)
      .filter(Boolean)
      .map((cell) => (cell === "-" ? "" : cell));
  const weights = cells(first).filter((cell) => !cell.startsWith("+"));
  const step = cells(first).find((cell) => cell.startsWith("+"));
  const zones = lines.filter(Boolean).map((line): ZoneDraft => {
    const [name = "", pins = "", priced = "", freeFrom = ""] = line.split("|").map((part) => part.trim());
    const prices = cells(priced);
    return {
      name,
      pins,
      prices: weights.map((_, place) => prices[place] ?? ""),
      stepPrice: prices.slice(weights.length).join(" "),
      freeFrom,
    };
  });
  return { weights, step: step?.slice(1) ?? "", zones };
}

/** The rates that a table means, or what is wrong with it, by the field. */
export type CheckedRates = { ok: true; rates: DeliveryRates } | { ok: false; errors: Record<string, string> };

/** The names of the table's fields, which errors are reported at. */
export const ratesFields = {
  weight: (place: number) => `weight.${place}`,
  step: "step",
  zone: (zone: number, field: "name" | "pins" | "stepPrice" | "freeFrom" | "remove") => `zone.${zone}.${field}`,
  price: (zone: number, place: number) => `zone.${zone}.price.${place}`,
};

/** Checks a table. Weights may be in any order; a zone without PIN codes has all other ones. */
export function checkRates(draft: RatesDraft): CheckedRates {
  const errors: Record<string, string> = {};
  const { zones } = draft;
  const weights = checkWeights(draft, errors);
  const stepGrams = draft.step === "" ? null : readGrams(draft.step);
  if (draft.step !== "" && stepGrams === null) errors[ratesFields.step] = wrongGrams;
  const seen = new Map<string, string>();
  const read = zones.map((zone, row): DeliveryZone => {
    const { name, stepPrice, freeFrom } = zone;
    if (name === "") errors[ratesFields.zone(row, "name")] = "Write a name, such as Pune.";
    else if (name.length > 60) errors[ratesFields.zone(row, "name")] = "Write at most 60 characters.";
    const pricesPaise = checkPrices(zone, row, weights, errors);
    const stepPaise = stepPrice === "" ? null : readPrice(stepPrice);
    const field = ratesFields.zone(row, "stepPrice");
    if (stepPrice !== "" && stepPaise === null) errors[field] = wrongPrice;
    if (stepGrams !== null && stepPrice === "") errors[field] = "Write the price, or 0.";
    if (draft.step === "" && stepPrice !== "") errors[ratesFields.step] = "Write how many grams this price is for.";
    const freeFromPaise = freeFrom === "" ? null : readRupees(freeFrom);
    if (freeFrom !== "" && (freeFromPaise === null || freeFromPaise > maxFreeFromPaise))
      errors[ratesFields.zone(row, "freeFrom")] = "Write an amount in rupees such as 499, or nothing for never.";
    return { name, pins: checkPins(zone, row, seen, errors), pricesPaise, stepPaise: stepPaise ?? 0, freeFromPaise };
  });
  checkOthers(zones, errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, rates: { upToGrams: weights.map(({ grams }) => grams), stepGrams, zones: read } };
}

const wrongGrams = "Write whole grams, such as 500.";
const wrongPrice = "Write an amount in rupees such as 40 or 49.50.";

function readGrams(text: string): number | null {
  const grams = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return grams >= 1 && grams <= maxGrams ? grams : null;
}

function readPrice(text: string): number | null {
  const paise = readRupees(text);
  return paise !== null && paise <= maxPricePaise ? paise : null;
}

/** A weight, and which column of the table it is. */
interface Weight {
  place: number;
  grams: number;
}

/** The weights from the lightest on. A column without weight and prices is left out. */
function checkWeights({ weights, zones }: RatesDraft, errors: Record<string, string>): Weight[] {
  const read = weights.flatMap((text, place): Weight[] => {
    const grams = readGrams(text);
    if (grams !== null) return [{ place, grams }];
    if (text !== "") errors[ratesFields.weight(place)] = wrongGrams;
    else if (zones.some(({ prices }) => prices[place])) errors[ratesFields.weight(place)] = "Write the weight.";
    return [];
  });
  const sorted = read.toSorted((a, b) => a.grams - b.grams);
  for (const [index, { place, grams }] of sorted.entries())
    if (sorted[index - 1]?.grams === grams) errors[ratesFields.weight(place)] = "This weight is there already.";
  if (weights.length > maxWeights) errors[ratesFields.weight(maxWeights)] = `Write at most ${maxWeights} weights.`;
  if (sorted.length === 0) errors[ratesFields.weight(0)] ??= "Write a weight, such as 500.";
  return sorted;
}

/** The prices of a zone from the lightest weight on; none may be lower than that of a lighter one. */
function checkPrices(zone: ZoneDraft, row: number, weights: Weight[], errors: Record<string, string>): number[] {
  let least = 0;
  return weights.map(({ place }) => {
    const text = zone.prices[place] ?? "";
    const paise = text === "" ? null : readPrice(text);
    const field = ratesFields.price(row, place);
    if (text === "") errors[field] = "Write the price, or 0.";
    else if (paise === null) errors[field] = wrongPrice;
    else if (paise < least) errors[field] = `Write at least ${formatPaise(least)}, the price of a lighter parcel.`;
    least = Math.max(least, paise ?? 0);
    return paise ?? 0;
  });
}

/** The first digits of a zone's PIN codes. `seen` has those of earlier zones. */
function checkPins({ name, pins }: ZoneDraft, row: number, seen: Map<string, string>, errors: Record<string, string>) {
  const all = splitPins(pins);
  const field = ratesFields.zone(row, "pins");
  for (const pin of all) {
    const other = seen.get(pin);
    if (!/^[1-9]\d{0,5}$/.test(pin)) errors[field] = "Write PIN codes or their first digits, such as 411 or 411001.";
    else if (other !== undefined) errors[field] ??= `${pin} is in ${other || "another zone"} already.`;
    seen.set(pin, name);
  }
  if (pins.length > 1500) errors[field] = "Write at most 1,500 characters.";
  return [...new Set(all)];
}

function splitPins(pins: string): string[] {
  return pins.split(/[\s,]+/).filter(Boolean);
}

/** One zone must have all PIN codes that the others do not. */
function checkOthers(zones: ZoneDraft[], errors: Record<string, string>): void {
  const others = zones.flatMap(({ pins }, row) => (splitPins(pins).length === 0 ? [row] : []));
  if (others.length === 0)
    errors[ratesFields.zone(zones.length, "name")] ??= "Add a zone without PIN codes, for the rest of India.";
  for (const row of others.slice(1))
    errors[ratesFields.zone(row, "pins")] = "Write its PIN codes: another zone has all others already.";
  if (zones.length > maxZones) errors[ratesFields.zone(maxZones, "name")] = `Write at most ${maxZones} zones.`;
}
