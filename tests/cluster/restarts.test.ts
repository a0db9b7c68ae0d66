/** Rolling restarts behind HAProxy: no form fails, and one shop at a time serves the desk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { createHealth, proxyNoticeMs } from "#server/http/health.ts";
import { listen } from "#server/http/listen.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { readHaproxyFile } from "#tests/support/shop/haproxy-file.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { askHost } from "./ask-host.ts";

const { pool } = await openTestDatabase();
const restarts = 30;
const clients = 24;

/** Opens a shop on the port, with the health checks for a proxy and forms that take a moment. */
async function openPort(port: number) {
  const health = createHealth(pool, proxyNoticeMs);
  const listener = await listen({
    port,
    proxies: { count: 1, addresses: ["127.0.0.1"] },
    before: health.before,
    app: async (asked) => new Response(await asked.text()),
  });
  return { close: () => health.close().then(listener.drain) };
}

async function openProxy(shops: number[]) {
  const [bind, primary, replica, node] = await Promise.all(Array.from({ length: 4 }, findFreePort));
  const at = (port: number) => `127.0.0.1:${port}`;
  const places = {
    ...Object.fromEntries(shops.map((port, place) => [`SHOP_${place + 1}`, at(port)])),
    ...Object.fromEntries([1, 2, 3].map((number) => [`NODE_${number}`, at(node!)])),
    SHOP_BIND: at(bind!),
    PRIMARY_BIND: at(primary!),
    REPLICA_BIND: at(replica!),
  };
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, readHaproxyFile());
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore", env: { PATH: process.env.PATH, ...places } });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  return bind!;
}

test(`no form fails while shops behind HAProxy are restarted ${restarts} times`, async () => {
  const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const shops = await Promise.all(ports.map(openPort));
  onTestFinished(async () => void (await Promise.all(shops.map(({ close }) => close()))));
  const bind = await openProxy(ports);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const send = () =>
    new Promise<string>((resolve) => {
      const form = { host: "127.0.0.1", port: bind, path: "/cart/lines", method: "POST", agent };
      const asking = request(form, (answer) => {
        answer.resume();
        answer.once("end", () => resolve(String(answer.statusCode)));
      });
      asking.once("error", (error) => resolve(error.message));
      asking.end("intent=add&bookId=godan");
    });
  await expect.poll(send).toBe("200");

  const answers: Record<string, number> = {};
  let isOver = false;
  const sending = Array.from({ length: clients }, async (_, client) => {
    while (!isOver) {
      const answer = await send();
      answers[answer] = (answers[answer] ?? 0) + 1;
      // Spread out, so that connections to the shops are idle for a while.
      await new Promise((resolve) => setTimeout(resolve, 2 + ((client * 7) % 40)));
    }
  });
  const isReady = (port: number) => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok);
  for (let restart = 0; restart < restarts; restart += 1) {
    const place = restart % ports.length;
    await shops[place]!.close();
    shops[place] = await openPort(ports[place]!);
    await expect.poll(() => isReady(ports[place]!)).toBe(true);
  }
  isOver = true;
  await Promise.all(sending);
  const { "200": done = 0, ...failed } = answers;
  expect(failed).toEqual({});
  expect(done).toBeGreaterThan(10_000);
});

/** A shop that answers with its name while it is open. */
async function openNamed(name: string) {
  const shop = { isReady: true, checks: 0, port: 0, close: async () => {} };
  const server = createServer(({ url }, response) => {
    const isCheck = url === "/readyz";
    if (isCheck) shop.checks += 1;
    response.writeHead(isCheck && !shop.isReady ? 503 : 200).end(name);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  shop.port = (server.address() as AddressInfo).port;
  shop.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(shop.close);
  return shop;
}

test("one shop behind HAProxy serves the desk, and one other while it is gone", async () => {
  const shops = await Promise.all(["first", "second", "third"].map(openNamed));
  const bind = await openProxy(shops.map(({ port }) => port));
  const askOnce = async (host: string) => {
    const { status, text } = await askHost(`http://127.0.0.1:${bind}/import`, { host });
    return `${status} ${text}`;
  };
  const answersOf = async (host: string) =>
    [...new Set(await Promise.all(Array.from({ length: 12 }, () => askOnce(host))))].sort();
  await expect.poll(() => askOnce("books.example").catch(String)).toMatch(/^200 /);

  expect(await answersOf("books.example")).toEqual(["200 first", "200 second", "200 third"]);
  for (const host of ["desk.books.example", "DESK.books.example:443"])
    expect(await answersOf(host), host).toEqual(["200 first"]);
  /** Waits until HAProxy has acted: it needs three failed or two successful checks. */
  const areReady = async (isReady: boolean) => {
    for (const shop of shops) Object.assign(shop, { isReady, checks: 0 });
    await expect.poll(() => shops.every(({ checks }) => checks > 4)).toBe(true);
  };
  // No shop can reach the database.
  await areReady(false);
  expect(await answersOf("books.example")).toEqual(["200 first", "200 second", "200 third"]);
  expect(await answersOf("desk.books.example")).toEqual(["200 first"]);
  await areReady(true);
  // Before HAProxy notices that a shop is gone, too.
  await shops[0]!.close();
  expect(await answersOf("desk.books.example")).toEqual(["200 second"]);
  expect(await answersOf("books.example")).toEqual(["200 second", "200 third"]);
});
