/** Tests that every form, setting and import file reads amounts in rupees alike, within its limits. */
import { expect, test } from "vitest";

import { newBookOf, cardOf } from "#desk/pages/book/preview-book.ts";
import { bulkChangeOf, readBulkChoice } from "#desk/pages/books-change/read-bulk-change.ts";
import { readJobOptions } from "#desk/pages/import/read-job-options.ts";
import { rupeesBetween } from "#desk/pages/offers/offer-fields.ts";
import { refundFromDesk } from "#desk/pages/order/refunds/refund-actions.server.ts";
import { costField } from "#desk/pages/stock/stock-fields.ts";
import { readAmount } from "#shop/catalogue/fields/check/amount.ts";
import { readSettings } from "#shop/office/settings/changeable-settings.ts";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function readRefund(amount: string): number | null {
  const read = refundFromDesk.read(
    formOf({ order: "EP-7K2M9QX4TB", payment: "pay_1", amount, note: "Bent", seen: "1" }),
  );
  if (!read.ok) expect(Object.keys(read.errors)).toEqual(["amount"]);
  return read.ok ? read.input.amount : null;
}

function readBulk(amount: string): number | null {
  const meant = bulkChangeOf(
    { ...readBulkChoice(new FormData()), kind: "price-by-sum", amount },
    { categories: [], publisher: null },
  );
  return meant && "change" in meant && meant.change.kind === "price-by-sum" ? meant.change.paise : null;
}

function readMrpOfFile(mrp: string): number | null {
  const read = readJobOptions(formOf({ mrp }));
  return read.ok ? (read.input.options.defaultMrpPaise ?? null) : null;
}

function readPreview(mrp: string): number | null {
  return cardOf({ mrp }, newBookOf({})).mrpPaise || null;
}

function readSetting(
  name: string,
  of: "shippingFeePaise" | "freeShippingFromPaise" | "refundLimitPaise" | "refundDayLimitPaise",
) {
  return (given: string): number | null => {
    const read = readSettings({ [name]: given });
    return read.ok ? read.settings[of] : null;
  };
}

const ofCode = rupeesBetween(0.01, 99_99_999);
function readPrice(amount: string): number | null {
  const read = readAmount({ amount }, {});
  return "value" in read ? read.value : null;
}

/** Every place that reads rupees, with the least and the greatest amount that it accepts. */
const places: Record<string, { read: (typed: string) => number | null; least: string; most: string; beyond: string }> =
  {
    "a refund": { read: readRefund, least: "0.01", most: "9999999.99", beyond: "10000000" },
    "the cost of a copy": {
      read: (typed) => costField.safeParse(typed).data ?? null,
      least: "0.01",
      most: "9999999.99",
      beyond: "10000000",
    },
    "a sum of a code": {
      read: (typed) => ofCode.safeParse(typed).data ?? null,
      least: "0.01",
      most: "9999999",
      beyond: "9999999.01",
    },
    "a change of many prices": { read: readBulk, least: "0.01", most: "999999.99", beyond: "1000000" },
    "the MRP of a file": { read: readMrpOfFile, least: "0.01", most: "999999.99", beyond: "1000000" },
    "the preview of a book": { read: readPreview, least: "0.01", most: "999999999.99", beyond: "1000000000" },
    "a price in a file": { read: readPrice, least: "0.01", most: "10000000", beyond: "10000000.01" },
    "the fee for a parcel": {
      read: readSetting("SHIPPING_FEE", "shippingFeePaise"),
      least: "0",
      most: "999999.99",
      beyond: "1000000",
    },
    "free from": {
      read: readSetting("FREE_SHIPPING_FROM", "freeShippingFromPaise"),
      least: "0",
      most: "999999.99",
      beyond: "1000000",
    },
    "the limit of refunds": {
      read: readSetting("REFUND_LIMIT", "refundLimitPaise"),
      least: "0",
      most: "999999.99",
      beyond: "1000000",
    },
    "the limit of a day": {
      read: readSetting("REFUND_DAY_LIMIT", "refundDayLimitPaise"),
      least: "0",
      most: "999999.99",
      beyond: "1000000",
    },
  };

test.each(Object.entries(places))(
  "%s is read to the paisa, and no fraction of one is rounded",
  (_, { read, ...bounds }) => {
    const exact: Record<string, number> = {
      "0.29": 29,
      "0.57": 57,
      "1.10": 1_10,
      "1.15": 1_15,
      "4.35": 4_35,
      "8.2": 8_20,
      "8.20": 8_20,
      "19.99": 19_99,
      "64.10": 64_10,
      "1001.15": 1_001_15,
      "150": 150_00,
      "1,00,000.50": 1_00_000_50,
      " 150.50 ": 150_50,
    };
    for (const [typed, paise] of Object.entries(exact)) expect(read(typed), typed).toBe(paise);
    for (const typed of ["1.005", "1.999", "8.205", "1e3", "ten", "1.5.0", "5.-"])
      expect(read(typed), typed).toBeNull();
    const paiseOf = (rupees: string) => Number(rupees.replace(/\.(\d\d)$/, "$1")) * (rupees.includes(".") ? 1 : 100);
    for (const border of [bounds.least, bounds.most]) expect(read(border), border).toBe(paiseOf(border));
    expect(read(bounds.beyond), bounds.beyond).toBeNull();
  },
);

test("nothing is read as nothing where a sum may be left out, and 0 where it means something", () => {
  expect(costField.safeParse("")).toEqual({ success: true, data: null });
  expect(costField.safeParse("0").error?.issues[0]?.message).toBe("Enter more than 0, or leave it empty.");
  expect(ofCode.safeParse("")).toEqual({ success: true, data: null });
  expect(ofCode.safeParse(undefined)).toEqual({ success: true, data: null });
  expect(ofCode.safeParse("0").success).toBe(false);
  expect(readJobOptions(formOf({ mrp: "" }))).toEqual({ ok: true, input: { kind: null, options: {} } });
  expect(readJobOptions(formOf({}))).toEqual({ ok: true, input: { kind: null, options: {} } });
  expect(readRefund("")).toBeNull();
  expect(readBulk("0")).toBeNull();
});

test("a change of many prices has a sign", () => {
  expect([readBulk("-8.20"), readBulk("\u22128.20"), readBulk("+8.20"), readBulk("₹8.20")]).toEqual([
    -820, -820, 820, 820,
  ]);
  expect([readBulk("--8"), readBulk("+-8"), readBulk("-")]).toEqual([null, null, null]);
});
