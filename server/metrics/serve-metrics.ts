/** Serves the shop's metrics to Prometheus on a port of their own. */
import { createServer, type Server } from "node:http";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { writeMetrics, type Sample } from "./metrics.ts";

/** Sources of metrics. */
export interface MetricSources {
  /** Metrics of the process itself. */
  ofProcess: () => Sample[];
  /** Metrics of the disks. */
  ofDisks: () => Promise<Sample[]>;
  /** Metrics from the database; rejects while it is unavailable. */
  ofDatabase: () => Promise<Sample[]>;
}

/** How long metrics are cached, in milliseconds, so that frequent requests do not load the database. */
const keptMs = 10_000;
/**
 * Timeout of metrics from the database, in milliseconds. Prometheus gives up after ten seconds; after this timeout it
 * gets the other metrics.
 */
const patienceMs = 8_000;

/** Returns a function that writes the metrics as text, at most once in ten seconds. */
export function createMetricsText(
  { ofProcess, ofDisks, ofDatabase }: MetricSources,
  now: () => number = () => performance.now(),
): () => Promise<string> {
  let madeAt = -Infinity;
  let text = Promise.resolve("");
  let reading: Promise<Sample[] | null> | null = null;

  async function make(): Promise<string> {
    reading ??= ofDatabase()
      .catch(() => null)
      .finally(() => (reading = null));
    const records = await Promise.race([reading, wait(patienceMs, null, { ref: false })]);
    const isUp: Sample = { name: "endpaper_database_up", labels: {}, value: records ? 1 : 0 };
    return writeMetrics([...ofProcess(), ...(await ofDisks()), isUp, ...(records ?? [])]);
  }

  return () => {
    if (now() - madeAt >= keptMs) {
      madeAt = now();
      text = make();
    }
    return text;
  };
}

/** Serves the metrics at `/metrics`. Rejects when the port is taken. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  text: () => Promise<string>,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const refuse = (status: number, words: string) => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" });
      response.end(`${words}\n`);
    };
    if (!isOwnName(request.headers.host, host))
      return refuse(421, "Request the metrics by an address of this machine, or by the name in METRICS_HOST.");
    if (!isRead || request.url?.split("?")[0] !== "/metrics") return refuse(404, "The metrics are at /metrics.");
    void text().then((written) => {
      response.writeHead(200, {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      response.end(request.method === "HEAD" ? undefined : written);
    });
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ message }) =>
      reject(new Error(`The metrics cannot be served (METRICS_HOST=${host}, METRICS_PORT=${port}): ${message}`)),
    );
    server.listen({ host, port }, resolve);
  });
  return { port: portOf(server), close: () => close(server) };
}

/**
 * Whether a request uses a host name of this machine: an address, `localhost`, the name of the machine, or
 * METRICS_HOST. A web page whose own domain resolves to this machine (DNS rebinding) has another name, so its requests
 * are rejected.
 */
export function isOwnName(hostHeader: string | undefined, metricsHost: string): boolean {
  const name = URL.parse(`http://${hostHeader}`)?.hostname.replace(/\.$/, "");
  if (hostHeader === undefined || !name) return false;
  const isAddress = /^[\d.]+$|^\[/.test(name);
  // Domains of the internet have a dot. A name without a dot is, for example, the name of a container in its own
  // network.
  return isAddress || !name.includes(".") || [hostname(), metricsHost].some((own) => own.toLowerCase() === name);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
