import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, expect, test } from "vitest";

import { keepArriving } from "#proving-ground/load/arrivals.ts";
import { runClosedLoop } from "#proving-ground/load/closed-loop.ts";
import { keepCrowd } from "#proving-ground/load/crowd.ts";
import { runOpenLoop } from "#proving-ground/load/open-loop.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";

const answer: RequestListener = (request, response) => {
  if (request.url === "/slow") return void setTimeout(() => response.end("slow"), 300);
  if (request.url === "/full") return void response.writeHead(503, { "retry-after": "1" }).end();
  response.writeHead(200, { "content-length": "5", "set-cookie": "a=1" }).end("hello");
};
const server = createServer(answer).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test("a request is sent with its body, and its response has status, headers and cookies", async () => {
  const { status, header, cookies, text } = await sendRequest(`http://127.0.0.1:${port}/`, {}, "body");
  expect({ status, length: header("content-length"), cookies, text }).toEqual({
    status: 200,
    length: "5",
    cookies: ["a=1"],
    text: "hello",
  });
});

test("an open loop sends on while responses are missing, and tells served, refused and failed ones apart", async () => {
  const begun = performance.now();
  const { servedMs, refusedMs, failed } = await runOpenLoop(port, ["/slow", "/full"], 40, 0.5);
  expect(performance.now() - begun).toBeGreaterThan(300);
  expect(servedMs).toHaveLength(10);
  expect(Math.min(...servedMs)).toBeGreaterThan(250);
  expect({ refused: refusedMs.length, failed }).toEqual({ refused: 10, failed: 10 });
});

test("a closed loop counts the requests of its connections", async () => {
  const { requests, bodyBytes, seconds } = await runClosedLoop(port, "/", 0.2, 2);
  expect(requests).toBeGreaterThan(1);
  expect(bodyBytes).toBe(5);
  expect(seconds).toBeGreaterThanOrEqual(0.2);
});

test("arrivals keep their rate, also when the process was busy", async () => {
  const arrived: number[] = [];
  await keepArriving(100, AbortSignal.timeout(200), (number) => void arrived.push(number));
  expect(arrived.length).toBeGreaterThan(5);
  expect(arrived).toEqual(arrived.map((_, place) => place));
});

test("a crowd has one visitor for each place at a time, and ends with the last one", async () => {
  let [inside, most] = [0, 0];
  const over = new AbortController();
  await keepCrowd({
    size: 3,
    async visit(number) {
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      if (number === 20) over.abort();
    },
    over: over.signal,
    signal: new AbortController().signal,
  });
  expect({ inside, most }).toEqual({ inside: 0, most: 3 });
});
