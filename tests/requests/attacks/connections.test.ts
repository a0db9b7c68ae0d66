/**
 * Connection limits: per client and in total, idle and slow clients, proxies, and the addresses the shop listens on.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { afterEach, beforeAll, expect, test } from "vitest";

import { openTestPort } from "#tests/support/shop/test-port.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const sockets: Socket[] = [];
// Puts the page in the page cache.
beforeAll(async () => void (await shop.fetch("/faq")));
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Client {
  port: number;
  from?: string;
  to?: string;
}

function open({ port, from = "127.0.0.1", to = "127.0.0.1" }: Client): Socket {
  const socket = connect({ port, host: to, localAddress: to === "::1" ? undefined : from });
  socket.on("error", () => {}); // The tests expect resets.
  sockets.push(socket);
  return socket;
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: shop.test", ...headers, "", ""].join("\r\n");

/** The status of the first answer on a connection that stays open; "closed" if it ends before. */
function ask(client: Client, text = get("/faq")): Promise<number | "closed"> {
  return new Promise((resolve) => {
    const socket = open(client);
    socket.once("data", (chunk: Buffer) => resolve(Number(chunk.toString("latin1").split(" ")[1])));
    socket.once("close", () => resolve("closed"));
    socket.write(text);
  });
}

test("2,100 connections of one client leave the shop open for everybody else", async () => {
  const port = await openTestPort(shop);
  const answers = [];
  for (let batch = 0; batch < 21; batch += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => ask({ port })))));
  }
  expect(answers.filter((answer) => answer === 200)).toHaveLength(100);
  expect(answers.filter((answer) => answer === "closed")).toHaveLength(2_000);
  for (let visitor = 0; visitor < 5; visitor += 1) expect(await ask({ port, from: "127.0.0.2" })).toBe(200);
});

test("a client that closes a connection may open another one", async () => {
  const port = await openTestPort(shop, { limits: { maxPerAddress: 2 } });
  expect([await ask({ port }), await ask({ port }), await ask({ port })]).toEqual([200, 200, "closed"]);
  sockets[0]!.destroy();
  await expect.poll(() => ask({ port })).toBe(200);
});

test("when many addresses together take nearly all connections, the last ones are for those who hold few", async () => {
  const limits = { max: 20, maxPerAddress: 8, reserved: 6, maxFromReserve: 2 };
  const port = await openTestPort(shop, { limits });
  const greedy = ["127.0.0.11", "127.0.0.12", "127.0.0.13"];
  for (let times = 0; times < 8; times += 1) for (const from of greedy) await ask({ port, from });
  for (const from of greedy) expect(await ask({ port, from }), from).toBe("closed");
  for (const from of ["127.0.0.21", "127.0.0.22"])
    expect([await ask({ port, from }), await ask({ port, from }), await ask({ port, from })]).toEqual([
      200,
      200,
      "closed",
    ]);
});

test("a proxy brings everybody's connections and is not limited; who is no proxy is", async () => {
  const proxies = { count: 1, addresses: ["127.0.0.1"] };
  const port = await openTestPort(shop, { proxies, limits: { maxPerAddress: 3 } });
  for (let times = 0; times < 12; times += 1) expect(await ask({ port })).toBe(200);
  const from = "127.0.0.2";
  for (let times = 0; times < 3; times += 1) expect(await ask({ port, from })).toBe(200);
  expect(await ask({ port, from })).toBe("closed");
});

test("clients that ask for pages and read nothing are cut off, and their places are free again", async () => {
  const places = 8;
  const limits = { max: places, maxPerAddress: places, reserved: 0 };
  const port = await openTestPort(shop, { limits, times: { inactivity: 3_000 } });
  // More than the system's socket buffers take, so the shop cannot write its answers.
  const many = get("/faq").repeat(400);
  const clients = Array.from({ length: places }, () => open({ port }).pause());
  await Promise.all(clients.map((socket) => once(socket, "connect")));
  expect(await ask({ port, from: "127.0.0.2" })).toBe("closed");
  for (const socket of clients) socket.write(many);
  await expect.poll(() => ask({ port, from: "127.0.0.2" }), { interval: 200 }).toBe(200);
});

test("a connection that nobody uses is closed, before its first request and after it", async () => {
  const port = await openTestPort(shop, { times: { headers: 50, keepAlive: 50, inactivity: 200, check: 50 } });
  const silent = open({ port });
  silent.resume();
  const used = open({ port });
  used.resume();
  used.write(get("/faq"));
  const slow = open({ port });
  slow.resume();
  slow.write("GET /faq HTTP/1.1\r\nHost: shop.test\r\nX-Slow: ");
  await Promise.all([silent, used, slow].map((socket) => once(socket, "close")));
});

test("behind a proxy a connection outlives the proxy's own patience", async () => {
  const proxies = { count: 1, addresses: ["127.0.0.1"] };
  const keepAliveOf = async (port: number) => {
    const socket = open({ port });
    socket.write(get("/faq"));
    const [chunk] = (await once(socket, "data")) as [Buffer];
    return /keep-alive: timeout=(\d+)/i.exec(chunk.toString("latin1"))?.[1];
  };
  expect(await keepAliveOf(await openTestPort(shop))).toBe("5");
  expect(await keepAliveOf(await openTestPort(shop, { proxies }))).toBe("65");
});

test("the shop answers on both loopback addresses and on no other, unless it is told to", async () => {
  const closed = await openTestPort(shop);
  expect(await ask({ port: closed })).toBe(200);
  expect(await ask({ port: closed, to: "127.0.0.9" })).toBe("closed");
  const wide = await openTestPort(shop, { host: "0.0.0.0" });
  for (const to of ["127.0.0.1", "127.0.0.9"]) expect(await ask({ port: wide, to }), to).toBe(200);
  const named = await openTestPort(shop, { host: "127.0.0.9" });
  for (const to of ["127.0.0.1", "127.0.0.9"]) expect(await ask({ port: named, to }), to).toBe(200);
  expect(await ask({ port: named, to: "127.0.0.8" })).toBe("closed");
});

test("on a machine with IPv6 http://localhost is the shop by either address", async () => {
  const port = await openTestPort(shop);
  const either = await Promise.all(["127.0.0.1", "::1"].map((to) => ask({ port, to })));
  const hasIPv6 = await new Promise<boolean>((resolve) => {
    const probe = connect({ port: 9, host: "::1" });
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
    probe.once("connect", () => resolve(true));
    sockets.push(probe);
  });
  expect(either).toEqual([200, hasIPv6 ? 200 : "closed"]);
});

test("a request that names two hosts, or none in its address, is refused", async () => {
  const port = await openTestPort(shop);
  expect(await ask({ port }, get("/faq", "Host: evil.example"))).toBe(400);
  expect(await ask({ port }, get("/faq", "hOST: shop.test"))).toBe(400);
  for (const address of ["http:///account", "http://", "https:///", "http://@/", "http:/account", "ftp://shop.test/"])
    expect(await ask({ port }, get(address)), address).toBe(400);
  expect(await ask({ port }, get("http://shop.test/faq"))).toBe(200);
});
