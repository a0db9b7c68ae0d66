/** Tests that long documents stream at their client's pace, stop when it leaves, and are limited per network. */
import { get, type IncomingMessage } from "node:http";

import { afterAll, beforeEach, expect, test } from "vitest";

import { expectErrors } from "#tests/support/expect-errors.ts";
import { listen } from "#server/http/listen.ts";
import { createStreams } from "./streams.ts";

/** State of the document that the listener sends. */
const pieces = { all: 1000, read: 0, ended: 0, failsAt: Infinity };
beforeEach(() => void Object.assign(pieces, { all: 1000, read: 0, ended: 0, failsAt: Infinity }));

async function* write() {
  try {
    for (; pieces.read < pieces.all; pieces.read += 1) {
      if (pieces.read === pieces.failsAt) throw new Error("The database is gone.");
      // Asynchronous, as a database query is.
      await new Promise(setImmediate);
      yield "x".repeat(256 * 1024);
    }
  } finally {
    pieces.ended += 1;
  }
}

const streams = createStreams(() => 1);
const listener = await listen({
  port: 0,
  proxies: { count: 0, addresses: [] },
  before: (_request, _response, next) => next(),
  app: (request) => streams.answer(request, "192.0.2.1", "text/plain", write),
});
afterAll(() => listener.drain());

function open(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port: listener.port, host: "127.0.0.1", agent: false, headers }, resolve).on("error", reject);
  });
}

async function readWhole(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
}

const shortly = { timeout: 20_000, interval: 20 };

test.each(["identity", "gzip"])("nothing more is read for a client that has gone (%s)", async (encoding) => {
  const answer = await open({ "accept-encoding": encoding });
  await new Promise((resolve) => void answer.once("data", resolve));
  answer.destroy();
  await expect.poll(() => pieces.ended, shortly).toBe(1);
  expect(pieces.read).toBeLessThan(pieces.all);
});

test("a client that does not read holds up the reading of the document", async () => {
  const answer = await open();
  // The buffers in between fill up, and then reading stops, far from the end.
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = pieces.read > 0 && pieces.read === before;
        before = pieces.read;
        return isStill;
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(true);
  expect(pieces.read).toBeLessThan(200);
  expect(pieces.ended).toBe(0);
  answer.destroy();
  await expect.poll(() => pieces.ended, shortly).toBe(1);
});

test("one network reads two long documents at once, and another when one of them is done", async () => {
  const first = await open();
  const second = await open();
  const refused = await open();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "30"]);
  await readWhole(refused);
  first.destroy();
  await expect.poll(() => pieces.ended, shortly).toBe(1);
  const third = await open();
  expect(third.statusCode).toBe(200);
  for (const answer of [second, third]) answer.destroy();
  await expect.poll(() => pieces.ended, shortly).toBe(3);
});

test("a document whose reading fails is cut off, so that nobody takes it for whole, and gives its place back", async () => {
  expectErrors();
  for (let time = 1; time <= 3; time += 1) {
    Object.assign(pieces, { read: 0, failsAt: 5 });
    await expect(open().then(readWhole)).rejects.toThrow();
  }
  Object.assign(pieces, { all: 3, read: 0, failsAt: Infinity });
  expect(await open().then(readWhole)).toBe(3 * 256 * 1024);
});

test("a document that cannot be begun gives its place back", async () => {
  const others = createStreams(() => 1);
  const ask = () => others.answer(new Request("http://shop.test/x"), null, "text/plain", write);
  for (let time = 0; time < 3; time += 1) {
    Object.assign(pieces, { all: 1, read: 0, failsAt: 0 });
    await expect(ask()).rejects.toThrow("The database is gone.");
    Object.assign(pieces, { all: 0, read: 0, failsAt: Infinity });
    expect((await ask()).status).toBe(404);
  }
});
