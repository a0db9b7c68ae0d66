/** The embedded PostgreSQL after crashes: stale pid files, a second start, and processes of containers. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { findPostmaster, isRunning, makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { placeCluster } from "#db/embedded-place.ts";
import { launch, mayBePostmaster } from "#db/embedded-process.ts";
import { findFreePort } from "#db/free-port.ts";

let folder: string;
let remove: () => Promise<void>;
let cluster: string;
let file: string;
let server: EmbeddedServer;
const start = () => startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });

beforeAll(async () => {
  ({ folder, remove } = await makeDataFolder());
  cluster = join(folder, "postgres", "data");
  file = join(cluster, "postmaster.pid");
  server = await start();
});
afterAll(async () => {
  await server?.stopIfUnused();
  await remove();
});

/** Starts a process unrelated to the database. */
function startOther(options: { cwd: string; argv0?: string; uid?: number; gid?: number }): ChildProcess {
  const other = spawn("sleep", ["600"], { stdio: "ignore", ...options });
  onTestFinished(() => void other.kill());
  return other;
}

/**
 * Leaves the data folder as after a power cut, with the pid of the old postmaster now used by another process of its
 * account.
 */
async function cutPower() {
  const note = await readFile(file, "utf8");
  await server.stopIfUnused();
  const { uid, gid } = await stat(cluster);
  const other = startOther({ cwd: "/", uid, gid });
  await once(other, "spawn");
  const left = note.replace(/^\d+/, String(other.pid));
  await writeFile(file, left);
  return { other, left };
}

/** Starts a second server on the data folder; returns its exit code. */
async function startSecondServer(): Promise<number> {
  const place = await placeCluster(folder, () => {});
  const second = await launch({ ...place, cluster, isDurable: false, port: await findFreePort() });
  if (second.exitCode !== null) return second.exitCode;
  const [code] = (await once(second, "exit")) as [number];
  return code;
}

test("after a power cut the database starts, although another process of its account has the number of the old one", async () => {
  const { other } = await cutPower();
  server = await start();
  const postmaster = (await findPostmaster(folder))!;
  expect(postmaster).not.toBe(other.pid);
  expect(isRunning(postmaster)).toBe(true);
  expect(isRunning(other.pid!)).toBe(true);
});

test("a server that lives is taken over, and one that is started beside it ends and leaves its note", async () => {
  const note = await readFile(file, "utf8");
  expect((await start()).url).toBe(server.url);
  expect(await startSecondServer()).toBe(1);
  expect(await readFile(file, "utf8")).toBe(note);
  expect((await start()).url).toBe(server.url);
});

test("a server in another container, with another pid, is recognised by its socket", async () => {
  const { left } = await cutPower();
  const socket = createServer().listen(join(folder, "postgres", `.s.PGSQL.${left.split("\n")[3]}`));
  try {
    await once(socket, "listening");
    expect(await startSecondServer()).toBe(1);
    expect(await readFile(file, "utf8")).toBe(left);
  } finally {
    socket.close();
    server = await start();
  }
});

test("a postmaster is known by where it works, and where that is not seen by its name or its time", async () => {
  const startedAt = Date.now();
  const postmaster = (await findPostmaster(folder))!;
  expect(await mayBePostmaster(cluster, { pid: postmaster, startedAt })).toBe(true);
  expect(await mayBePostmaster(cluster, { pid: postmaster, startedAt }, join(folder, "no-proc"))).toBe(true);
  expect(await mayBePostmaster(cluster, { pid: postmaster, startedAt: NaN }, join(folder, "no-proc"))).toBe(true);
  const longAgo = Date.UTC(2001, 0);
  expect(await mayBePostmaster(cluster, { pid: postmaster, startedAt: longAgo }, join(folder, "no-proc"))).toBe(false);

  const elsewhere = startOther({ cwd: "/", argv0: "postgres" });
  const otherName = startOther({ cwd: folder });
  await Promise.all([once(elsewhere, "spawn"), once(otherName, "spawn")]);
  const ended = startOther({ cwd: folder });
  ended.kill();
  await once(ended, "exit");
  expect(await mayBePostmaster(folder, { pid: ended.pid!, startedAt })).toBe(false);
  // Only Linux shows the working directory of a process; elsewhere the start time decides.
  const threads = (await readdir("/proc/self/task").catch(() => [])).map(Number);
  if (threads.length === 0) return;
  expect(await mayBePostmaster(folder, { pid: elsewhere.pid!, startedAt })).toBe(false);
  expect(await mayBePostmaster(folder, { pid: otherName.pid!, startedAt })).toBe(true);
  for (const pid of threads) expect(await mayBePostmaster(folder, { pid, startedAt: longAgo })).toBe(false);

  // In a container root sees only the name of another account's process.
  const names = join(folder, "proc");
  const called = async (pid: number, comm: string, cmdline: string) => {
    await mkdir(join(names, String(pid)), { recursive: true });
    await writeFile(join(names, String(pid), "comm"), `${comm}\n`);
    await writeFile(join(names, String(pid), "cmdline"), cmdline);
    return mayBePostmaster(cluster, { pid, startedAt: longAgo }, names);
  };
  expect(await called(postmaster, "postgres", "")).toBe(true);
  expect(await called(postmaster, "qemu-x86_64", "qemu-x86_64\0/opt/bin/postgres\0-D\0/srv")).toBe(true);
  expect(await called(postmaster, "sleep", "sleep\x00600\0")).toBe(false);
});
