/** Tests the table of delivery rates: its text, its form fields, its errors, and the suggestion to begin with. */
import { expect, test } from "vitest";

import { readSettings } from "#shop/office/settings/changeable-settings.ts";
import { findZone } from "#shop/sales/pricing/delivery-rates.ts";
import { checkRates, readDraft, writeDraft } from "./rates-draft.ts";
import { arrangeRates, readRatesFields } from "./rates-fields.ts";
import { suggestRates } from "./suggest-zones.server.ts";

const text = "500 1000 +500; Pune | 411 412 | 40 60 20 | 499; Rest of India |  | 60 90.50 40 |";
const name = "DELIVERY_RATES";

/** The form's fields for a table. */
function fieldsOf(table: string, changes: Record<string, string> = {}): Record<string, string> {
  const { weights, step, zones } = arrangeRates(readDraft(table));
  const fields: Record<string, string> = { step };
  for (const [place, weight] of weights.entries()) fields[`weight.${place}`] = weight;
  for (const [row, zone] of zones.entries()) {
    const { prices, name: zoneName, pins, stepPrice, freeFrom } = zone;
    for (const place of weights.keys()) fields[`zone.${row}.price.${place}`] = prices[place] ?? "";
    Object.assign(fields, {
      [`zone.${row}.name`]: zoneName,
      [`zone.${row}.pins`]: pins,
      [`zone.${row}.stepPrice`]: stepPrice,
      [`zone.${row}.freeFrom`]: freeFrom,
    });
  }
  const all = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(all.map(([field, value]) => [`${name}.${field}`, value]));
}

/** The errors of a changed form, by field. */
function errorsOf(changes: Record<string, string>): Record<string, string> {
  const { errors } = readRatesFields(name, fieldsOf(text, changes));
  return Object.fromEntries(Object.entries(errors).map(([field, why]) => [field.slice(name.length + 1), why]));
}

test("a table is read from its text as the shop prices by it", () => {
  const read = readSettings({ DELIVERY_BY_WEIGHT: "yes", DELIVERY_RATES: text, BOOK_GRAMS: "400" });
  expect(read).toMatchObject({
    ok: true,
    settings: {
      usualGrams: { book: 400, packing: 80 },
      deliveryRates: {
        upToGrams: [500, 1000],
        stepGrams: 500,
        zones: [
          {
            name: "Pune",
            pins: ["411", "412"],
            pricesPaise: [40_00, 60_00],
            stepPaise: 20_00,
            freeFromPaise: 499_00,
          },
          { name: "Rest of India", pins: [], pricesPaise: [60_00, 90_50], stepPaise: 40_00, freeFromPaise: null },
        ],
      },
    },
  });
  expect(readSettings({ DELIVERY_RATES: text })).toMatchObject({ ok: true, settings: { deliveryRates: null } });
  expect(readSettings({ DELIVERY_BY_WEIGHT: "yes" })).toMatchObject({
    ok: false,
    errors: { DELIVERY_RATES: "must have a price for each weight and zone" },
  });
});

test("the form keeps a table, sorts its weights, and takes further weights and zones", () => {
  const kept = readRatesFields(name, fieldsOf(text));
  expect(kept.errors).toEqual({});
  expect(readDraft(kept.text)).toEqual(readDraft(text));
  const more = readRatesFields(
    name,
    fieldsOf(text, {
      "weight.2": "250",
      "zone.0.price.2": "30",
      "zone.1.price.2": "50",
      "zone.2.name": "Far; | north",
      "zone.2.pins": "79, 744",
      "zone.2.price.0": "90",
      "zone.2.price.1": "120",
      "zone.2.price.2": "80",
      "zone.2.stepPrice": "0",
    }),
  );
  expect(more.errors).toEqual({});
  const checked = checkRates(readDraft(more.text));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  expect(checked.rates.upToGrams).toEqual([250, 500, 1000]);
  expect(checked.rates.zones.map(({ pricesPaise }) => pricesPaise)).toEqual([
    [30_00, 40_00, 60_00],
    [50_00, 60_00, 90_50],
    [80_00, 90_00, 120_00],
  ]);
  expect(findZone(checked.rates, "744101").name).toBe("Far, / north");
});

test("a zone and a weight are removed, and a form without prices means no table", () => {
  const removed = readRatesFields(name, fieldsOf(text, { "zone.0.remove": "yes" }));
  expect(readDraft(removed.text).zones.map((zone) => zone.name)).toEqual(["Rest of India"]);
  const narrow = { "weight.1": "", "zone.0.price.1": "", "zone.1.price.1": "" };
  expect(readDraft(readRatesFields(name, fieldsOf(text, narrow)).text).weights).toEqual(["500"]);
  const suggested = writeDraft(suggestRates({ addressLines: ["Pune 411030"], stateCode: "MH" }, "499"));
  expect(readRatesFields(name, fieldsOf(suggested))).toEqual({ text: "", errors: {} });
});

test.each<[Record<string, string>, string, string]>([
  [{ "weight.0": "half" }, "weight.0", "Write whole grams, such as 500."],
  [{ "weight.0": "1000" }, "weight.1", "This weight is there already."],
  [{ "zone.0.price.2": "70" }, "weight.2", "Write the weight."],
  [{ "zone.1.price.0": "" }, "zone.1.price.0", "Write the price, or 0."],
  [{ "zone.1.price.1": "ninety" }, "zone.1.price.1", "Write an amount in rupees such as 40 or 49.50."],
  [{ "zone.0.price.1": "39.99" }, "zone.0.price.1", "Write at least ₹40.00, the price of a lighter parcel."],
  [{ "zone.0.stepPrice": "" }, "zone.0.stepPrice", "Write the price, or 0."],
  [{ step: "" }, "step", "Write how many grams this price is for."],
  [{ "zone.0.pins": "Pune" }, "zone.0.pins", "Write PIN codes or their first digits, such as 411 or 411001."],
  [{ "zone.0.pins": "" }, "zone.1.pins", "Write its PIN codes: another zone has all others already."],
  [{ "zone.1.pins": "412" }, "zone.1.pins", "412 is in Pune already."],
  [{ "zone.1.pins": "5" }, "zone.2.name", "Add a zone without PIN codes, for the rest of India."],
  [{ "zone.0.name": "" }, "zone.0.name", "Write a name, such as Pune."],
  [{ "zone.0.freeFrom": "never" }, "zone.0.freeFrom", "Write an amount in rupees such as 499, or nothing for never."],
])("what is wrong with a table is said at its field: %o", (changes, field, why) => {
  expect(errorsOf(changes)).toMatchObject({ [field]: why });
});

test("the suggestion has the shop's town, its state, the far corners and the rest, each PIN code once", () => {
  const zonesOf = (address: string, stateCode: string) =>
    suggestRates({ addressLines: address.split("; "), stateCode }, "999").zones;
  expect(
    zonesOf("512 Shaniwar Peth; Pune 411030", "MH").map(({ name, pins, freeFrom }) => [name, pins, freeFrom]),
  ).toEqual([
    ["Pune", "411", "999"],
    ["Maharashtra", "400 401 402 404 405 406 407 408 409 41 42 43 44", "999"],
    ["North-East, far north and islands", "18 19 737 744 78 79 68255 9", "999"],
    ["Rest of India", "", "999"],
  ]);
  expect(zonesOf("Guwahati 781 001", "AS").map(({ pins }) => pins)).toEqual([
    "781",
    "78",
    "18 19 737 744 79 68255 9",
    "",
  ]);
  expect(zonesOf("No PIN code here", "KA").map((zone) => zone.name)).toEqual([
    "Karnataka",
    "North-East, far north and islands",
    "Rest of India",
  ]);
});
