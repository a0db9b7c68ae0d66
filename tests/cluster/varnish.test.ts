/** Varnish in front of the shop: caching, purging, the desk, and stale pages while the shop fails. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { askHost } from "./ask-host.ts";

const { db, url: databaseUrl } = await openTestDatabase();
const secret = "the-secret-of-this-shop";
const closers: (() => unknown)[] = [];
/** The requests that Varnish passed to the shop, with their cookies. */
const passed: { path: string; cookie: string | undefined }[] = [];
/** How long Varnish may cache a page, in seconds. */
let keptSeconds = 60;
/** While true, pages answer 503 and the health check 200, as while the database is away. */
let isDatabaseUnavailable = false;
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

  // A proxy between Varnish and the shop that records requests.
  const wire = createServer(async (request, response) => {
    const { url = "", headers } = request;
    if (url !== "/healthz") passed.push({ path: url, cookie: headers.cookie });
    if (isDatabaseUnavailable && url !== "/healthz") return void response.writeHead(503).end("Catching its breath.");
    const { host, cookie = "" } = headers;
    const answer = await askHost(`http://127.0.0.1:${shopPort}${url}`, {
      host,
      cookie,
      "accept-encoding": "identity",
    }).catch(() => null);
    if (!answer) return void request.socket.destroy();
    const kept = answer.headers["cache-control"];
    response.writeHead(answer.status, {
      ...Object.fromEntries(
        Object.entries(answer.headers).filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name)),
      ),
      ...(kept && { "cache-control": kept.replace(/s-maxage=\d+/, `s-maxage=${keptSeconds}`) }),
    });
    response.end(answer.text);
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
    text.replace('.port = "8080"', `.port = "${wirePort}"`).replaceAll("/etc/varnish/purge-secret", secretFile),
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
    if (!said.includes("Child launched OK")) continue;
    // A shop purges all pages at its start, and once more 30 seconds later.
    const readPurges = async () => (await db.execute(sql`select from cdn_purges`)).rowCount;
    return expect.poll(readPurges, { timeout: 100_000, interval: 500 }).toBe(0);
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
  // Without a purge the old price would be served for a minute.
  await expect
    .poll(() => priceOf(), { timeout: 5_000 })
    .toBe((Number(before) - 11).toFixed(before!.includes(".") ? 2 : 0));
});

test("a personal page is asked for each time, with its cookie", async () => {
  const asked = () => fetch(`${varnish}/cart`, { headers: { cookie: "theme=dark" } });
  await asked();
  await asked();
  expect(passed.filter(({ path }) => path === "/cart")).toEqual(
    Array.from({ length: 2 }, () => ({ path: "/cart", cookie: "theme=dark" })),
  );
});

const purge = (keys: string, authorization: string, method = "POST") =>
  fetch(`${varnish}/cdn-purge`, { method, headers: { "surrogate-key": keys, authorization } }).then(
    ({ status }) => status,
  );

test("who is not a shop purges nothing, and a purge names keys only", async () => {
  await priceOf();
  const asked = () => passed.filter(({ path }) => path === "/books/godan").length;
  const before = asked();
  // All from this machine, as every reader behind a proxy on it.
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

test("the desk's host is passed whole, also at addresses that the shop has too", async () => {
  const host = `desk.${new URL(varnish).host.replace("127.0.0.1", "localhost")}`;
  for (const path of ["/", "/authors", "/categories", "/books/godan", "/newsletter"]) {
    await fetch(varnish + path);
    passed.length = 0;
    for (const cookie of ["desk=of-one", "desk=of-another"]) {
      const { headers, text } = await askHost(varnish + path, { host, cookie });
      expect(headers.age ?? "0", path).toBe("0");
      expect(text, path).not.toContain('"og:');
    }
    expect(passed).toEqual(["desk=of-one", "desk=of-another"].map((cookie) => ({ path, cookie })));
  }
});

test("a stale page is served while shops answer 5xx, though they are alive, and while none answers", async () => {
  const ask = async () => {
    const { status, headers } = await fetch(`${varnish}/about`);
    return { status, age: Number(headers.get("age")), kept: headers.get("cache-control") };
  };
  // Waits for an older page.
  await expect.poll(async () => (await ask()).age).toBeGreaterThan(4);
  keptSeconds = 1;
  await purge("shop", `Bearer ${secret}`);
  expect(await ask()).toMatchObject({ status: 200, kept: expect.stringContaining("s-maxage=1,") as string });
  isDatabaseUnavailable = true;
  const neverCached = await fetch(`${varnish}/shipping`);
  expect([neverCached.status, await neverCached.text()]).toEqual([503, "Catching its breath."]);
  // Fresh for 1 s, then served stale for 10 s more to ordinary requests.
  let answer = await ask();
  while (answer.age < 14) {
    expect(answer.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    answer = await ask();
  }
  passed.length = 0;
  expect((await ask()).status).toBe(200);
  expect(passed[0]?.path).toBe("/about");
  await shop.stop("SIGKILL");
  isDatabaseUnavailable = false;
  for (let time = 0; time < 8; time++) {
    expect((await ask()).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await restartShop();
});
