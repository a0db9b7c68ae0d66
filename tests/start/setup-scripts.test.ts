/**
 * Tests of the npm scripts: installing, building, the pinned Node.js version, signals, and reloading in development.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { makeSetupProject, project, type SetupProject } from "#tests/support/shop/setup-project.ts";

let made: SetupProject;
const children: ChildProcess[] = [];

beforeEach(() => {
  made = makeSetupProject();
  // Makes a process believe that it runs on another version of Node.js, but not its child processes.
  made.write(
    "other-version.mjs",
    `if (process.env.OTHER_VERSION) {
  delete process.env.OTHER_VERSION;
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.3.0" } });
}
`,
  );
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const { pid } of openedAs()) killIfAlive(pid);
  rmSync(made.root, { recursive: true, force: true });
});

/** How each program was started, in order. */
function openedAs(): { env?: string; execArgv: string[]; version: string; pid: number }[] {
  if (made.calls().length === 0) return [];
  return made
    .read("opened-as")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function killIfAlive(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended by itself.
  }
}

const otherVersion = ["--import", "./other-version.mjs"];

/** Runs a script to its end under another version of Node.js. */
function runElsewhere(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...otherVersion, ...words], {
    cwd: made.root,
    env: { ...made.env, OTHER_VERSION: "yes" },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

/** Starts a script as a process group, like those of a terminal, and waits until its program is running. */
async function open(program: string, words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, words, {
    cwd: made.root,
    env: { ...made.env, ...env },
    stdio: "ignore",
    detached: true,
  });
  children.push(child);
  const ended = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  await expect.poll(made.calls).toContain(`open ${program}`);
  return { child, ended };
}

const openElsewhere = (env: Record<string, string> = {}) =>
  open("server/main.ts", [...otherVersion, "setup/start.mjs"], { OTHER_VERSION: "yes", ...env });

/** Each script of package.json that runs a program and ends with it. */
const scripts: [script: string, program: string, builds: number][] = [
  ["start", "server/main.ts", 1],
  ["test", "setup/tests/run-tests.ts", 1],
  ["test:all", "setup/tests/run-tests.ts --all", 1],
  ["check", "setup/checks/run-checks.ts", 0],
  ["bench", "bench/run.ts", 1],
  ["chaos", "bench/chaos/main.ts", 1],
  ["verify", "bench/verify/main.ts", 1],
  ["demo:cluster", "bench/cluster/main.ts", 1],
  ["stand-ins", "server/stand-ins/main.ts", 0],
  ["check:invariants", "cli/check-invariants.ts", 0],
  ["screenshots", "setup/browser/take-screenshots.ts", 1],
  ["shop", "cli/shop.ts", 0],
];
const commands: Record<string, string> = JSON.parse(readFileSync(join(project, "package.json"), "utf8")).scripts;
const wordsOf = (script: string) => commands[script]?.split(" ").slice(1) ?? [];

test("the table names every script but build, which runs no program, and dev, which never ends", () => {
  expect([...scripts.map(([script]) => script), "build", "dev"].sort()).toEqual(Object.keys(commands).sort());
});

test("npm run build installs and builds once, and opens nothing", () => {
  for (let times = 0; times < 2; times += 1) {
    const { status } = spawnSync(process.execPath, wordsOf("build"), { cwd: made.root, env: made.env });
    expect({ status, ...made.counts() }).toEqual({ status: 0, installs: 1, builds: 1 });
  }
  expect(made.calls()).toEqual([]);
});

test.each(scripts)(
  "npm run %s installs, builds if it needs pages, and opens %s with its words",
  (script, program, builds) => {
    const { status } = spawnSync(process.execPath, [...wordsOf(script), "orders", "--once"], {
      cwd: made.root,
      env: made.env,
    });
    expect({ status, ...made.counts() }).toEqual({ status: 3, installs: 1, builds });
    expect(made.calls()).toEqual([`open ${program} orders --once`]);
  },
);

test("under another version of Node.js a script runs on the pinned one, with the same words and options", () => {
  expect(runElsewhere(...wordsOf("shop"), "orders", "--once").status).toBe(3);
  expect(made.calls()).toEqual(["open cli/shop.ts orders --once"]);
  expect(openedAs()).toMatchObject([
    { version: process.version, execArgv: [...otherVersion, "--max-semi-space-size=8", "--max-old-space-size=2000"] },
  ]);
});

test("where the pinned version is missing too, one sentence says what to do", () => {
  rmSync(join(made.root, "node_modules", "node"));
  const { status, said } = runElsewhere("setup/shop.mjs", "--once");
  expect(status).toBe(1);
  expect(said).toContain("Endpaper runs on Node.js 24. Its own copy in node_modules/node is missing");
  expect(made.calls()).toEqual([]);
});

test("the program on the pinned version gets the signal that ends the script, and is waited for", async () => {
  const { child, ended } = await openElsewhere();
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(made.calls()).toEqual(["open server/main.ts", "closed server/main.ts"]);
});

test("Ctrl-C in a terminal, which reaches both, lets the program close its doors", async () => {
  const { child, ended } = await openElsewhere();
  process.kill(-child.pid!, "SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(made.calls()).toEqual(["open server/main.ts", "closed server/main.ts"]);
});

test("a program that a signal has ended is a failure of the script", async () => {
  const { ended } = await openElsewhere();
  process.kill(openedAs()[0]!.pid, "SIGKILL");
  expect(await ended).toEqual([1, null]);
});

test("the program on the pinned version closes as well when npm is gone", async () => {
  const words = [...otherVersion, "setup/start.mjs"].map((word) => `"${word}"`).join(" ");
  const npm = spawn("sh", ["-c", `"${process.execPath}" ${words}; true`], {
    cwd: made.root,
    env: { ...made.env, OTHER_VERSION: "yes", npm_lifecycle_event: "start" },
    stdio: "ignore",
  });
  children.push(npm);
  await expect.poll(made.calls).toContain("open server/main.ts");
  npm.kill("SIGTERM");
  await expect.poll(made.calls).toContain("closed server/main.ts");
});

const count = (what: string) => made.calls().filter((line) => line === `${what} server/dev.ts`).length;

test("npm run dev opens the shop from its sources, and anew when one changes, after the old one has closed", async () => {
  const { child, ended } = await open("server/dev.ts", wordsOf("dev"));
  expect(made.counts()).toEqual({ installs: 1, builds: 0 });
  expect(openedAs()).toMatchObject([{ env: "development" }]);
  made.write("shop/rule.ts", "export {};");
  await expect.poll(() => count("open")).toBeGreaterThan(1);
  expect(made.calls().slice(0, 3)).toEqual(["open", "closed", "open"].map((what) => `${what} server/dev.ts`));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(made.calls().at(-1)).toBe("closed server/dev.ts");
});

test("npm run dev has one shop open, however often sources change while the old one closes", async () => {
  const slow = made.read("server/dev.ts").replace("closesInMs = 200", "closesInMs = 1500");
  made.write("server/dev.ts", slow.replace("const close = () =>", 'const close = () => note("asked to close") ??'));
  const { child, ended } = await open("server/dev.ts", wordsOf("dev"));
  made.write("shop/rule.ts", "export {};");
  await expect.poll(made.calls).toContain("asked to close");
  made.write("db/table.sql", "select 1;");
  await expect.poll(() => count("open")).toBeGreaterThan(1);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(count("closed")).toBe(count("open"));
});

test.each(["a mistake", "a signal"])(
  "npm run dev opens a shop that %s has ended again, when a source changes",
  async (end) => {
    const { child, ended } = await open("server/dev.ts", wordsOf("dev"));
    const program = made.read("server/dev.ts");
    if (end === "a mistake") {
      made.write("server/dev.ts", `${program}\nthrow new Error("a mistake");`);
      await expect.poll(() => count("open")).toBeGreaterThan(1);
    } else {
      process.kill(openedAs()[0]!.pid, "SIGKILL");
    }
    await expect.poll(() => openedAs().some(({ pid }) => isAlive(pid))).toBe(false);
    const before = count("open");
    made.write("server/dev.ts", program);
    await expect.poll(() => count("open")).toBeGreaterThan(before);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
