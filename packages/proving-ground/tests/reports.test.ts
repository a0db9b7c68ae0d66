import { expect, test, vi } from "vitest";

import { readMinutes, readWholeNumber, refuseWithQuick } from "#proving-ground/reports/command-line.ts";
import { countKinds, listCounts, sumCounts } from "#proving-ground/reports/counts.ts";
import { formatFindings, formatVerdict } from "#proving-ground/reports/findings.ts";
import { drawSamples, judgeSamples } from "#proving-ground/reports/judge-samples.ts";
import { digestLog } from "#proving-ground/reports/log-digest.ts";
import { formatClock, printSection } from "#proving-ground/reports/print-section.ts";

test("findings are aligned lines with a mark, and a verdict that names what was left out", () => {
  const findings = [
    { part: "faults", what: "3 files", isWell: true, words: "12 passed" },
    { part: "soak", what: "memory", isWell: null, words: "left out" },
  ];
  expect(formatFindings(findings)).toEqual(["✓ faults  3 files  12 passed", "– soak    memory   left out"]);
  expect(formatVerdict(findings, "3 min")).toBe("All parts that ran passed (3 min). Left out: 1 of 2.");
  expect(formatVerdict(findings.slice(0, 1), "3 min")).toBe("Everything passed (3 min).");
  expect(formatVerdict([{ ...findings[0]!, isWell: false }], "3 min")).toBe("1 of 1 failed (3 min).");
});

test("log entries are grouped by kind, without ids, numbers and stacks", () => {
  const entry = (order: string) =>
    `Order ${order} failed after 20 ms\n    at place (file.ts:1)\n  [cause]: error: gone`;
  const log = `Open at 3000\n${entry("EP-1")}\n${entry("EP-2")}\n`;
  const rules = { expected: [/^Open/], ids: [[/EP-\w+/g, "EP-…"]] as const };
  expect(digestLog(log, rules)).toEqual({
    expected: [{ text: "Open at #", count: 1 }],
    surprising: [{ text: "Order EP-… failed after # ms because gone", count: 2 }],
  });
});

test("growing memory is found, and a short run is not judged", () => {
  const samples = Array.from({ length: 60 }, (_, place) => ({
    at: place * 5_000,
    rssMegabytes: 100 + 4 * place,
    heapMegabytes: 50,
    handles: 20,
    delayMs: 1,
  }));
  expect(judgeSamples(samples, false).map(({ isWell }) => isWell)).toEqual([false, true, true, true]);
  expect(judgeSamples(samples, true)[0]).toMatchObject({
    isWell: null,
    words: expect.stringMatching(/too short to judge$/),
  });
  const waits = samples.map(({ at }) => ({ at, value: 5 }));
  const drawn = drawSamples({ title: "Load", subtitle: "5 min", from: 0, samples, waits });
  for (const name of ["RSS", "JavaScript heap", "handles", "the event loop"]) expect(drawn).toContain(name);
});

test("counts, sections and clocks are formatted for people", () => {
  expect([...countKinds([{ kind: "500" }, { kind: "500" }])]).toEqual([["500", 2]]);
  expect([
    sumCounts([1, 2]),
    listCounts([
      ["cut", 1],
      ["kill", 2],
    ]),
    formatClock(125),
  ]).toEqual([3, "cut 1, kill 2", "2:05"]);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  printSection("Faults", []);
  expect(log.mock.calls.flat()).toEqual(["\nFaults", "  nothing"]);
  log.mockRestore();
});

test("options are whole numbers or minutes, and refused next to --quick", () => {
  expect([readWholeNumber("seed", undefined, 3), readWholeNumber("seed", "0", 3, 0), readMinutes("0.5", 2)]).toEqual([
    3, 0, 0.5,
  ]);
  expect(() => readWholeNumber("seed", "many", 3)).toThrow("--seed must be a whole number of at least 1.");
  expect(() => readMinutes("-1", 2)).toThrow("--minutes must be a number of at least 0.");
  expect(() => refuseWithQuick({ minutes: "3" }, ["minutes"])).toThrow("--quick already sets --minutes");
});
