import { appendFileSync, readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/*
 * Loaded into the shop before all else (--import): writes a line of JSON every few seconds with what the process holds and how
 * late its event loop was since the line before.
 */
const file = process.env.BENCH_SAMPLES!;
const everyMs = Number(process.env.BENCH_SAMPLE_MS ?? 5_000);

/** What a process held at a moment. */
export interface ProcessSample {
  /** Unix time in milliseconds. */
  at: number;
  rssMegabytes: number;
  heapMegabytes: number;
  /** Open files and sockets. */
  handles: number;
  /** How late the event loop was, 99 of 100 times, in milliseconds. */
  delayMs: number;
}

const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage();
  const sample: ProcessSample = {
    at: Date.now(),
    rssMegabytes: rss / 2 ** 20,
    heapMegabytes: heapUsed / 2 ** 20,
    handles: readdirSync("/proc/self/fd").length,
    // Node counts from when its timer was set, not from when it was due.
    delayMs: Math.max(0, delay.percentile(99) / 1e6 - resolutionMs),
  };
  delay.reset();
  appendFileSync(file, `${JSON.stringify(sample)}\n`);
}, everyMs).unref();
