/** Starting the built shop as a process: output, shutdown, restarts, and settings that cannot be used. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { isShopOpen } from "#server/data-folder-lock.ts";
import { askHost } from "#tests/support/shop/ask-host.ts";
import {
  findPostmaster,
  isRunning,
  makeDataFolder,
  startChildShop,
  type ChildShop,
} from "#tests/support/shop/child-shop.ts";

/** While the desk has no owner, each start prints a new link for the first one. */
const ownersLink = /^The desk has no owner yet\. .*: http:\/\/desk\.localhost:\d+\/invitations\/[\w-]{43}$/;

let folder: string;
let remove: () => Promise<void>;
let port: number;
const started: ChildShop[] = [];

beforeAll(async () => {
  ({ folder, remove } = await makeDataFolder());
  port = await findFreePort();
});

afterAll(async () => {
  for (const shop of started) if (shop.process.exitCode === null && !shop.process.signalCode) await shop.stop();
  await remove();
});

function start(settings: Record<string, string> = {}): ChildShop {
  const shop = startChildShop({ PORT: String(port), DATA_DIR: folder, ...settings });
  started.push(shop);
  return shop;
}

/** The processes whose command line contains the data folder. */
function processesOf(dataFolder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return line.includes(dataFolder) ? [line] : [];
      } catch {
        return []; // The process has ended meanwhile.
      }
    });
}

// One data folder through its life: each test continues from the state that the previous one left.
describe("a shop on one data folder", { shuffle: false }, () => {
  test("the first start says what it does, opens, and a second shop on the same data is told in one sentence", async () => {
    const shop = start();
    await shop.opened;
    expect(shop.output().trim().split("\n")).toEqual([
      "Creating the database (first start only)",
      expect.stringMatching(/^Migrating the database \(/),
      "Loaded the demonstration catalogue",
      expect.stringMatching(ownersLink),
      `Endpaper is open at http://localhost:${port}`,
    ]);

    const second = start({ PORT: String(await findFreePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `The data folder ${folder} is in use by another running Endpaper. Stop that one, or choose another folder: DATA_DIR=.data-2 npm start`,
    );
    expect((await fetch(shop.url)).status).toBe(200);
  });

  test("SIGTERM stops everything, the database included, and the next start has the cart again", async () => {
    const first = started[0]!;
    const put = await fetch(`${first.url}/cart/lines`, {
      method: "POST",
      body: new URLSearchParams({ intent: "add", bookId: "malgudi-days" }),
      headers: { origin: first.url, accept: "application/json" },
    });
    const cookie = put.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const postmaster = (await findPostmaster(folder))!;
    expect(isRunning(postmaster)).toBe(true);

    expect(await first.stop("SIGTERM")).toBe(0);
    expect(isRunning(postmaster)).toBe(false);
    expect(await findPostmaster(folder)).toBeNull();
    expect(processesOf(folder)).toEqual([]);

    const again = start();
    await again.opened;
    expect(again.output().trim().split("\n")).toEqual([
      expect.stringMatching(ownersLink),
      `Endpaper is open at http://localhost:${port}`,
    ]);
    const cart = await fetch(`${again.url}/cart`, { headers: { cookie } });
    expect(await cart.text()).toContain("Malgudi Days");
    expect(await again.stop("SIGINT")).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });

  test("a database that ends by itself is started again while the shop is open, and the shop goes on", async () => {
    const shop = start();
    await shop.opened;
    const askCart = () => fetch(`${shop.url}/cart`).then(({ status }) => status);
    expect(await askCart()).toBe(200);
    const killed = (await findPostmaster(folder))!;
    process.kill(killed, "SIGKILL");
    await expect.poll(shop.output).toContain("The database ended unexpectedly, and is started again.");
    await expect.poll(askCart).toBe(200);
    const postmaster = (await findPostmaster(folder))!;
    expect(postmaster).not.toBe(killed);
    // The shop holds the lock of its data folder again.
    const { pool } = await openDatabase({ dataDir: folder, report: () => {} });
    await expect.poll(() => isShopOpen({ pool })).toBe(true);
    await pool.end();
    const second = start({ PORT: String(await findFreePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("is in use by another running Endpaper");

    expect(await shop.stop("SIGTERM")).toBe(0);
    expect(isRunning(postmaster)).toBe(false);
    expect(processesOf(folder)).toEqual([]);
  });

  test("a process that reaches its limit of memory ends, and the next start has what was stored", async () => {
    const fill =
      "process.on('SIGUSR2', () => { for (const kept = []; ; ) kept.push(Array(1000).fill(kept.length / 3)); })";
    const limit = `--max-old-space-size=160 --import=data:text/javascript,${encodeURIComponent(fill)}`;
    const shop = start({ NODE_OPTIONS: limit });
    await shop.opened;
    const put = await fetch(`${shop.url}/cart/lines`, {
      method: "POST",
      body: new URLSearchParams({ intent: "add", bookId: "malgudi-days" }),
      headers: { origin: shop.url, accept: "application/json" },
    });
    const cookie = put.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(await shop.stop("SIGUSR2")).toBe("SIGABRT");
    const again = start();
    await again.opened;
    const cart = await fetch(`${again.url}/cart`, { headers: { cookie } });
    expect(await cart.text()).toContain("Malgudi Days");
    expect(await again.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });

  test("a port that is taken is told in one sentence, and nothing is left running", async () => {
    const other = createServer().listen(port);
    await once(other, "listening");
    try {
      const shop = start();
      expect(await shop.ended).toBe(1);
      expect(shop.output().trim()).toBe(
        `Port ${port} is in use by another program. Stop it, or choose another one: PORT=3001 npm start`,
      );
      expect(processesOf(folder)).toEqual([]);
    } finally {
      other.close();
    }
  });

  test("a shop that is stopped while it is still opening leaves nothing running", async () => {
    const shop = start();
    await expect.poll(() => findPostmaster(folder), { interval: 5 }).not.toBeNull();
    expect(await shop.stop("SIGTERM")).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });

  test("a data folder that is a file is told in one sentence", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    const shop = start({ DATA_DIR: file });
    expect(await shop.ended).toBe(1);
    expect(shop.output().trim()).toMatch(
      /^The data folder .*a-file cannot be used \(.*\)\. Make it writable, or choose another one: DATA_DIR=\/some\/folder npm start$/,
    );
  });

  test("settings that cannot be used are all named, with what they should be, and secrets are not shown", async () => {
    const shop = start({ PORT: "eighty", PUBLIC_URL: "books.example", RAZORPAY_KEY_SECRET: "short" });
    expect(await shop.ended).toBe(1);
    expect(shop.output().trim().split("\n")).toEqual([
      "These settings cannot be used:",
      "  PORT=eighty must be a port number such as 3000",
      "  PUBLIC_URL=books.example must be a web address such as https://books.example",
      "  RAZORPAY_KEY_SECRET=(not shown) must have at least 8 characters",
    ]);
  });

  test("a shop open to the world starts without credentials as one that opens soon, and shows no stand-in", async () => {
    const shop = start({ PUBLIC_URL: "https://books.example", DESK_URL: "https://desk.books.example" });
    await shop.opened;
    expect(shop.output()).toContain(
      "Endpaper runs at https://books.example, and readers see that it opens soon: payments, sign-in and e-mail are not set up.",
    );
    expect(shop.output()).toMatch(/owner: https:\/\/desk\.books\.example\/invitations\/[\w-]{43}/);
    const ask = (path: string) => askHost(port, "books.example", path);
    expect((await ask("/")).text).toContain("Opening soon");
    for (const path of ["/stand-ins/mailbox/", "/stand-ins/google/"]) expect((await ask(path)).status).toBe(404);
    expect(await shop.stop()).toBe(0);
  });

  test("a shop for the world that listens on this machine only says so, and how a container is reached", async () => {
    const demonstration = { PUBLIC_URL: "https://books.example", ALLOW_TEST_PAYMENTS: "yes" };
    const shop = start(demonstration);
    await shop.opened;
    expect(shop.output()).toContain(
      `The shop listens on this machine only (localhost, port ${port}): a proxy on the same machine forwards requests of readers to it. ` +
        "In a container, or if the proxy is on another machine, set HOST, such as HOST=0.0.0.0.\n",
    );
    expect((await fetch(`${shop.url}/stand-ins/mailbox/`)).status).toBe(200);
    expect((await fetch(`${shop.url}/stand-ins/razorpay/control`)).status).toBe(404);
    expect(await shop.stop()).toBe(0);

    const told = start({ ...demonstration, HOST: "0.0.0.0" });
    await told.opened;
    expect(told.output()).not.toContain("on this machine only");
    expect((await fetch(`http://127.0.0.9:${port}/faq`)).status).toBe(200);
    expect(await told.stop()).toBe(0);
  });

  test("an address that this machine does not have is told in one sentence", async () => {
    const shop = start({ HOST: "203.0.113.77" });
    expect(await shop.ended).toBe(1);
    expect(shop.output().trim()).toBe(
      "HOST=203.0.113.77 is not an address of this machine. HOST=0.0.0.0 is all of them.",
    );
    expect(processesOf(folder)).toEqual([]);
  });

  test("a database that cannot be reached is named without its password", async () => {
    const shop = start({ DATABASE_URL: `postgres://endpaper:geheim@127.0.0.1:${await findFreePort()}/endpaper` });
    expect(await shop.ended).toBe(1);
    expect(shop.output().trim()).toMatch(
      /^The database at postgres:\/\/endpaper@127\.0\.0\.1:\d+\/endpaper cannot be reached: /,
    );
    expect(shop.output()).not.toContain("geheim");
    expect(shop.output().trim().split("\n")).toHaveLength(1);
  });
});
