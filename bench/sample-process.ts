import { appendFileSync, readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/*
 * Preloaded into the shop (`--import`): writes a line of JSON every few seconds, with the memory and open handles of
 * the process and the lag of its event loop since the line before.
 */
const file = process.env.BENCH_SAMPLES!;
const everyMs = Number(process.env.BENCH_SAMPLE_MS ?? 5_000);

/** Resources of a process at a point in time. */
export interface ProcessSample {
  /** Unix time in milliseconds. */
  at: number;
  rssMegabytes: number;
  heapMegabytes: number;
  /** Open files and sockets. */
  handles: number;
  /** Event loop lag, p99, in milliseconds. */
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
    // Node.js includes the interval of its own timer.
    delayMs: Math.max(0, delay.percentile(99) / 1e6 - resolutionMs),
  };
  delay.reset();
  appendFileSync(file, `${JSON.stringify(sample)}\n`);
}, everyMs).unref();
