import { readFileSync } from "node:fs";

import { z } from "zod";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import type { Config } from "#server/config/config.ts";
import type { Services } from "#shop/services.ts";
import type { ShopLog } from "#server/log/open-log.ts";
import { openProcessState, type ProcessSources } from "./process-state.ts";
import { readDiskSamples, readDatabaseSamples } from "./record-state.ts";
import { createMetricsText, serveMetrics } from "./serve-metrics.ts";
import type { Traffic } from "./traffic.ts";

interface MetricsOptions extends Omit<ProcessSources, "logCounts" | "version"> {
  config: Pick<Config, "dataDir" | "backup">;
  at: { host: string; port: number };
  databaseUrl: string;
  traffic: Traffic;
  log: Pick<ShopLog, "counts">;
  jobNames: string[];
  services: Pick<Services, "paymentProviders" | "now">;
}

/**
 * Timeouts in milliseconds of the connection that metrics are read on. It is a connection of its own, so that metrics
 * take none from readers.
 */
const limits = { statement: 5_000, lock: 1_000, idleTransaction: 5_000, connection: 5_000 };

/** Opens the port where Prometheus reads the shop's metrics. */
export async function openMetrics(options: MetricsOptions): Promise<{ port: number; close: () => Promise<void> }> {
  const { config, at, databaseUrl, traffic, log, jobNames, services } = options;
  const pool = openPool(databaseUrl, 1, limits);
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const state = openProcessState({ ...options, logCounts: log.counts, version });
  const text = createMetricsText({
    ofProcess: () => [...state.samples(), ...traffic.samples()],
    ofDisks: () => readDiskSamples(config),
    ofDatabase: () => readDatabaseSamples({ ...services, db: queriesOver(pool, pool) }, jobNames),
  });
  try {
    const served = await serveMetrics(at, text);
    return {
      port: served.port,
      async close() {
        await served.close();
        state.close();
        await pool.endWithin();
      },
    };
  } catch (error) {
    state.close();
    await pool.end();
    throw error;
  }
}
