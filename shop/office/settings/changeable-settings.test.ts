import { expect, test } from "vitest";

import { changeableShape, mergeSettings, readSettings } from "./changeable-settings.ts";
import { settingGroups } from "./setting-fields.ts";

const fields = settingGroups.flatMap((group) => group.fields);

test("the desk shows every setting that it can change, once", () => {
  expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(changeableShape).sort());
});

test.each(fields)("what $name is without being set is what the desk says", ({ name, unset }) => {
  expect(readSettings(unset === null ? {} : { [name]: unset })).toEqual(readSettings({}));
});

test("the environment holds against the desk, and the desk against what nobody set", () => {
  const { settings, ignored } = mergeSettings({ SHOP_NAME: "Env" }, { SHOP_NAME: "Desk", SHIPPING_FEE: "49.50" });
  expect(settings).toMatchObject({ name: "Env", shippingFeePaise: 49_50, freeShippingFromPaise: null });
  expect(ignored).toEqual({});
});

test("a setting of the desk that cannot be used is left out and named; the rest holds", () => {
  const { settings, ignored } = mergeSettings({}, { SHIPPING_FEE: "free", SHOP_NAME: "Paper" });
  expect(settings).toMatchObject({ name: "Paper", shippingFeePaise: 0 });
  expect(ignored).toEqual({ SHIPPING_FEE: "must be an amount in rupees such as 49 or 49.50" });
  const besideState = mergeSettings({ SELLER_STATE: "MH" }, { SELLER_GSTIN: "29AABCE1234F1Z1", SHOP_NAME: "Paper" });
  expect(besideState.settings).toMatchObject({ name: "Paper", seller: { gstin: null, stateCode: "MH" } });
  expect(Object.keys(besideState.ignored)).toEqual(["SELLER_GSTIN"]);
});

test("a state of the desk that does not fit the environment's GSTIN is left out", () => {
  const { settings, ignored } = mergeSettings({ SELLER_GSTIN: "29AABCE1234F1Z1" }, { SELLER_STATE: "MH" });
  expect(settings.seller).toMatchObject({ gstin: "29AABCE1234F1Z1", stateCode: "KA" });
  expect(Object.keys(ignored)).toEqual(["SELLER_STATE"]);
});

test("the saving for paying online is a sum, or percent with a most, while payment on delivery is offered", () => {
  const savingOf = (given: Record<string, string>) =>
    mergeSettings({}, { ON_DELIVERY: "yes", ...given }).settings.onDelivery?.onlineSaving;
  expect(savingOf({})).toBeNull();
  expect(savingOf({ ONLINE_SAVING: "20.50", ONLINE_SAVING_UP_TO: "5" })).toEqual({ paise: 20_50 });
  expect(savingOf({ ONLINE_SAVING: "2 %" })).toEqual({ percent: 2, mostPaise: null });
  expect(savingOf({ ONLINE_SAVING: "2%", ONLINE_SAVING_UP_TO: "50" })).toEqual({ percent: 2, mostPaise: 50_00 });
  expect(savingOf({ ONLINE_SAVING: "2%", ON_DELIVERY: "no" })).toBeUndefined();
  for (const wrong of ["0", "-5", "51%", "2.5%", "much"])
    expect(Object.keys(mergeSettings({}, { ONLINE_SAVING: wrong }).ignored), wrong).toEqual(["ONLINE_SAVING"]);
});
