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
    "Responses, by route pattern, method, status, and whether the response came from memory or from the app.",
  ),
  endpaper_http_request_duration_seconds: histogram(
    "Seconds until responses of the app began, by route. The time while a form with a file is received is not counted.",
  ),
  endpaper_event_loop_lag_seconds: gauge(
    "Lag of the event loop since the previous reading, by percentile; 100 is the maximum.",
  ),
  endpaper_event_loop_busy_seconds_total: counter("Seconds that the event loop has been busy."),
  endpaper_pool_connections: gauge("Connections to the database, by pool and whether they are busy or idle."),
  endpaper_pool_waiting: gauge("Requests and jobs that wait for a connection to the database, by pool."),
  endpaper_listening: gauge("1 while the process receives notifications of changes from the database, else 0."),
  endpaper_replica_statements_total: counter(
    "Statements for public pages by the server that executed them: the replica, or the primary while the replica was behind or unavailable.",
  ),
  endpaper_replica_behind_bytes: gauge(
    "Bytes of WAL that the replica lacked for public pages when it was last checked.",
  ),
  endpaper_kept_pages: gauge("Pages in the page cache."),
  endpaper_kept_pages_bytes: gauge("Bytes of the pages in the page cache, including compressed copies."),
  endpaper_log_lines_total: counter(
    "Lines of the log, by level; left-out is the number of lines that were counted but not written.",
  ),
  endpaper_disk_free_bytes: gauge(
    "Free bytes on the disk of the shop, and on the disk of the backups if it is another one.",
  ),
  endpaper_database_up: gauge("1 if the database returned its metrics within seconds, else 0."),
  endpaper_job_runs_total: counter("Started runs of a background job."),
  endpaper_job_failures_total: counter("Runs of a background job that failed."),
  endpaper_job_failures_in_a_row: gauge("Failed runs of a background job since its last success."),
  endpaper_job_since_success_seconds: gauge("Seconds since the last success of a background job."),
  endpaper_job_late: gauge("1 if no process has run a background job for five minutes after it was due, else 0."),
  endpaper_letters_due: gauge("Letters that wait to be sent, up to 1,000."),
  endpaper_letters_oldest_seconds: gauge("Seconds that the oldest waiting letter has waited."),
  endpaper_letters_given_up: gauge(
    "Letters that could not be sent, will not be tried again, and that nobody has dealt with yet, up to 10,000.",
  ),
  endpaper_payments_last_hour: gauge("Payments of the last hour by their status, up to 10,000."),
  endpaper_orders_waiting: gauge("Orders that wait for their payment or to be packed, by state, up to 10,000."),
  endpaper_refunds_open: gauge("Refunds that are not completed, by state, up to 10,000."),
  endpaper_money_concerns: gauge("Payments and refunds that need a person."),
  endpaper_webhook_since_last_seconds: gauge(
    "Seconds since the last webhook of a payment provider; missing if there was none yet.",
  ),
  endpaper_paid_without_webhook: gauge(
    "Orders paid in the last week without a webhook of their payment provider, up to 1,000.",
  ),
  process_start_time_seconds: gauge("Start time of the shop, in seconds since 1970."),
  process_cpu_seconds_total: counter("Processor time of the shop's process, user and system."),
  process_resident_memory_bytes: gauge("Memory of the shop's process."),
  nodejs_heap_used_bytes: gauge("Memory of the JavaScript heap."),
} satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

type Labels = Record<string, string | number>;

/** A value of a metric. */
export interface Sample {
  name: MetricName;
  /** The suffix of the name, for a series of a histogram. */
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
