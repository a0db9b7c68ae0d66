import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { childrenOf, cpuMsOfThreads } from "#proving-ground/processes/cpu-time.ts";
import { createProgramGroup } from "#proving-ground/processes/program-group.ts";
import { readSamples, samplerSettings } from "#proving-ground/processes/samples.ts";
import { createServerSlot } from "#proving-ground/processes/server-slot.ts";
import { createSlot, listDescendants, sendSignal } from "#proving-ground/processes/slot.ts";
import { waitUntilIdle } from "#proving-ground/processes/wait-until-idle.ts";

const folder = await mkdtemp(join(tmpdir(), "proving-ground-test-"));
afterAll(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

test("a program starts, logs, is killed with its children, and starts again with other arguments", async () => {
  const parent = `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    console.log("started"); setInterval(() => {}, 1000);`;
  const logFile = join(folder, "parent.log");
  const slot = createSlot({
    name: "parent",
    command: process.execPath,
    args: ["-e", parent],
    cwd: folder,
    logFile,
    account: null,
  });
  expect(slot.pid()).toBeNull();
  slot.start();
  await expect.poll(() => slot.logTail()).toBe("started");
  await expect.poll(() => listDescendants(slot.pid()!)).toHaveLength(2);
  const [child] = listDescendants(slot.pid()!);
  await slot.stop("SIGKILL");
  expect(slot.pid()).toBeNull();
  sendSignal(child!, "SIGKILL");
  slot.start({ args: ["-e", 'console.log("another version")'], cwd: folder });
  await expect.poll(() => slot.logTail()).toBe("started\nanother version");
  await expect.poll(() => slot.pid()).toBeNull();
});

test("a group stops its programs in reverse order, and names the log of one that does not come up", async () => {
  const group = createProgramGroup({ folder, account: null, signal });
  const closed: string[] = [];
  group.onClose(async () => void closed.push("first"));
  const program = group.start("failing", process.execPath, ["-e", 'console.log("no such port")']);
  group.onClose(async () => void closed.push("last"));
  await expect.poll(() => program.logTail()).toBe("no such port");
  await expect(group.waitUntilUp(program, "it answers", 0, async () => false)).rejects.toThrow(
    "Timed out after 0 s: it answers. The end of the log of failing:\nno such port",
  );
  const kept = await group.keepLogs();
  expect(await readFile(join(kept, "failing.log"), "utf8")).toBe("no such port\n");
  await rm(kept, { recursive: true });
  await group.close();
  expect(closed).toEqual(["last", "first"]);
});

/** A server whose end the test decides. */
function fakeServer(opened: Promise<void> = Promise.resolve()) {
  const ended = Promise.withResolvers<number | NodeJS.Signals>();
  const stop = async (signal: NodeJS.Signals) => ended.resolve(signal);
  return { opened, ended: ended.promise, stop, output: () => "output", end: ended.resolve };
}

test("a slot reports a server that ends by itself, and none that is killed", async () => {
  const crashes: string[] = [];
  let server = fakeServer();
  const slot = createServerSlot(
    "http://127.0.0.1:1",
    () => (server = fakeServer()),
    (crash) => crashes.push(crash),
  );
  await slot.open();
  await slot.kill();
  expect({ isOpen: slot.isOpen, crashes }).toEqual({ isOpen: false, crashes: [] });
  await slot.open();
  server.end(1);
  await expect.poll(() => slot.hasCrashed).toBe(true);
  expect(crashes).toEqual(["ended with 1: output"]);
  await slot.open();
  expect({ isOpen: slot.isOpen, hasCrashed: slot.hasCrashed }).toEqual({ isOpen: true, hasCrashed: false });
  expect(slot.output()).toBe("output\noutput\noutput");
});

test("a server that never opens is tried five times", async () => {
  let tries = 0;
  const crashes: string[] = [];
  const start = () => ((tries += 1), fakeServer(Promise.reject(new Error("no database"))));
  const slot = createServerSlot("http://127.0.0.1:1", start, (crash) => crashes.push(crash));
  await slot.open();
  expect({ tries, crashes }).toEqual({ tries: 5, crashes: ["ended with no success: output"] });
});

test("a sampled process writes its memory, handles and event loop lag", async () => {
  const file = join(folder, "samples.jsonl");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    env: { ...process.env, ...samplerSettings(file, 50) },
  });
  await expect.poll(() => existsSync(file) && readSamples(file).length).toBeGreaterThan(1);
  child.kill();
  await once(child, "exit");
  const { rssMegabytes, heapMegabytes, handles, delayMs } = readSamples(file)[0]!;
  for (const figure of [rssMegabytes, heapMegabytes, handles]) expect(figure).toBeGreaterThan(1);
  expect(delayMs).toBeGreaterThanOrEqual(0);
});

test("CPU time counts the threads of a process, and not those of its children", async () => {
  const child = spawn(process.execPath, ["-e", "for (;;);"]);
  const ended = once(child, "exit");
  const pid = child.pid!;
  await expect.poll(() => cpuMsOfThreads(pid)).toBeGreaterThan(100);
  expect(childrenOf(process.pid)).toContain(pid);
  const [before, usage] = [cpuMsOfThreads(process.pid), process.cpuUsage()];
  while (process.cpuUsage(usage).user < 50_000);
  expect(cpuMsOfThreads(process.pid) - before).toBeGreaterThan(40);
  child.kill();
  await ended;
  expect(cpuMsOfThreads(pid)).toBe(0);
});

test("waiting goes on as long as the total falls, hurries, and gives up without progress", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const hurry = vi.fn(async () => {});
  const rest = { hurry, signal, pace: { roundMs: 0, patienceMs: 0 } };
  let letters = 12;
  expect(await waitUntilIdle({ ...rest, count: async () => ({ letters: (letters -= 1) }) })).toEqual({});
  expect(hurry).toHaveBeenCalledOnce();
  expect(log).toHaveBeenCalledWith("  still waiting: 2 letters");
  expect(await waitUntilIdle({ ...rest, count: async () => ({ letters: 3, refunds: 0 }) })).toEqual({ letters: 3 });
  log.mockRestore();
});
