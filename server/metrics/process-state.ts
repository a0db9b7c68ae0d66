import { monitorEventLoopDelay, performance } from "node:perf_hooks";

import type pg from "pg";

import type { Replica } from "#db/replica.ts";
import type { LogCounts } from "#server/log/bounded-lines.ts";
import { sample, type Sample } from "./metrics.ts";

/** Resolution of the measurement of the event loop in milliseconds; the delays in the histogram include this time. */
const lookMs = 20;
const percentiles = [50, 99, 100];

/** Sources of the metrics about this process. */
export interface ProcessSources {
  /** The database pools, by their purpose. */
  pools: Record<string, pg.Pool>;
  /** Whether the process receives notifications of changes from the database. */
  isListening: () => boolean;
  /** The read replica; null if there is none. */
  replica: Pick<Replica, "use"> | null;
  /** The page cache; undefined in development. */
  keptPages: (() => { pages: number; bytes: number }) | undefined;
  logCounts: Readonly<LogCounts>;
  version: string;
}

/** Starts to measure the process. The lag in `samples` covers the time since the previous call of `samples`. */
export function openProcessState(sources: ProcessSources) {
  const { pools, isListening, replica, keptPages, logCounts, version } = sources;
  const delays = monitorEventLoopDelay({ resolution: lookMs });
  delays.enable();
  return {
    samples(): Sample[] {
      const { user, system } = process.cpuUsage();
      const memory = process.memoryUsage();
      const kept = keptPages?.();
      const lag = percentiles.map((percentile) =>
        sample("endpaper_event_loop_lag_seconds", lateness(delays.percentile(percentile)), { percentile }),
      );
      delays.reset();
      return [
        sample("endpaper_info", 1, { version, node: process.version }),
        ...lag,
        sample("endpaper_event_loop_busy_seconds_total", performance.eventLoopUtilization().active / 1000),
        ...Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
          sample("endpaper_pool_connections", totalCount - idleCount, { pool, state: "busy" }),
          sample("endpaper_pool_connections", idleCount, { pool, state: "idle" }),
          sample("endpaper_pool_waiting", waitingCount, { pool }),
        ]),
        sample("endpaper_listening", isListening() ? 1 : 0),
        ...(replica ? replicaSamples(replica.use) : []),
        ...(kept ? [sample("endpaper_kept_pages", kept.pages), sample("endpaper_kept_pages_bytes", kept.bytes)] : []),
        ...Object.entries(logCounts).map(([level, lines]) => sample("endpaper_log_lines_total", lines, { level })),
        sample("process_start_time_seconds", Math.round(performance.timeOrigin) / 1000),
        sample("process_cpu_seconds_total", (user + system) / 1e6),
        sample("process_resident_memory_bytes", memory.rss),
        sample("nodejs_heap_used_bytes", memory.heapUsed),
      ];
    },
    close: () => delays.disable(),
  };
}

function replicaSamples({ replica, primary, behindBytes }: Replica["use"]): Sample[] {
  return [
    sample("endpaper_replica_statements_total", replica, { from: "replica" }),
    sample("endpaper_replica_statements_total", primary, { from: "primary" }),
    ...(behindBytes === null ? [] : [sample("endpaper_replica_behind_bytes", behindBytes)]),
  ];
}

/** The lag of the event loop in seconds, from the delay between two measurements in nanoseconds. */
function lateness(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds / 1e5 - lookMs * 10) / 1e4);
}
