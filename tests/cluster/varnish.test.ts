import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/child-shop.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { db, url: databaseUrl } = await openTestDatabase();
const secret = "the-secret-of-this-shop";
const closers: (() => unknown)[] = [];
/** Requests that came through Varnish to the shop, with their cookies. */
const passed: { path: string; cookie: string | undefined }[] = [];
let shop: ChildShop;
let varnish: string;
let restartShop: () => Promise<void>;

beforeAll(async () => {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const [shopPort, wirePort, varnishPort] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  varnish = `http://127.0.0.1:${varnishPort}`;
  const settings = {
    PORT: `${shopPort}`,
    PUBLIC_URL: `http://localhost:${varnishPort}`,
    DATA_DIR: join(folder, "shop"),
    DATABASE_URL: databaseUrl,
    CDN_PURGE_URL: `${varnish}/cdn-purge`,
    CDN_PURGE_SECRET: secret,
    TRUST_PROXY: "1",
  };
  restartShop = async () => {
    shop = startChildShop(settings);
    await shop.opened;
  };
  await restartShop();
  closers.push(() => shop.stop());

  // Between the two, to see what passes.
  const wire = createServer(async (request, response) => {
    if (request.url !== "/healthz") passed.push({ path: request.url!, cookie: request.headers.cookie });
    const answer = await fetch(`http://127.0.0.1:${shopPort}${request.url}`, {
      headers: { cookie: request.headers.cookie ?? "", "accept-encoding": "identity" },
      redirect: "manual",
    }).catch(() => null);
    if (!answer) return void response.writeHead(502).end();
    const hopByHop = ["connection", "keep-alive", "transfer-encoding"];
    response.writeHead(
      answer.status,
      Object.fromEntries([...answer.headers].filter(([name]) => !hopByHop.includes(name))),
    );
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  wire.listen(wirePort, "127.0.0.1");
  await once(wire, "listening");
  closers.push(() => (wire.closeAllConnections(), new Promise((resolve) => wire.close(resolve))));

  const file = join(folder, "varnish.vcl");
  const text = readFileSync(join(import.meta.dirname, "..", "..", "deploy", "varnish.vcl"), "utf8");
  const secretFile = join(folder, "purge-secret");
  writeFileSync(secretFile, `${secret}\n`);
  writeFileSync(
    file,
    text.replace('.port = "3000"', `.port = "${wirePort}"`).replaceAll("/etc/varnish/purge-secret", secretFile),
  );
  const child = spawn(
    "varnishd",
    ["-F", "-a", `127.0.0.1:${varnishPort}`, "-f", file, "-n", join(folder, "varnish"), "-s", "malloc,64m"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(child, "exit");
  closers.push(() => (child.kill("SIGTERM"), ended));
  let said = "";
  for await (const chunk of child.stderr) {
    said += String(chunk);
    if (said.includes("Child launched OK")) return;
  }
  throw new Error(`Varnish ended: ${said}`);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const priceOf = async (cookie = "") => {
  const page = await (await fetch(`${varnish}/books/godan`, { headers: { cookie } })).text();
  return /<meta[^>]+price:amount"[^>]+content="([^"]+)"/.exec(page)?.[1] ?? /"price":"?([\d.]+)/.exec(page)?.[1];
};

test("a public page is fetched once, without a cookie, and anew as soon as the shop has told of a change", async () => {
  const before = await priceOf("cart=of-a-reader");
  expect(before).toBeDefined();
  for (let times = 0; times < 5; times += 1) await priceOf(`cart=another-${times}`);
  expect(passed.filter(({ path }) => path === "/books/godan")).toEqual([{ path: "/books/godan", cookie: undefined }]);
  await db.execute(sql`update books set price_paise = price_paise - 1100 where id = 'godan'`);
  await expect.poll(() => priceOf()).toBe((Number(before) - 11).toFixed(before!.includes(".") ? 2 : 0));
});

test("a personal page is asked for each time, with its cookie", async () => {
  const asked = () => fetch(`${varnish}/cart`, { headers: { cookie: "theme=dark" } });
  await asked();
  await asked();
  expect(passed.filter(({ path }) => path === "/cart")).toEqual(
    Array.from({ length: 2 }, () => ({ path: "/cart", cookie: "theme=dark" })),
  );
});

test("who is not a shop purges nothing, and a purge names keys only", async () => {
  const purge = (keys: string, authorization: string, method = "POST") =>
    fetch(`${varnish}/cdn-purge`, { method, headers: { "surrogate-key": keys, authorization } }).then(
      ({ status }) => status,
    );
  await priceOf();
  const asked = () => passed.filter(({ path }) => path === "/books/godan").length;
  const before = asked();
  // This machine, as every reader is behind a proxy on it.
  for (const stranger of ["", "Bearer", "Bearer ", "Bearer of-somebody-else-1", `Bearer ${secret}1`, secret])
    expect(await purge("shop", stranger), stranger).toBe(403);
  expect(await purge("shop", `Bearer ${secret}`, "GET")).toBe(403);
  expect(await purge("shop || req.url ~ .", `Bearer ${secret}`)).toBe(400);
  await priceOf();
  expect(asked()).toBe(before);
  expect(await purge("shop", `Bearer ${secret}`)).toBe(200);
  await priceOf();
  expect(asked()).toBe(before + 1);
});

test("pages stay there while no shop answers", async () => {
  await priceOf();
  await shop.stop("SIGKILL");
  const page = await fetch(`${varnish}/books/godan`);
  expect(page.status).toBe(200);
  await restartShop();
});
