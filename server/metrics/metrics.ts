/** The table of all metrics that the shop exports, and their output in Prometheus' text format. */
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

type MetricType = "counter" | "gauge" | "histogram";

interface Metric {
  type: MetricType;
  help: string;
}

const counter = (help: string): Metric => ({ type: "counter", help });
const gauge = (help: string): Metric => ({ type: "gauge", help });
const histogram = (help: string): Metric => ({ type: "histogram", help });

/** Alerts and the dashboard use only these metrics. */
export const metrics = {
  endpaper_info: gauge("1, with the version of the shop and of Node.js."),
  endpaper_http_requests_total: counter(
    "Requests answered, by route as the shop's table of routes writes it, method, status, and whether the answer was kept in memory or made.",
  ),
  endpaper_http_request_duration_seconds: histogram(
    "How long answers took that were made, until they began, by route. While a form with a file comes in, no time is counted.",
  ),
  endpaper_event_loop_lag_seconds: gauge(
    "How late the event loop was since the numbers before, by percentile; 100 is the most.",
  ),
  endpaper_event_loop_busy_seconds_total: counter("How long the event loop has been at work."),
  endpaper_pool_connections: gauge("Connections to the database, by pool and whether they are busy or idle."),
  endpaper_pool_waiting: gauge("Who waits for a connection to the database, by pool."),
  endpaper_listening: gauge("1 while the process hears of changes from the database, else 0."),
  endpaper_replica_statements_total: counter(
    "Statements for public pages by who answered: the replica or, as it was behind or away, the primary.",
  ),
  endpaper_replica_behind_bytes: gauge("How far the replica was behind what its readers need when it was asked last."),
  endpaper_cdn_purges_total: counter(
    "Times that the CDN was to be told of changes, by whether it was: told or failed.",
  ),
  endpaper_kept_pages: gauge("Pages kept in memory."),
  endpaper_kept_pages_bytes: gauge("Bytes of the pages kept in memory, packed ones included."),
  endpaper_log_lines_total: counter("Lines of the log, by level; left-out: lines that were counted and not written."),
  endpaper_disk_free_bytes: gauge("Bytes free on the disk of the shop, and of the backups where they have their own."),
  endpaper_database_up: gauge("1 when the database answered these questions within seconds, else 0."),
  endpaper_job_runs_total: counter("Runs of a background job that were begun."),
  endpaper_job_failures_total: counter("Runs of a background job that failed."),
  endpaper_job_failures_in_a_row: gauge("How many runs of a background job have failed since one succeeded."),
  endpaper_job_since_success_seconds: gauge("How long ago a background job last did its work."),
  endpaper_job_late: gauge("1 when nobody has run a background job for five minutes after it was due, else 0."),
  endpaper_letters_due: gauge("Letters that wait to be sent, up to 1,000."),
  endpaper_letters_oldest_seconds: gauge("How long the oldest of the letters that wait has waited."),
  endpaper_letters_given_up: gauge(
    "Letters that could not be sent, will not be tried again, and that nobody has seen to, up to 10,000.",
  ),
  endpaper_payments_last_hour: gauge("Payments of the last hour by their status, up to 10,000."),
  endpaper_orders_waiting: gauge("Orders that wait for their payment or to be packed, by state, up to 10,000."),
  endpaper_refunds_open: gauge("Refunds that are not done, by state, up to 10,000."),
  endpaper_money_concerns: gauge("Payments and refunds that wait for a person."),
  endpaper_webhook_since_last_seconds: gauge(
    "How long ago the last webhook of a payment provider came; missing when none ever has.",
  ),
  endpaper_paid_without_webhook: gauge(
    "Orders of the last week that were paid while no webhook of their payment provider came, up to 1,000.",
  ),
  process_start_time_seconds: gauge("When the shop was started, in seconds since 1970."),
  process_cpu_seconds_total: counter("Processor time of the shop's process, user and system."),
  process_resident_memory_bytes: gauge("Memory of the shop's process."),
  nodejs_heap_used_bytes: gauge("Memory that JavaScript uses of it."),
} satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

type Labels = Record<string, string | number>;

/** A value of a metric. */
export interface Sample {
  name: MetricName;
  /** The series of a histogram. */
  part?: "_bucket" | "_sum" | "_count";
  labels: Labels;
  value: number;
}

export function sample(name: MetricName, value: number, labels: Labels = {}): Sample {
  return { name, value, labels };
}

/** Formats samples in Prometheus' text format, version 0.0.4. */
export function writeMetrics(samples: Sample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name);
  const lines: string[] = [];
  for (const name of typedKeys(metrics)) {
    const { type, help }: Metric = metrics[name];
    const found = byName.get(name);
    if (!found) continue;
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const { part = "", labels, value } of found) lines.push(`${name}${part}${writeLabels(labels)} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

function writeLabels(labels: Labels): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
