/**
 * Upgrades behind HAProxy and nginx: each page gets its scripts from a shop of its version, and one shop serves the
 * desk.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { readHaproxyFile } from "#tests/support/shop/haproxy-file.ts";
import { askHost } from "./ask-host.ts";

const deploy = join(import.meta.dirname, "..", "..", "deploy");
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Opens one server per version, as in the middle of an upgrade: each has only the scripts of its version. */
async function openShops(...versions: string[]) {
  const asked: string[] = [];
  const ports: number[] = [];
  const closing = new Map<string, () => Promise<unknown>>();
  for (const version of versions) {
    const server = createServer((request, response) => {
      const { method, url = "" } = request;
      if (url.startsWith("/assets/")) asked.push(`${method} ${url} of ${version}`);
      const isThere = url === `/assets/${version}.js` || !url.startsWith("/assets/");
      request.resume().on("end", () => response.writeHead(isThere ? 200 : 404).end(version));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const closeServer = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
    closers.push(closeServer);
    closing.set(version, closeServer);
    ports.push((server.address() as AddressInfo).port);
  }
  return { ports, asked, close: (version: string) => closing.get(version)!() };
}

async function startProxy(command: string, args: string[], env: Record<string, string>, url: string) {
  const child = spawn(command, args, { stdio: "ignore", env: { PATH: process.env["PATH"], ...env } });
  const ended = once(child, "exit");
  closers.push(() => (child.kill("SIGTERM"), ended));
  const status = () =>
    fetch(`${url}/`).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status).toBe(200);
}

/** Repeats the requests until every shop has been asked first at least once. */
async function expectScriptsOfBothVersions(url: string, asked: string[]) {
  const answers: string[] = [];
  for (let time = 0; time < 4; time++)
    for (const version of ["old", "new"]) {
      const answer = await fetch(`${url}/assets/${version}.js`);
      answers.push(`${answer.status} ${await answer.text()}`);
    }
  expect(answers).toEqual(Array.from({ length: 4 }, () => ["200 old", "200 new"]).flat());
  expect(asked.some((line) => line === "GET /assets/new.js of old")).toBe(true);
  expect((await fetch(`${url}/assets/of-neither.js`)).status).toBe(404);
}

test("behind HAProxy a page of either version finds its scripts, whichever shop is asked first", async () => {
  const { ports, asked } = await openShops("old", "old", "new");
  const port = await findFreePort();
  const [primary, replicas] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    SHOP_BIND: `127.0.0.1:${port}`,
    PRIMARY_BIND: `127.0.0.1:${primary}`,
    REPLICA_BIND: `127.0.0.1:${replicas}`,
    ...Object.fromEntries(ports.map((shop, index) => [`SHOP_${index + 1}`, `127.0.0.1:${shop}`])),
  };
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, readHaproxyFile());
  await startProxy("haproxy", ["-db", "-f", file], env, url);
  await expectScriptsOfBothVersions(url, asked);
});

/** Starts nginx in front of these shops and returns its address. */
async function openNginx(ports: number[]) {
  const port = await findFreePort();
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  let shop = 0;
  const site = readFileSync(join(deploy, "nginx.conf"), "utf8")
    .replaceAll(/10\.0\.0\.\d+:3000/g, () => `127.0.0.1:${ports[shop++ % ports.length]}`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`);
  writeFileSync(join(folder, "site.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${paths.join(" ")} include ${folder}/site.conf; }`,
  );
  const args = ["-c", join(folder, "nginx.conf"), "-g", "daemon off;", "-e", join(folder, "error.log")];
  await startProxy("nginx", args, {}, `http://127.0.0.1:${port}`);
  return `http://127.0.0.1:${port}`;
}

test("behind nginx too", async () => {
  const { ports, asked } = await openShops("old", "old", "new");
  await expectScriptsOfBothVersions(await openNginx(ports), asked);
});

test("one shop behind nginx serves the desk, and one other while it is gone", async () => {
  const { ports, close } = await openShops("first", "second", "third");
  const url = await openNginx(ports);
  const answersOf = async (host: string) => {
    const answers = Array.from({ length: 12 }, () => askHost(`${url}/import`, { host }).then(({ text }) => text));
    return [...new Set(await Promise.all(answers))];
  };
  expect((await answersOf("books.example")).length).toBeGreaterThan(1);
  const [serving, ...others] = await answersOf("desk.books.example");
  expect(others).toEqual([]);
  await close(serving!);
  const [next, ...rest] = await answersOf("desk.books.example");
  expect(next).not.toBe(serving);
  expect(rest).toEqual([]);
  for (let time = 0; time < 3; time++) expect(await answersOf("desk.books.example")).toEqual([next]);
});
