import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openDatabaseLine } from "#tests/support/database/database-line.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();

interface Line {
  level: string;
  time: string;
  msg: string;
  request?: string;
  route?: string;
  status?: number;
}

/** A shop with a log for programs and numbers for Prometheus. */
async function openWatchedShop(databaseUrl: string, settings: Record<string, string> = {}) {
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  const metricsPort = await findFreePort();
  const shop = startChildShop({
    ...settingsOf(testServices),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: String(await findFreePort()),
    LOG_FORMAT: "json",
    METRICS_PORT: String(metricsPort),
    ...settings,
  });
  onTestFinished(() => void shop.stop());
  await shop.opened;
  const lines = () =>
    shop
      .output()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  const numbers = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return { shop, lines, numbers };
}

test("a shop writes an object a line, names the request that failed and tells its numbers", async () => {
  const line = await openDatabaseLine(testServices.url);
  onTestFinished(line.close);
  const { shop, lines, numbers } = await openWatchedShop(line.url);
  expect(lines().find(({ msg }) => msg.startsWith("Endpaper is open at"))).toMatchObject({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  await expect.poll(numbers, { timeout: 60_000 }).toContain("\nendpaper_database_up 1\n");
  // The link that opens the desk is for a person at a terminal.
  expect(shop.output()).toContain("The desk has no owner yet.");
  expect(shop.output()).not.toMatch(/\/invitations\/[\w-]{43}/);

  line.cut();
  const response = await fetch(`${shop.url}/cart?from=meera@mail.test`);
  expect(response.status).toBe(503);
  const request = response.headers.get("x-request-id");
  expect(request).toMatch(/^[0-9a-f]{8}-\d+$/);
  await expect
    .poll(() => lines().filter((one) => one.request === request))
    .toEqual([
      expect.objectContaining({ level: "error", msg: expect.stringContaining("Pages wait for the database") }),
      expect.objectContaining({ level: "warn", route: "/cart", status: 503 }),
    ]);
  expect(shop.output()).not.toContain("meera");
  line.mend();
  expect(await shop.stop()).toBe(0);
});

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

/** A collector as OTLP/HTTP has it, for what is sent as JSON. */
async function openCollector() {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    const isTraces = request.url === "/v1/traces" && request.headers["content-type"] === "application/json";
    if (isTraces) spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(isTraces ? 200 : 400, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a shop sends what a purchase took, with its statements and calls to Razorpay, and nothing of who bought", async () => {
  const { spans, url } = await openCollector();
  const { shop, lines } = await openWatchedShop(testServices.url, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const send = (path: string, fields: Record<string, string>, cookie = "") =>
    fetch(shop.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: shop.url, accept: "application/json", cookie },
    });
  const put = await send("/cart/lines", { intent: "add", bookId: "godan" });
  const cookie = put.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const placed = await send("/checkout?from=meera@mail.test", { ...delivery, email: "meera@mail.test" }, cookie);
  expect(placed.status).toBe(200);
  // A report that nobody signed writes a line, and Razorpay without an answer fails a request.
  testServices.standIn.setFault("serverError", { times: "always" });
  await send("/cart/lines", { intent: "add", bookId: "indica" }, cookie);
  const failed = await send("/checkout", { ...delivery, email: "meera@mail.test" }, cookie);
  testServices.standIn.setFault("serverError", null);
  expect(failed.status).toBe(503);
  await expect.poll(() => spans.map(({ name }) => name)).toContain("job reservations");
  expect(await shop.stop()).toBe(0);

  const partsOf = (one: SentSpan) => spans.filter(({ parentSpanId }) => parentSpanId === one.spanId);
  const valueOf = (one: SentSpan, key: string) =>
    Object.values(one.attributes.find((of) => of.key === key)?.value ?? {})[0];
  const checkouts = spans.filter(({ name }) => name === "POST /checkout");
  expect(checkouts.map((one) => [one.kind, valueOf(one, "http.response.status_code"), one.status.code])).toEqual([
    [2, "200", undefined],
    [2, "503", 2],
  ]);
  const [bought] = checkouts;
  expect(valueOf(bought!, "endpaper.request")).toBe(placed.headers.get("x-request-id"));
  const parts = partsOf(bought!);
  const call = parts.find(({ name }) => name === "POST 127.0.0.1")!;
  expect([call.kind, valueOf(call, "url.template"), valueOf(call, "http.response.status_code")]).toEqual([
    3,
    "/v1/orders",
    "200",
  ]);
  const insert = parts.find((one) => valueOf(one, "db.query.text")?.includes("insert into orders"))!;
  expect([insert.kind, valueOf(insert, "db.system.name"), valueOf(insert, "db.query.text")]).toEqual([
    3,
    "postgresql",
    expect.stringContaining("$1"),
  ]);
  for (const { traceId, startTimeUnixNano, endTimeUnixNano } of [...parts, bought!]) {
    expect(traceId).toBe(bought!.traceId);
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  }
  const job = spans.find(({ name }) => name === "job reservations")!;
  expect(valueOf(job, "endpaper.job")).toMatch(/^reservations-\d+$/);
  expect(partsOf(job).length).toBeGreaterThan(0);

  expect(lines().find(({ status }) => status === 503)).toMatchObject({
    trace_id: checkouts[1]!.traceId,
    route: "/checkout",
  });
  const sent = JSON.stringify(spans);
  for (const personal of ["meera", "Asha", "Residency", "9876543210", cookie.split("=")[1]!.split(";")[0]!, "from="])
    expect(sent).not.toContain(personal);
});

test("numbers on the shop's own port are refused, as readers would see them", async () => {
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  const port = String(await findFreePort());
  const shop = startChildShop({ PORT: port, METRICS_PORT: port, DATA_DIR: folder });
  onTestFinished(() => void shop.stop());
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toContain(`METRICS_PORT=${port} is the port of the shop itself`);
});
