/** A full disk: pages are still served, changes are refused, and nothing stored is lost. */
import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { queriesOver } from "#db/queries.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { fileOfBooks, sendToDesk } from "#tests/support/shop/child-desk.ts";
import { findPostmaster, makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import { addStaff, addStaffSession } from "#tests/support/desk/desk.ts";

// Needs an account that may mount: a disk of its own, small enough to fill.
let disk: string;
let port: number;
let shop: ChildShop;
let ownerUrl: string;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  disk = join(folder, "disk");
  await mkdir(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=420m", "tmpfs", disk]);
  closers.push(() => execFileSync("umount", [disk]));
  await chmod(disk, 0o755);
  port = await findFreePort();
  shop = startChildShop({ PORT: String(port), DATA_DIR: join(disk, "data") });
  await shop.opened;
  closers.push(() => shop.stop());
  const database = await openDatabase({ dataDir: join(disk, "data"), report: () => {} });
  ({ ownerUrl } = database);
  await database.pool.end();
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const status = (path: string) => fetch(shop.url + path).then((answer) => answer.status);
async function add(cookie = "") {
  const answer = await fetch(`${shop.url}/cart/lines`, {
    method: "POST",
    body: new URLSearchParams({ intent: "add", bookId: "malgudi-days" }),
    headers: { origin: shop.url, accept: "application/json", cookie },
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]!);
  return { status: answer.status, text: await answer.text(), cookie: cookies.join("; ") };
}

function fillDisk() {
  const ballast = openSync(join(disk, "ballast"), "w");
  for (const size of [1 << 20, 4096]) {
    try {
      for (;;) writeSync(ballast, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(ballast);
}
const freeDisk = () => rm(join(disk, "ballast"));

test("on a full disk pages are shown and what would change something is sent back, until there is room", async () => {
  fillDisk();
  // The database has some free space of its own; each new cart uses some.
  let refused = await add();
  for (let tries = 0; refused.status === 200 && tries < 5_000; tries++) refused = await add();
  expect(refused.status).toBe(503);
  expect(refused.text).toContain("The shop is catching its breath");
  for (const path of ["/", "/books/godan", "/cart", "/search?q=godan"]) expect(await status(path), path).toBe(200);
  await freeDisk();
  expect((await add()).status).toBe(200);
});

test("a database that a full disk has ended is there again with all that was stored, once there is room", async () => {
  const stored = await add();
  const before = await findPostmaster(join(disk, "data"));
  fillDisk();
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on("error", () => {});
  await owner.connect();
  // Each write needs a new WAL file; without room for one PostgreSQL stops.
  const ended = (async () => {
    for (;;)
      await owner.query("select pg_logical_emit_message(true, 'ballast', repeat('x', 1000000)), pg_switch_wal()");
  })();
  await expect(ended).rejects.toThrow();
  await expect.poll(() => findPostmaster(join(disk, "data"))).not.toBe(before);
  expect((await add()).status).toBe(503);
  await freeDisk();
  await expect.poll(async () => (await add()).status).toBe(200);
  const cart = await fetch(`${shop.url}/cart`, { headers: { cookie: stored.cookie } });
  expect(await cart.text()).toContain("Malgudi Days");
});

test("a picture that finds no room on the disk of the pictures is refused in words, and no half of one stays", async () => {
  const folder = join(disk, "covers");
  const store = createFolderStore(folder);
  const [first, second] = ["p_0123456789abcdef0123-480.webp", "p_0123456789abcdef0124-480.webp"];
  await store.put(first, Buffer.from("there before"));
  fillDisk();
  await expect(store.put(second, Buffer.alloc(1_000_000))).rejects.toThrow(
    /^The folder of the covers cannot be used: /,
  );
  expect(await store.has(second)).toBe(false);
  expect(String(await store.get(first))).toBe("there before");
  expect(await readdir(join(folder, "01"))).toEqual([first]);
  await freeDisk();
  await store.put(second, Buffer.from("there is room"));
  expect(await store.has(second)).toBe(true);
});

test("a file that is brought to the desk is refused in words while it would take the room that the shop needs", async () => {
  const pool = new pg.Pool({ connectionString: ownerUrl });
  const owner = { db: queriesOver(pool, pool) };
  const token = await addStaffSession(owner, await addStaff(owner, "owner"));
  await pool.end();
  const answer = await sendToDesk(port, token, "/import", fileOfBooks(["title,mrp", "Clear Light,399"]));
  expect(answer.status).toBe(413);
  expect(answer.words).toContain("disk has no space for this file. Nothing was saved.");
  expect(await readdir(join(disk, "data", "imports"))).toEqual([]);
});
