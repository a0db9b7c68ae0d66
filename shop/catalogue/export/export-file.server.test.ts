import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { writeWhole } from "./export-file.server.ts";
import { exportRecords } from "./export.server.ts";
import { openExportFiles } from "#tests/support/catalogue/export-files.ts";

const { services, folder, exported } = await openExportFiles();

test("replaces the file only when the export is complete", async () => {
  const path = join(mkdtempSync(join(folder, "whole-")), "stock.csv");
  await writeWhole(path, (to) => exportRecords(services, "stock", "csv", to));
  const whole = readFileSync(path, "utf8");
  expect(whole.replace(/^\uFEFF/, "")).toBe((await exported("stock")).replace(/^\uFEFF/, ""));
  const broken = writeWhole(path, async (to) => {
    to.write("half");
    throw new Error("The disk is full.");
  });
  await expect(broken).rejects.toThrow("The disk is full.");
  expect(readFileSync(path, "utf8")).toBe(whole);
  expect(readdirSync(join(path, ".."))).toEqual(["stock.csv"]);
});
