import { expect, test } from "vitest";

import { createProgressBar } from "./progress-bar.ts";

test("a bar says how far it is, how fast it goes, how long it takes, and why it is slow", () => {
  let time = 0;
  const lines: string[] = [];
  const bar = createProgressBar(
    (line) => void lines.push(line),
    () => time,
  );
  time = 10_000;
  bar.show(0.5, "1,000 records", 1_000);
  bar.show(0.6, "1,200 records", 1_200);
  time = 11_000;
  bar.show(0.55, "1,100 records", 1_100, true);
  expect(lines).toEqual([
    "[============            ] 50 %  1,000 records, 100 a second, 10 s left",
    "[=============           ] 55 %  1,100 records, 100 a second, 9 s left (slowly, because readers are being served)",
  ]);
});
