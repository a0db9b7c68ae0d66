import { appendFileSync, readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

import type { ProcessSample } from "./samples.ts";

/*
 * Preloaded into a Node.js process (`--import`, see `samplerSettings`): writes a line of JSON every few seconds, with
 * the memory and open handles of the process and the lag of its event loop since the line before.
 */
const file = process.env["SAMPLES_FILE"]!;
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
    // Subtract the resolution: the delay that Node.js measures includes the interval of its own timer.
    delayMs: Math.max(0, delay.percentile(99) / 1e6 - resolutionMs),
  };
  delay.reset();
  appendFileSync(file, `${JSON.stringify(sample)}\n`);
}, Number(process.env["SAMPLES_INTERVAL_MS"])).unref();
