/** Tests of report files: lines of batches, resuming, paths that cannot be written, and file modes. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { writeWhole } from "#shop/catalogue/export/export-file.server.ts";
import { csvLine, readCell } from "#shop/kernel/text/csv-cell.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { assertReportWritable, openLines, openReport } from "./report-file.server.ts";

const folder = await mkdtemp(join(tmpdir(), "endpaper-report-"));
afterAll(() => rm(folder, { recursive: true }));

const line = (record: number): ReportLine => ({
  place: { line: record + 1, record },
  kind: "refused",
  record: "a",
  reason: "No.",
});
const rows = (text: string) => text.trim().split("\r\n").slice(1);
const read = async (path: string) => rows(await readFile(path, "utf8"));

test("lines of a batch that was not committed give way to those of the next attempt", async () => {
  const path = join(folder, "attempts.csv");
  const report = await openReport(path);
  expect(await report.goOn(0)).toBe(0);
  const first = report.write([line(1)], 0);
  await first.written;
  await report.write([line(2), line(3)], first.end).written;
  const second = report.write([line(2)], first.end);
  await report.write([], second.end).written;
  expect(await report.end()).toBe(path);
  expect(await read(path)).toEqual(["2,1,refused,a,,No.", "3,2,refused,a,,No."]);
});

test("a report goes on behind what counts of it, and anew where it was taken away", async () => {
  const path = join(folder, "on.csv");
  const cutOff = await openReport(path);
  const { end } = cutOff.write([line(1)], 0);
  await cutOff.write([line(2), line(3)], end).written;
  const report = await openReport(path);
  expect(await report.goOn(end)).toBe(end);
  await report.write([line(2)], end).written;
  expect(await report.end()).toBe(path);
  await cutOff.end();
  expect(await read(path)).toHaveLength(2);

  await rm(path);
  const anew = await openReport(path);
  expect(await anew.goOn(end)).toBe(0);
  await anew.write([line(2)], 0).written;
  await anew.end();
  expect(await read(path)).toEqual(["3,2,refused,a,,No."]);
});

test("without a line there is no report", async () => {
  const report = await openReport(join(folder, "none.csv"));
  await report.write([], await report.goOn(0)).written;
  expect(await report.end()).toBeNull();
  await expect(readFile(join(folder, "none.csv"))).rejects.toThrow("ENOENT");
});

test("where no report can be written that is said, and where one can nothing is left behind or lost", async () => {
  const path = join(folder, "books.csv");
  await assertReportWritable(`${path}.report.csv`);
  expect(await readdir(folder)).not.toContain("books.csv.report.csv");
  await writeFile(`${path}.report.csv`, "of an import that goes on");
  await assertReportWritable(`${path}.report.csv`);
  expect(await readFile(`${path}.report.csv`, "utf8")).toBe("of an import that goes on");
  await rm(`${path}.report.csv`);
  await mkdir(`${path}.report.csv`);
  await expect(assertReportWritable(`${path}.report.csv`)).rejects.toThrow(
    /books\.csv\.report\.csv.*cannot be written.*Put the file into a folder/,
  );
});

test("lines are all in their file, below its head; a file that cannot be written ends in an error, not in the end of the process", async () => {
  const path = join(folder, "lines.txt");
  const lines = openLines(path, "head\n");
  const all = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`);
  for (const text of all) lines.write(text);
  expect(await lines.end()).toBe(path);
  expect(await readFile(path, "utf8")).toBe(`head\n${all.join("")}`);
  expect(await openLines(join(folder, "no-lines.txt"), "head\n").end()).toBeNull();
  const nowhere = openLines(join(folder, "nowhere", "lines.txt"), "");
  for (const text of all) nowhere.write(text);
  await expect(nowhere.end()).rejects.toThrow("ENOENT");
});

test("no cell of a file is calculated by a spreadsheet program, and a file that comes back has what was meant", () => {
  for (const sign of ["=", "+", "-", "@", "＝", "＋", "－", "＠"]) {
    const line = csvLine([`${sign}1+1`]);
    expect(line).toBe(`'${sign}1+1\r\n`);
    expect(readCell(line.trim())).toEqual({ text: `${sign}1+1` });
  }
});

test("nobody else of the machine reads a report or an exported file", async () => {
  const [report, exported] = [join(folder, "mode.report.csv"), join(folder, "names.csv")];
  await openReport(report).then(async (file) => {
    await file.write([line(1)], 0).written;
    await file.end();
  });
  await writeWhole(exported, async (to) => void to.write("names"));
  for (const path of [report, exported]) expect((await stat(path)).mode & 0o777, path).toBe(0o600);
});
