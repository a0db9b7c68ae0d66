import { expect, test } from "vitest";

import { maxTrackingRows, readTrackingFile } from "./tracking-file.ts";

const number = "EP-7K2M9QX4TB";

test.each([
  ["columns in their order", `${number},India Post,EK1`],
  ["semicolons, and a mark at the beginning", `\ufeff${number};India Post;EK1`],
  ["tabs", `${number}\tIndia Post\tEK1\r\n`],
  ["a heading that says where each stands", `AWB No,Courier,Order Ref\nEK1,India Post,${number}`],
  ["Excel's way of keeping digits", `order,carrier,tracking number\n${number.toLowerCase()},India Post,"=""EK1"""`],
  ["a carrier for all", `order_number,tracking\n${number},EK1`],
])("%s are read", (_what, text) => {
  const [row, ...others] = readTrackingFile(text, "India Post");
  expect(others).toEqual([]);
  expect(row).toMatchObject({ number, carrier: "India Post", trackingNumber: "EK1" });
});

test("a row that lacks something says so, with its line, and the others are read", () => {
  const rows = readTrackingFile(
    `order,carrier,number\nEP-1,A,B\n${number},,EK1\n\n${number},A,\n${number},A,1.2E+11\n${number},A,B`,
    "",
  );
  expect(rows.map((row) => ("problem" in row ? row.problem : row.number))).toEqual([
    "The row has no order number such as EP-7K2M9QX4TB.",
    "The row has no carrier. Add it to the row, or enter it below, under Carrier.",
    "The row has no tracking number.",
    "The tracking number was shortened by a spreadsheet program, which lost its last digits.",
    number,
  ]);
});

test("a formula is no number, and what is no table is refused as a whole", () => {
  expect(readTrackingFile(`${number},A,=1+1`, "")[0]).toHaveProperty("problem");
  expect(() => readTrackingFile("", "")).toThrow(RangeError);
  expect(() => readTrackingFile("order,carrier,number", "")).toThrow("The file has no rows");
  expect(() => readTrackingFile(`${number},"A,EK1\n`, "")).toThrow("is not closed");
  const many = Array.from({ length: maxTrackingRows + 1 }, () => `${number},A,B`).join("\n");
  expect(() => readTrackingFile(many, "")).toThrow("at most 300");
});
