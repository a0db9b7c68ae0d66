/** Tests of the HTTP listener: draining, timeouts, addresses, and malformed or ambiguous requests. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { grantRequestTime } from "./request-time.ts";
import { listen, type ListenOptions } from "./listen.ts";

/** A server that answers every request with this body. */
async function open(body: ReadableStream<Uint8Array>, times: ListenOptions["times"] = {}) {
  const { port, drain } = await listen({
    port: 0,
    proxies: { count: 0, addresses: [] },
    before: (_request, _response, next) => next(),
    app: async () => new Response(body),
    times,
  });
  return { origin: `http://127.0.0.1:${port}`, drain };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("a shop that closes lets a running answer end, and takes no new connection", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const { origin, drain } = await open(readable, { keepAlive: 50, check: 50 });
  void writer.write(bytes("begun"));
  const response = await fetch(origin);
  const drained = drain();
  await expect(fetch(origin)).rejects.toThrow();
  await writer.write(bytes(" and done"));
  await writer.close();
  expect(await response.text()).toBe("begun and done");
  await drained;
});

test("a shop that closes cuts an answer that never ends", async () => {
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await pause(50);
      controller.enqueue(bytes("."));
    },
  });
  const { origin, drain } = await open(endless, { drain: 200 });
  const response = await fetch(origin);
  const isCut = expect(response.text()).rejects.toThrow();
  await drain();
  await isCut;
}, 20_000);

/** Opens a connection and writes to it; `ended` resolves to all that was received. */
function begin(port: number, text: string) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}); // the server may cut it
  socket.write(text);
  let heard = "";
  socket.on("data", (chunk: Buffer) => (heard += chunk.toString("latin1")));
  return { socket, ended: once(socket, "close").then(() => heard) };
}

test("a body may take longer than the lines before it", async () => {
  const { port, drain } = await listen({
    port: 0,
    proxies: { count: 0, addresses: [] },
    before: (_request, _response, next) => next(),
    app: async (request) => new Response(await request.text()),
    times: { headers: 500, request: 60_000, check: 50 },
  });
  const lines = "POST / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Length: 4\r\n";
  const slowBody = begin(port, `${lines}\r\nan`);
  const slowLines = begin(port, lines);
  // It began later and times out, so by now the first request has taken longer than headers may.
  expect(await slowLines.ended).not.toContain(" 200 ");
  slowBody.socket.write("na");
  expect(await slowBody.ended).toMatch(/^HTTP\/1\.1 200 [^]*anna$/);
  await drain();
});

const plain: ListenOptions = {
  port: 0,
  proxies: { count: 0, addresses: [] },
  before: (_request, _response, next) => next(),
  app: async () => new Response("here"),
};

test("a shop that closes does not wait for connections that nobody uses", async () => {
  const { port, drain } = await listen({ ...plain, times: { keepAlive: 600_000, headers: 600_000, drain: 600_000 } });
  const used = begin(port, "GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  await once(used.socket, "data");
  await drain();
  expect(await used.ended).toContain(" 200 ");
});

test("a body that does not come whole in time ends with 408; one that was granted more time may go on", async () => {
  const { port, drain } = await listen({
    port: 0,
    proxies: { count: 0, addresses: [] },
    before: (_request, _response, next) => next(),
    app: async (request) => {
      if (request.url.endsWith("/file")) grantRequestTime(request, 60_000);
      return new Response(await request.text().catch(() => ""));
    },
    times: { request: 300, check: 50 },
  });
  const lines = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Length: 4\r\n\r\nan`;
  const file = begin(port, lines("/file"));
  const form = begin(port, lines("/form"));
  expect(await form.ended).toMatch(/^HTTP\/1\.1 408 /);
  file.socket.write("na");
  expect(await file.ended).toMatch(/^HTTP\/1\.1 200 [^]*anna$/);
  await drain();
});

test("what no time is said for has the shop's own: slow clients, long lines and silence end", async () => {
  const { port, drain } = await listen(plain);
  let server: Server | undefined;
  const hear = (message: unknown) => void (server = (message as { server: Server }).server);
  subscribe("http.server.request.start", hear);
  onTestFinished(() => void unsubscribe("http.server.request.start", hear));
  await (await fetch(`http://127.0.0.1:${port}`)).text();
  expect(server).toMatchObject({
    headersTimeout: 5_000,
    requestTimeout: 0,
    timeout: 30_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
  });
  await drain();
});

test("a shop that closes waits seven seconds for a running answer, unless it is said otherwise", async () => {
  const { port, drain } = await listen({ ...plain, app: async () => new Response(new ReadableStream()) });
  const asking = begin(port, "GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  await once(asking.socket, "data");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const drained = drain();
  vi.advanceTimersByTime(6_999);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1);
  await asking.ended;
  await drained;
});

test("a shop that cannot listen on every address that it should listens on none", async () => {
  const port = await findFreePort();
  // An address of TEST-NET-1, which no machine has (RFC 5737).
  await expect(listen({ ...plain, port, host: "192.0.2.1" })).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

test("a shop that is told to listen where it listens anyway opens all the same", async () => {
  for (const host of ["localhost", "127.0.0.1"]) {
    const { port, drain } = await listen({ ...plain, host });
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text(), host).toBe("here");
    await drain();
  }
});

test("a request that names two hosts is refused in words, and its connection ends", async () => {
  const { port, drain } = await listen(plain);
  const answer = await begin(port, "GET / HTTP/1.1\r\nHost: shop.test\r\nHost: evil.example\r\n\r\n").ended;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/\r\ncontent-type: text\/plain; charset=utf-8\r\n/i);
  expect(answer).toMatch(/\r\nconnection: close\r\n[^]*This request has no valid Host header\./i);
  await drain();
});

test("what is no request is refused as one, and its connection ends", async () => {
  const { port, drain } = await listen(plain);
  expect(await begin(port, "HELLO\r\n\r\n").ended).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  await drain();
});

test("a connection on which nothing was asked ends without a word; a request that stalls is told so", async () => {
  const { port, drain } = await listen({ ...plain, times: { headers: 200, check: 50 } });
  expect(await begin(port, "").ended).toBe("");
  expect(await begin(port, "GET / HTTP/1.1\r\nHost: shop").ended).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  await drain();
});

test("an address that names another host than the line Host, and a host in another spelling than its own, are refused", async () => {
  const asked: string[] = [];
  const { port, drain } = await listen({
    port: 0,
    proxies: { count: 0, addresses: [] },
    before: (_request, _response, next) => next(),
    app: async (request) => {
      asked.push(request.url);
      return new Response("answered");
    },
  });
  const statusOf = async (target: string, host: string | null, version = "1.1") => {
    const lines = [`GET ${target} HTTP/${version}`, ...(host === null ? [] : [`Host: ${host}`]), "Connection: close"];
    return Number((await begin(port, [...lines, "", ""].join("\r\n")).ended).split(" ")[1]);
  };
  for (const [target, host] of [
    ["/staff", "desk.localhost:3600"],
    ["/staff", "DESK.localhost:3600"],
    ["/staff", "books.example:80"],
    ["/staff", "books.example:443"],
    ["/staff", "[::1]:3600"],
    ["http://desk.localhost:3600/staff", "desk.localhost:3600"],
    ["http://Desk.localhost:3600/staff", "desk.LOCALHOST:3600"],
    ["https://books.example:443/staff", "books.example"],
    ["http://books.example/staff", "books.example:80"],
    ["http://%64esk.localhost:3600/staff", "desk.localhost:3600"],
  ] as const)
    expect(await statusOf(target, host), `${target} ${host}`).toBe(200);
  expect(asked).toHaveLength(10);
  for (const [target, host, version] of [
    ["http://%64esk.localhost:3600/staff", "localhost:3600"],
    ["http://desk.localhost:3600/staff", "localhost:3600"],
    ["http://desk.localhost:3601/staff", "desk.localhost:3600"],
    ["http://desk.localhost.:3600/staff", "desk.localhost:3600"],
    ["https://books.example/staff", "desk.books.example"],
    ["http://desk.localhost:3600/staff", null, "1.0"],
    ["/staff", "%64esk.localhost:3600"],
    ["/staff", "desk%2elocalhost:3600"],
    ["/staff", "someone@desk.localhost:3600"],
    ["/staff", "desk.localhost:3600/"],
    ["/staff", "desk.localhost:03600"],
    ["/staff", "0x7f.1"],
    ["/staff", "2130706433"],
  ] as const)
    expect(await statusOf(target, host, version), `${target} ${host}`).toBe(400);
  expect(asked).toHaveLength(10);
  await drain();
});
