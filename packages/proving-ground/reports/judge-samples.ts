/** Judges and draws the samples of a process under constant load. */

import type { ProcessSample } from "#proving-ground/processes/samples.ts";
import { judgeFlatness, type Point } from "./flatness.ts";
import { drawLineCharts } from "./line-charts.ts";

/** The judged quantities, with the growth that is always tolerated, in the unit of the quantity. */
const judged = {
  rssMegabytes: { what: "memory (RSS)", unit: "MB", allowance: 15 },
  heapMegabytes: { what: "JavaScript heap", unit: "MB", allowance: 10 },
  handles: { what: "open files and sockets", unit: "handles", allowance: 10 },
  delayMs: { what: "event loop, delay at p99", unit: "ms", allowance: 20 },
} as const;

/** The result for one quantity. */
export interface SampleFinding {
  what: string;
  /** Whether the quantity stayed flat; null if the run was too short. */
  isWell: boolean | null;
  words: string;
}

/** Judges whether each quantity stayed flat. For a run that is too short, only reports the values. */
export function judgeSamples(samples: readonly ProcessSample[], isTooShort: boolean): SampleFinding[] {
  return Object.entries(judged).map(([name, { what, unit, allowance }]) => {
    const { isFlat, growth, mean } = judgeFlatness(pointsOf(samples, name as keyof typeof judged), allowance);
    const words = `${mean.toFixed(0)} ${unit} on average, ${growth >= 0 ? "+" : ""}${growth.toFixed(1)} over the last two thirds`;
    return { what, isWell: isTooShort ? null : isFlat, words: isTooShort ? `${words}; too short to judge` : words };
  });
}

interface SampleCharts {
  title: string;
  subtitle: string;
  /** The beginning of the time axis, as Unix time in milliseconds. */
  from: number;
  samples: readonly ProcessSample[];
  /** Response times at p99, in milliseconds. */
  waits: readonly Point[];
}

/** Draws memory, handles and waiting over time as SVG. */
export function drawSamples({ title, subtitle, from, samples, waits }: SampleCharts): string {
  return drawLineCharts(title, subtitle, from, [
    {
      title: "Memory",
      unit: "MB",
      lines: [
        { name: "RSS", points: pointsOf(samples, "rssMegabytes") },
        { name: "JavaScript heap", points: pointsOf(samples, "heapMegabytes") },
      ],
    },
    {
      title: "Open files and sockets",
      unit: "number",
      lines: [{ name: "handles", points: pointsOf(samples, "handles") }],
    },
    {
      title: "Waiting",
      unit: "milliseconds, p99 of 5 seconds",
      lines: [
        { name: "a page", points: waits },
        { name: "the event loop", points: pointsOf(samples, "delayMs") },
      ],
    },
  ]);
}

function pointsOf(samples: readonly ProcessSample[], name: keyof typeof judged): Point[] {
  return samples.map((sample) => ({ at: sample.at, value: sample[name] }));
}
