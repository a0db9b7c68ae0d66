/** Tests of the metrics port: format, labels, caching, an unavailable database, and foreign host names. */
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import {
  dashboard,
  expressionOf,
  findUnknownLabels,
  labelsIn,
  prometheusLabels,
  rules,
} from "#tests/support/shop/metric-names.ts";
import { metrics, writeMetrics } from "./metrics.ts";
import { openMetrics } from "./open-metrics.ts";
import { createMetricsText, isOwnName } from "./serve-metrics.ts";
import { Traffic } from "./traffic.ts";

const testServices = await openTestServices();
const { db, pool, services } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-metrics-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(databaseUrl = testServices.url, port = 0) {
  const traffic = new Traffic();
  traffic.count("/books/:bookId", "GET", 200, "app");
  traffic.time("/books/:bookId", 0.02);
  const opened = await openMetrics({
    config: {
      dataDir: folder,
      backup: { folder, s3: null, days: 14, recipient: null, isUnencryptedAllowed: false, isOff: false },
    },
    at: { host: "127.0.0.1", port },
    databaseUrl,
    pools: { pages: pool },
    isListening: () => true,
    replica: { use: { replica: 3, primary: 1, behindBytes: 0 } },
    keptPages: () => ({ pages: 3, bytes: 4_000 }),
    traffic,
    log: { counts: { info: 1, warn: 0, error: 0, "left-out": 0 } },
    jobNames: ["letters"],
    services,
  });
  onTestFinished(opened.close);
  const ask = (path = "/metrics", method = "GET") =>
    fetch(`http://127.0.0.1:${opened.port}${path}`, { method, headers: { connection: "close" } });
  return { ...opened, ask, read: async () => (await ask()).text() };
}

test("every number of the table is told and no other, in the format that Prometheus reads", async () => {
  await setStock(db, "godan", 2);
  await paidOrder(testServices, "somebody", { godan: 1 });
  await db.execute(sql`
    insert into webhook_events (event_id, body_sha256, type, body, state) values ('e', 'h', 'order.paid', '', 'done')`);
  await db.execute(sql`insert into jobs (name, runs, succeeded_at) values ('letters', 7, now())`);
  const { ask } = await open();
  const response = await ask();
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  expect([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)).toEqual(Object.keys(metrics));
  for (const line of [
    "endpaper_database_up 1",
    'endpaper_job_runs_total{task="letters"} 7',
    'endpaper_payments_last_hour{status="captured"} 1',
    'endpaper_orders_waiting{state="paid"} 1',
    'endpaper_paid_without_webhook{provider="razorpay"} 0',
    "endpaper_listening 1",
    'endpaper_replica_statements_total{from="primary"} 1',
    "endpaper_kept_pages 3",
  ])
    expect(text.split("\n")).toContain(line);
});

test("no number has a label that Prometheus sets, and alerts and panels name labels that the numbers have", async () => {
  const labelsOf = labelsIn(await (await open()).read());
  expect([...labelsOf.keys()]).toEqual(expect.arrayContaining(["endpaper_job_late", "endpaper_pool_waiting"]));
  for (const [name, labels] of labelsOf)
    for (const label of prometheusLabels) expect([...labels], name).not.toContain(label);
  for (const rule of rules) {
    const shown = [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
    expect(findUnknownLabels(expressionOf(rule), shown, labelsOf), rule).toEqual([]);
  }
  for (const { title, targets } of dashboard.panels)
    for (const { expr, legendFormat } of targets) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      expect(findUnknownLabels(expr, shown, labelsOf), `${title}: ${expr}`).toEqual([]);
    }
});

test("a scrape asks five questions, and whoever asks again soon gets the same numbers", async () => {
  const { read } = await open();
  let first = "";
  expect(await countQueries(async () => void (first = await read()))).toBe(5);
  expect(await countQueries(async () => void (await Promise.all([read(), read(), read()])))).toBe(0);
  expect(await read()).toBe(first);
});

test("numbers are made anew when they are ten seconds old", async () => {
  const clock = { now: 0 };
  let made = 0;
  const text = createMetricsText(
    { ofProcess: () => [], ofDisks: async () => [], ofDatabase: async () => ((made += 1), []) },
    () => clock.now,
  );
  await text();
  clock.now = 9_999;
  await text();
  expect(made).toBe(1);
  clock.now = 10_000;
  await text();
  expect(made).toBe(2);
});

test("while the database is away the shop tells that, and what it knows by itself", async () => {
  const line = await openDatabaseProxy(testServices.url);
  onTestFinished(line.close);
  line.cut();
  const { read } = await open(line.url);
  const text = await read();
  expect(text).toContain("\nendpaper_database_up 0\n");
  expect(text).toContain("\nprocess_resident_memory_bytes ");
  expect(text).not.toContain("endpaper_letters_due ");
});

test("there is nothing else on the port, and nothing can be written to it", async () => {
  const { ask } = await open();
  expect((await ask("/")).status).toBe(404);
  expect((await ask("/metrics", "POST")).status).toBe(404);
});

test("the port answers its own names only, so that no domain of a stranger's that leads here reads it", async () => {
  const own = ["127.0.0.1:9464", "localhost:9464", "LOCALHOST", "[::1]:9464", "10.0.0.7", "shop", hostname()];
  for (const name of [...own, "numbers.books.example:9464"])
    expect(isOwnName(name, "numbers.books.example"), name).toBe(true);
  for (const name of [
    undefined,
    "",
    "evil.example",
    "evil.example:9464",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
  ])
    for (const at of ["127.0.0.1", "0.0.0.0", "numbers.books.example"]) expect(isOwnName(name, at), name).toBe(false);
  const { port } = await open();
  const status = await new Promise((resolve) => {
    request({ port, path: "/metrics", headers: { host: "evil.example" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
  expect(status).toBe(421);
});

test("a port that is taken is told by the setting's name", async () => {
  const { port } = await open();
  await expect(open(testServices.url, port)).rejects.toThrow(
    `The metrics cannot be served (METRICS_HOST=127.0.0.1, METRICS_PORT=${port}): `,
  );
});

test("a label holds any text", () => {
  const name = "endpaper_job_late";
  expect(writeMetrics([{ name, labels: { task: 'a"b\\c\nd' }, value: 1 }])).toContain('{task="a\\"b\\\\c\\nd"} 1\n');
});
