import { isIP } from "node:net";

import { z } from "zod";

import type { LogFormat } from "#server/log/open-log.ts";
import { SettingsError } from "./settings-error.ts";

/** Logging and metrics. */
export interface WatchConfig {
  logFormat: LogFormat;
  /** Where metrics are served; null if they are not. */
  metrics: { host: string; port: number } | null;
}

/** The settings of log and metrics. */
export const watchSettings = {
  LOG_FORMAT: z
    .enum(["plain", "json"], { error: "must be plain (lines for people) or json (one object per line)" })
    .default("plain"),
  METRICS_PORT: z
    .string()
    .refine((given) => /^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65535, {
      error: "must be a port number such as 9464",
    })
    .transform(Number)
    .optional(),
  METRICS_HOST: z
    .string()
    .refine((given) => isIP(given) !== 0, {
      error: "must be an IP address of this machine, such as 10.0.0.5, or 0.0.0.0",
    })
    .default("127.0.0.1"),
};

/**
 * Reads the settings. Throws a SettingsError if the metrics are on the shop's own port, where visitors could read them.
 */
export function readWatch(read: z.infer<z.ZodObject<typeof watchSettings>>, shopPort: number): WatchConfig {
  if (read.METRICS_PORT === shopPort)
    throw new SettingsError(
      `METRICS_PORT=${shopPort} is the port of the shop itself, where everybody could read its metrics. Choose another, such as 9464.`,
    );
  return {
    logFormat: read.LOG_FORMAT,
    metrics: read.METRICS_PORT === undefined ? null : { host: read.METRICS_HOST, port: read.METRICS_PORT },
  };
}
