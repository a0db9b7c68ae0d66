/** Tests that requests are counted, timed and logged by route, with request ids and without the addresses of pages. */
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { listen } from "#server/http/listen.ts";
import { currentLogContext } from "#server/log/log-context.ts";
import { writeMetrics } from "./metrics.ts";
import { Traffic } from "./traffic.ts";
import { watchRequests } from "./watch-requests.ts";

interface Written {
  level: string;
  text: string;
  facts: Record<string, string | number>;
}

/** A shop with one page in memory; `answer` handles all other requests. */
async function openWatched(
  proxies = { count: 0, addresses: ["127.0.0.0/8"] },
  answer = async ({ url }: Request) =>
    new Response("made", { status: Number(new URL(url).searchParams.get("status") ?? 200) }),
) {
  const written: Written[] = [];
  const traffic = new Traffic();
  const log = { write: (level: string, text: string, facts: Written["facts"]) => written.push({ level, text, facts }) };
  const watch = watchRequests({ log, proxies, traffic, isForDesk: ({ headers }) => headers["x-desk"] !== undefined });
  const seen: unknown[] = [];
  const { port, drain } = await listen({
    port: 0,
    times: { drain: 500 },
    proxies,
    before: (request, response, next) =>
      watch(
        request,
        response,
        (pass) => {
          if (request.url !== "/about") return pass();
          response.writeHead(200, { "content-type": "text/plain" });
          response.end("kept");
        },
        next,
      ),
    async app(request) {
      await new Promise(setImmediate);
      seen.push(currentLogContext());
      return answer(request);
    },
  });
  onTestFinished(drain);
  const ask = (path: string, headers: Record<string, string> = {}, body?: ReadableStream) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { connection: "close", ...headers },
      ...(body && { method: "POST", body, duplex: "half" }),
    });
  return { ask, written, seen, numbers: () => writeMetrics(traffic.samples()) };
}

test("an answer that is made has an id, and so has what is written for it", async () => {
  const { ask, seen } = await openWatched();
  const ids = [await ask("/cart"), await ask("/cart")].map(({ headers }) => headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(2);
  expect(seen).toEqual(ids.map((request) => ({ request })));
  expect(currentLogContext()).toEqual({});
});

test("a page from memory has none, as nothing is written of it", async () => {
  const { ask } = await openWatched();
  expect((await ask("/about")).headers.get("x-request-id")).toBeNull();
});

test.each([
  ["no proxy is set", { count: 0, addresses: ["127.0.0.0/8"] }, "5f0c1a7e-proxy", false],
  ["it comes from elsewhere", { count: 1, addresses: ["10.0.0.0/8"] }, "5f0c1a7e-proxy", false],
  ["it comes from the proxy", { count: 1, addresses: ["127.0.0.0/8"] }, "5f0c1a7e-proxy", true],
  ["the proxy passes on nonsense", { count: 1, addresses: ["127.0.0.0/8"] }, 'x" forged="1', false],
])("an id that a request brings: %s", async (_, proxies, given, isTaken) => {
  const { ask } = await openWatched(proxies);
  const { headers } = await ask("/cart", { "x-request-id": given });
  expect(headers.get("x-request-id") === given).toBe(isTaken);
});

test("requests are counted by route, status and whether they were kept, and no address is told", async () => {
  const { ask, numbers } = await openWatched();
  for (const path of ["/about", "/about", "/books/a-secret-interest?from=me", "/search?q=my+illness", "/secret-path"])
    await (await ask(path)).text();
  await (await ask("/staff/meera", { "x-desk": "yes" })).text();
  const counted = (labels: string, count: number) => `endpaper_http_requests_total{${labels}} ${count}\n`;
  await expect.poll(numbers).toContain(counted('route="desk",method="GET",status="200",from="app"', 1));
  expect(numbers()).toContain(counted('route="/about",method="GET",status="200",from="memory"', 2));
  expect(numbers()).toContain(counted('route="/books/:bookId",method="GET",status="200",from="app"', 1));
  expect(numbers()).toContain(counted('route="other",method="GET",status="200",from="app"', 1));
  expect(numbers()).toContain('endpaper_http_request_duration_seconds_count{route="/search"} 1\n');
  expect(numbers()).toContain('endpaper_http_request_duration_seconds_bucket{route="/search",le="+Inf"} 1\n');
  expect(numbers()).not.toMatch(/secret|illness|meera/);
});

test("a stream of events is timed until it begins, a form with a file from when it has come, all else while it is made", async () => {
  const { ask, numbers } = await openWatched(undefined, async (request) => {
    await request.arrayBuffer();
    if (request.url.endsWith("/search")) await wait(1_200);
    return request.url.endsWith("/changes")
      ? new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } })
      : new Response("made");
  });
  async function* slowFile() {
    yield Buffer.from("--x");
    await wait(1_200);
    yield Buffer.from("--");
  }
  const file = { "content-type": "multipart/form-data; boundary=x" };
  const events = await ask("/today/changes", { "x-desk": "yes" });
  await Promise.all([
    wait(1_200).then(() => events.body!.cancel()),
    ask("/cart", file, Readable.toWeb(Readable.from(slowFile())) as ReadableStream).then((made) => made.text()),
    ask("/search").then((made) => made.text()),
  ]);
  const timed = (route: string, le: string, count: number) =>
    `endpaper_http_request_duration_seconds_bucket{route="${route}",le="${le}"} ${count}\n`;
  for (const route of ["desk", "/cart", "/search"]) await expect.poll(numbers).toContain(timed(route, "+Inf", 1));
  expect(numbers()).toContain(timed("desk", "1", 1));
  expect(numbers()).toContain(timed("/cart", "1", 1));
  expect(numbers()).toContain(timed("/search", "1", 0));
});

test("a request that failed is logged with its route, and one that was refused is not", async () => {
  const { ask, written } = await openWatched();
  await ask("/books/a-secret-interest?status=404");
  const id = (await ask("/books/a-secret-interest?status=503")).headers.get("x-request-id");
  await expect
    .poll(() => written)
    .toEqual([
      {
        level: "warn",
        text: "A request was answered with 503: GET /books/:bookId",
        facts: { request: id, route: "/books/:bookId", status: 503, seconds: expect.any(Number) },
      },
    ]);
});
