import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { expect, test } from "vitest";

import { listen, type ListenOptions } from "./listen.ts";

/** A port whose every answer is this body. */
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

/** Connects, writes, and answers all that comes back until the end. */
function begin(port: number, text: string) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}); // a connection that was cut
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
  // Begun later and cut off: by then the first has taken longer than lines may.
  expect(await slowLines.ended).not.toContain(" 200 ");
  slowBody.socket.write("na");
  expect(await slowBody.ended).toMatch(/^HTTP\/1\.1 200 [^]*anna$/);
  await drain();
});
